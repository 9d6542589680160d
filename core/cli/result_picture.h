/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_RESULT_H
#define CLI_RESULT_H

#include "dither_arguments.h"
#include "picture.h"

/* Sets up what is written, of a picture or a piece of one: in place of what was read where it has the
 * same shape, else in memory of its own. 0, or an exit status after the user has been told what is
 * wrong. */
int result_prepare(struct picture *result, const struct picture *picture,
                   const struct arguments *arguments, const errdiff_options *options);

#endif

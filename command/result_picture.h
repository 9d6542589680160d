/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_RESULT_PICTURE_H
#define CLI_RESULT_PICTURE_H

#include "dither_arguments.h"
#include "picture.h"

/* Sets up the result for a picture or a piece of one. It uses the picture's own memory if it has
 * the same shape, else new memory. With a palette *written gets the colors that are written, and
 * result->palette may point to it. Returns 0, or an exit status after an error message. */
int result_prepare(struct picture *result, const struct picture *picture,
                   const struct arguments *arguments, const errdiff_options *options,
                   errdiff_palette *written);

#endif

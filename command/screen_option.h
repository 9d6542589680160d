/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_SCREEN_OPTION_H
#define CLI_SCREEN_OPTION_H

#include "errdiff.h"

/* If options->screen is a file, reads its threshold matrix into *matrix: a PNG or another picture,
 * of which the sum of all channels counts, or a text. Makes options->screen_matrix point to it.
 * Returns 0, or an exit status after an error message. The caller frees matrix->numbers with
 * free(). */
int screen_read(errdiff_options *options, errdiff_matrix *matrix);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_SCREEN_OPTION_H
#define CLI_SCREEN_OPTION_H

#include "errdiff.h"
#include "memory_image.h"
#include "option_reading.h"

#include <stdbool.h>

/* Whether this is the option --screen, whose value may be a file here. */
bool is_screen(const errdiff_option_info *info);

/* Says in an option --screen of the library's table which files it takes. */
void screen_describe(struct option *option);

/* What to check before the file is read: the screen of this name, or "none" for a file. */
const char *screen_without_file(const char *screen);

/* If options->screen is a file, reads its threshold matrix into *matrix: a PNG or another image,
 * of which the sum of all channels counts, or a text. Makes options->screen_matrix point to it.
 * Returns 0, or an exit status after an error message. The caller frees matrix->numbers with
 * free(). */
int screen_read(errdiff_options *options, errdiff_matrix *matrix);

/* Whether the size of the screen is in lines per inch, and it is not known how long an inch is. */
bool screen_needs_resolution(const errdiff_options *options);

/* If screen_needs_resolution, sets options->dpi to the resolution of an opened image. Returns 0,
 * or an exit status after an error message if the image has none, or if the size is not possible
 * with it. */
int screen_take_resolution(errdiff_options *options, const struct image *image);

#endif

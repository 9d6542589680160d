/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PALETTE_OPTION_H
#define CLI_PALETTE_OPTION_H

#include "dither_arguments.h"

/* These functions set *palette. They return 0, or an exit status after an error message. */

/* Finds a palette by its name, or reads it from a file or from a list like "#000000,#ff8000". */
int palette_find(const char *name, errdiff_palette *palette);

/* Makes a palette from `image` if one was asked for; otherwise leaves *palette as it is. `tone` has
 * the changes of tone that come before, and may be NULL, as for errdiff_palette_make. */
int palette_make(const struct arguments *arguments, const errdiff_image *image,
                 const errdiff_options *tone, errdiff_palette *palette);

#endif

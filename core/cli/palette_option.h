/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PALETTE_OPTION_H
#define CLI_PALETTE_OPTION_H

#include "dither_arguments.h"

/* These functions set *palette. They return 0, or an exit status after an error message. */

/* Finds a palette by its name, or reads it from a file. */
int palette_find(const char *name, errdiff_palette *palette);

/* Makes a palette from `image` if one was asked for; otherwise leaves *palette as it is. */
int palette_make(const struct arguments *arguments, const errdiff_image *image,
                 errdiff_palette *palette);

#endif

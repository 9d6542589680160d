/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PALETTE_CHOICE_H
#define CLI_PALETTE_CHOICE_H

#include "dither_arguments.h"

/* These put a palette into *palette. 0, or an exit status after the user has been told what is
 * wrong. */

/* Finds one by its name, or reads a file. */
int palette_find(const char *name, errdiff_palette *palette);

/* Makes one of `image`, if one was asked for. */
int palette_make(const struct arguments *arguments, const errdiff_image *image,
                 errdiff_palette *palette);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PALETTE_CHOICE_H
#define CLI_PALETTE_CHOICE_H

#include "arguments.h"

/*
 * Finds, reads or makes the palette that was asked for, if one was, and puts it into *palette.
 * 0, or an exit status after the user has been told what is wrong. palette_find may be called
 * before the picture is there, palette_make needs it.
 */
int palette_find(const struct arguments *arguments, errdiff_palette *palette);
int palette_make(const struct arguments *arguments, const errdiff_image *image,
                 errdiff_palette *palette);

#endif

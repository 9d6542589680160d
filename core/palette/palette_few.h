/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Palettes of exactly the colors that are in images. */
#ifndef ERRDIFF_PALETTE_FEW_H
#define ERRDIFF_PALETTE_FEW_H

#include "prepare/toned.h"

bool errdiff_palette_has(const errdiff_palette *palette, const uint8_t color[3]);

/* Sets what the device is sent for each color, but for the `locked` ones, to the color itself. */
void errdiff_palette_complete_sent(errdiff_palette *palette, int locked);

/*
 * Sets *palette to the locked colors, of which there may be none (NULL), and those of the images,
 * and *are_few to true. If these are more than `count` in all, sets *are_few to false, and *palette
 * is undefined. Masked pixels do not count. Returns ERRDIFF_OK or ERRDIFF_NO_MEMORY.
 */
errdiff_status errdiff_palette_of_few(const struct errdiff_toned *images, int image_count,
                                      int count, const errdiff_palette *locked, bool *are_few,
                                      errdiff_palette *palette);

#endif

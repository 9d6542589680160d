/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Palettes of the colors that are in a picture, or near them. */
#ifndef ERRDIFF_PALETTE_QUANTIZE_H
#define ERRDIFF_PALETTE_QUANTIZE_H

#include "prepare/toned.h"

/*
 * If the picture has few colors, sets *palette to the locked colors, of which there may be none
 * (NULL), and those of the picture, and *are_few to true. *are_few becomes false if they would be
 * more than `count`. Masked pixels do not count. Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY, or
 * ERRDIFF_BAD_ARGUMENT if there are none, with the reason in *message.
 */
errdiff_status errdiff_palette_of_few(const struct errdiff_toned *picture, int count,
                                      const errdiff_palette *locked, bool *are_few,
                                      errdiff_palette *palette, errdiff_message *message);

/*
 * Sets *palette to the locked colors and those that libimagequant finds for a picture of 3 channels
 * of 8 bits, at most `count` in all. Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY, or ERRDIFF_CANNOT_RUN,
 * with the reason in *message: libimagequant failed, or the library was built without it.
 */
errdiff_status errdiff_palette_quantize(const errdiff_image *picture, int count,
                                        const errdiff_palette *locked, errdiff_palette *palette,
                                        errdiff_message *message);

#endif

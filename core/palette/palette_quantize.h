/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Palettes of the colors that libimagequant finds for images. */
#ifndef ERRDIFF_PALETTE_QUANTIZE_H
#define ERRDIFF_PALETTE_QUANTIZE_H

#include "errdiff.h"

/* Whether libimagequant is there: ERRDIFF_OK, or ERRDIFF_CANNOT_RUN with a *message. */
errdiff_status errdiff_palette_can_quantize(errdiff_message *message);

/*
 * Sets *palette to the locked colors, of which there may be none (NULL), and those that
 * libimagequant finds for images of 3 channels of 8 bits, at most `count` in all. Returns
 * ERRDIFF_OK; ERRDIFF_NO_MEMORY; or ERRDIFF_CANNOT_RUN, with the reason in *message, if
 * libimagequant fails or is not there.
 */
errdiff_status errdiff_palette_quantize(const errdiff_image *images, int image_count, int count,
                                        const errdiff_palette *locked, errdiff_palette *palette,
                                        errdiff_message *message);

#endif

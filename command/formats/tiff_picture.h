/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_TIFF_PICTURE_H
#define CLI_TIFF_PICTURE_H

#include "picture.h"
#include "picture_tags.h"

/* Decodes the first picture of a TIFF file, the `size` bytes at `bytes`, with libtiff: sets the
 * shape of picture->image, allocates and fills its pixels, and fills *tags. Gray stays gray, 16
 * bits stay 16 bits, and CMYK stays CMYK; all else becomes RGB of 8 bits. With 2 channels, or with
 * 4 that are not CMYK, the last one is alpha, and colors are not multiplied by it. A warning says
 * if more pictures follow. Returns 0, or an exit status after an error message; the caller frees
 * the pixels and the profile in either case. */
int tiff_picture_read(struct picture *picture, const uint8_t *bytes, size_t size,
                      struct picture_tags *tags);

#endif

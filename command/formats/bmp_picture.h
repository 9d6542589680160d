/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_BMP_PICTURE_H
#define CLI_BMP_PICTURE_H

#include "picture.h"
#include "picture_tags.h"

/* Decodes a BMP file, the `size` bytes at `bytes`: with 8 bits and a palette, or with 24 or 32
 * bits, without compression. Sets the shape of picture->image, allocates and fills its pixels, and
 * fills *tags. A gray palette gives a gray picture; what 32 bits have besides the colors is left
 * out. Returns 0, or an exit status after an error message; the caller frees the pixels in either
 * case. */
int bmp_picture_read(struct picture *picture, const uint8_t *bytes, size_t size,
                     struct picture_tags *tags);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_JPEG_PICTURE_H
#define CLI_JPEG_PICTURE_H

#include "picture.h"
#include "picture_tags.h"

/* Decodes a JPEG file, the `size` bytes at `bytes`, with libjpeg-turbo: sets the shape of
 * picture->image, allocates and fills its pixels, and fills *tags. Gray stays gray; all else
 * becomes RGB, or CMYK. A file that ends too early is an error. Returns 0, or an exit status after
 * an error message; the caller frees the pixels and the profile in either case. */
int jpeg_picture_read(struct picture *picture, const uint8_t *bytes, size_t size,
                      struct picture_tags *tags);

#endif

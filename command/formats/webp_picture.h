/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_WEBP_PICTURE_H
#define CLI_WEBP_PICTURE_H

#include "picture.h"
#include "picture_tags.h"

/* Decodes a WebP file, the `size` bytes at `bytes`, with libwebp: sets the shape of picture->image,
 * RGB or RGB and alpha, allocates and fills its pixels, and fills *tags. An animation is an error.
 * Returns 0, or an exit status after an error message; the caller frees the pixels and the profile
 * in either case. */
int webp_picture_read(struct picture *picture, const uint8_t *bytes, size_t size,
                      struct picture_tags *tags);

#endif

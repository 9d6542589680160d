/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a PNG file says besides its pixels, and what of it goes into the file that is made of it. */
#ifndef CLI_PNG_CHUNKS_H
#define CLI_PNG_CHUNKS_H

#include "picture.h"
#include "png_source.h"

/* Both may jump, as libpng's functions do. */

/* Copies what belongs before the pixels of `picture`, whose png_source it comes from, after IHDR
 * was set: colour space, significant bits, resolution, texts, time and Exif. If the result has
 * colours, a profile for gray does not suit it; it is left out, with a warning. `name` is the new
 * file's. */
void png_chunks_copy(png_structp png, png_infop info, const struct picture *picture,
                     const char *name);

/* Copies the texts, time and Exif that came after the pixels to `end`. */
void png_chunks_copy_end(png_structp png, png_infop end, const struct png_source *source);

#endif

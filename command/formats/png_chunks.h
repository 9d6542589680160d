/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies the chunks of a PNG file besides its pixels to the file of the result. */
#ifndef CLI_PNG_CHUNKS_H
#define CLI_PNG_CHUNKS_H

#include "picture.h"
#include "png_source.h"

/* Both functions may longjmp on errors, as libpng's functions do. */

/* Copies the chunks before the pixels from picture->png_source: color space, significant bits,
 * resolution, texts, time and Exif. IHDR must have been set. A color profile for gray is not
 * copied if the result has colors; a warning then says so. `name` is the name of the new file. */
void png_chunks_copy(png_structp png, png_infop info, const struct picture *picture,
                     const char *name);

/* Copies the texts, time and Exif after the pixels to `end`. */
void png_chunks_copy_end(png_structp png, png_infop end, const struct png_source *source);

#endif

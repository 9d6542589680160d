/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads PNG pictures with libpng. Samples are read as they are: no gamma is applied. */
#ifndef CLI_PNG_PICTURE_H
#define CLI_PNG_PICTURE_H

#include "picture.h"

/* The functions that return an int return 0, or an exit status after an error message. */

/* Reads what comes before the pixels from picture->file, and sets the shape of the image: palettes
 * become RGB, fewer than 8 bits become 8, a transparent color becomes alpha. With 2 or 4 channels
 * the last one is alpha. Call png_source_free(picture->png_source) in either case. */
int png_picture_open(struct picture *picture);

/* Whether the picture is interlaced, so that all rows must be read at once. */
bool png_picture_is_interlaced(const struct picture *picture);

/* Reads the next rows->height rows, the first of which is row `first_row` of the picture. After the
 * last row it also reads the rest of the file. */
int png_picture_read_rows(const struct picture *picture, const errdiff_image *rows, int first_row);

void png_source_free(struct png_source *source);

#endif

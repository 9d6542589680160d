/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A PNG file that is written row by row. */
#ifndef CLI_PNG_WRITER_H
#define CLI_PNG_WRITER_H

#include "picture.h"

struct png_writer;

/* These return 0, or an exit status after they have told the user what is wrong with `name`. */

/* Writes what comes before the pixels of a picture of this shape; with alpha, where it has one.
 * What a PNG that it comes from said besides its pixels is kept (png_chunks.h). `name` must outlive
 * the writer, which is to be freed in any case. */
int png_writer_start(struct png_writer **writer, const struct picture *shape, FILE *file,
                     const char *name);

/* Writes the next row: samples in native byte order, with alpha behind each pixel's colour; or
 * a palette's numbers, a byte each. */
int png_writer_row(struct png_writer *writer, const void *row);

/* Writes what comes after the pixels. */
int png_writer_end(struct png_writer *writer);

void png_writer_free(struct png_writer *writer);

#endif

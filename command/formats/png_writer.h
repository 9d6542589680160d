/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a PNG file row by row. */
#ifndef CLI_PNG_WRITER_H
#define CLI_PNG_WRITER_H

#include "picture.h"

struct png_writer;

/* These functions return 0, or an exit status after an error message that begins with `name`. */

/* Writes what comes before the pixels of a picture of this shape, which may have alpha. If the
 * picture comes from a PNG file, its other chunks are copied (png_chunks.h). `name` must outlive
 * the writer. Free the writer with png_writer_free in either case. */
int png_writer_start(struct png_writer **writer, const struct picture *shape, FILE *file,
                     const char *name);

/* Writes the next row: samples in native byte order, in each pixel colors before alpha; or the
 * numbers of palette colors, a byte each. */
int png_writer_row(struct png_writer *writer, const void *row);

/* Writes what comes after the pixels. */
int png_writer_end(struct png_writer *writer);

void png_writer_free(struct png_writer *writer);

#endif

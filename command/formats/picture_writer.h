/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a picture piece by piece, in any format. */
#ifndef CLI_PICTURE_WRITER_H
#define CLI_PICTURE_WRITER_H

#include "output_file.h"
#include "picture.h"

struct png_writer;

struct picture_writer {
    FILE *file;
    enum picture_format format;
    void *joined_row; /* a row with interleaved colors and alpha; NULL for an opaque picture */
    struct png_writer *png; /* only for a PNG, else NULL */
};

/* These functions return 0, or an exit status after an error message. A write error may also be
 * left for the caller to find with ferror, with the reason in errno; 0 is then returned. */

/* Writes what comes before the pixels of a picture of this shape, in the format of the extension of
 * `path`; `shape` needs no pixels. Free the writer with picture_writer_free in either case. */
int picture_writer_start(struct picture_writer *writer, const struct picture *shape,
                         const struct output_file *output, const char *path);

/* Writes all rows of `rows`, which are the next ones of the picture. */
int picture_writer_rows(struct picture_writer *writer, const struct picture *rows);

/* Writes what comes after the pixels. */
int picture_writer_end(struct picture_writer *writer);

void picture_writer_free(struct picture_writer *writer);

#endif

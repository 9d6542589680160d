/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A picture that is written piece by piece, in any format. */
#ifndef CLI_PICTURE_WRITER_H
#define CLI_PICTURE_WRITER_H

#include "output_file.h"
#include "picture.h"

struct png_writer;

struct picture_writer {
    FILE *file;
    enum picture_format format;
    void *joined_row; /* colours and alpha of a row side by side; NULL for an opaque picture */
    struct png_writer *png; /* NULL but for a PNG */
};

/* These return 0, or an exit status after they have told the user what is wrong; an error of the
 * output file may also stay in it (ferror), with the reason in errno. */

/* Writes what comes before the pixels of a picture of this shape, in the format that the ending of
 * `path` says; `shape` needs no pixels. To be freed in any case. */
int picture_writer_start(struct picture_writer *writer, const struct picture *shape,
                         const struct output_file *output, const char *path);

/* Writes the next rows, all that `rows` has. */
int picture_writer_rows(struct picture_writer *writer, const struct picture *rows);

/* Writes what comes after the pixels. */
int picture_writer_end(struct picture_writer *writer);

void picture_writer_free(struct picture_writer *writer);

#endif

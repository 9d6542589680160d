/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a picture piece by piece, in any format. */
#ifndef CLI_PICTURE_WRITER_H
#define CLI_PICTURE_WRITER_H

#include "output_file.h"
#include "memory_image.h"

#include <stdbool.h>
#include <stddef.h>

struct picture_writer {
    FILE *file;
    const char *name; /* of the file, for messages */
    const struct picture_encoder *encoder;
    size_t row_samples; /* of all channels, with alpha */
    int bits;           /* of a sample in memory */
    void *joined_row;   /* a row with interleaved colors and alpha; NULL for an opaque picture */
    void *state;        /* the encoder's own; NULL at first */
};

/* The functions of a format that write a file. They return 0, or an exit status after an error
 * message. A write error may also be left for the caller to find with ferror, with the reason in
 * errno; 0 is then returned. */
struct picture_encoder {
    /* Writes what comes before the pixels of a picture of this shape, which may have alpha. */
    int (*start)(struct picture_writer *writer, const struct picture *shape);
    /* Writes the next row: samples in native byte order, in each pixel colors before alpha; or the
     * numbers of palette colors, a byte each. */
    int (*write_row)(struct picture_writer *writer, const void *row);
    /* Writes what comes after the pixels. NULL: nothing does. */
    int (*end)(struct picture_writer *writer);
    /* Frees writer->state, also after a failure. NULL: there is none. */
    void (*release)(struct picture_writer *writer);
    bool stores_bytes; /* samples of 8 bits are in the file as they are in memory */
};

/* These functions return as those of an encoder do. */

/* Writes what comes before the pixels of a picture of this shape, in the format of the extension of
 * `path`; `shape` needs no pixels. Free the writer with picture_writer_free in either case. */
int picture_writer_start(struct picture_writer *writer, const struct picture *shape,
                         const struct output_file *output, const char *path);

/* Writes all rows of `rows`, which are the next ones of the picture. */
int picture_writer_rows(struct picture_writer *writer, const struct picture *rows);

/* Writes what comes after the pixels. */
int picture_writer_end(struct picture_writer *writer);

void picture_writer_free(struct picture_writer *writer);

extern const struct picture_encoder bmp_encoder, tiff_encoder;

#endif

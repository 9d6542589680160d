/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes an image piece by piece, in any format. */
#ifndef CLI_IMAGE_WRITER_H
#define CLI_IMAGE_WRITER_H

#include "memory_image.h"
#include "output_file.h"

#include <stdbool.h>
#include <stddef.h>

struct image_writer {
    FILE *file;
    const char *name; /* of the file, for messages */
    const struct image_encoder *encoder;
    size_t row_samples; /* of all channels, with alpha */
    int bits;           /* of a sample in memory */
    void *joined_row;   /* a row with interleaved colors and alpha; NULL for an opaque image */
    void *state;        /* the encoder's own; NULL at first */
};

/* The functions of a format that write a file. They return 0, or an exit status after an error
 * message. A write error may also be left for the caller to find with ferror, with the reason in
 * errno; 0 is then returned. */
struct image_encoder {
    /* Writes what comes before the pixels of an image of this shape, which may have alpha. */
    int (*start)(struct image_writer *writer, const struct image *shape);
    /* Writes the next row: samples in native byte order, in each pixel colors before alpha; or the
     * numbers of palette colors, a byte each. */
    int (*write_row)(struct image_writer *writer, const void *row);
    /* Writes what comes after the pixels. NULL: nothing does. */
    int (*end)(struct image_writer *writer);
    /* Frees writer->state, also after a failure. NULL: there is none. */
    void (*release)(struct image_writer *writer);
    bool stores_bytes; /* samples of 8 bits are in the file as they are in memory */
};

/* These functions return as those of an encoder do. */

/* Writes what comes before the pixels of an image of this shape, in the format of the extension of
 * `path`; `shape` needs no pixels. Free the writer with image_writer_free in either case. */
int image_writer_start(struct image_writer *writer, const struct image *shape,
                       const struct output_file *output, const char *path);

/* Writes all rows of `rows`, which are the next ones of the image. */
int image_writer_rows(struct image_writer *writer, const struct image *rows);

/* Writes what comes after the pixels. */
int image_writer_end(struct image_writer *writer);

void image_writer_free(struct image_writer *writer);

extern const struct image_encoder bmp_encoder, tiff_encoder;

#endif

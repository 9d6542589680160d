/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A PNG file, and what its reader and its writer share. */
#ifndef CLI_PNG_SOURCE_H
#define CLI_PNG_SOURCE_H

#include "image_writer.h"

#include <png.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The error pointer given to libpng. The message is kept until the caller of libpng can print it in
 * one line. */
struct png_failure {
    char message[200]; /* "": no error so far */
    bool is_of_memory;
    bool has_left_out; /* chunks, because there were more than png_set_chunk_cache_max allows */
};

/* A PNG file that is being read or has been read. */
struct png_source {
    png_structp png;
    png_infop info;    /* what comes before the pixels */
    png_infop end;     /* what comes after them */
    int orientation;   /* of the pixels, as in Exif, 1..8 */
    int passes;        /* over the rows; more than 1: it is interlaced */
    uint64_t unpacked; /* bytes that libpng has asked for to unpack texts and profiles */
    uint64_t memory;   /* bytes that libpng holds */
    uint64_t needed; /* bytes that it would hold with the memory that it was refused; 0: none was */
    FILE *file;
    uint8_t *ahead; /* bytes that were read from the file before libpng asked for them */
    size_t ahead_size, ahead_at;
    bool is_animated; /* then these are the whole file */
    struct png_failure failure;
};

/* The error and warning functions for png_create_read_struct and png_create_write_struct. Errors
 * jump to setjmp. Two kinds of warnings count as errors, too: that there is not enough memory,
 * because libpng then only skips the chunk, and that a text is longer than the limit. */
void png_failure_by_error(png_structp png, png_const_charp message);
void png_failure_by_warning(png_structp png, png_const_charp message);

/* Opens an animated PNG whose bytes are in image->png_source->ahead, and whose shape is known.
 * Returns 0, or an exit status after an error message. */
int apng_open(struct image *image);

/* Writes PNG files. */
extern const struct image_encoder png_encoder;

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads complex images from TIFF files of floats or complex numbers of single or double
 * precision, and writes them as TIFF files of 32-bit floats, with libtiff. Writes gray images,
 * too. */
#ifndef CLI_TIFF_FIELD_H
#define CLI_TIFF_FIELD_H

#include "errdiff_hologram.h"

#include <stdio.h>

/* A TIFF file while it is read. */
struct tiff_field {
    void *tiff; /* libtiff's handle; NULL: none is open */
    const char *name;
    int width, height, channels; /* channels: floats per pixel */
    int float_bytes;             /* 4 or 8 */
};

/* These functions return 0, or an exit status after an error message. */

/* Opens the first image of a seekable file, which the caller closes. `name` is used in messages
 * and must outlive the tiff_field. Close it with tiff_field_close after success. */
int tiff_field_open(struct tiff_field *file, FILE *from, const char *name);

/* Reads the first two channels as real and imaginary parts. A file with one channel is read as the
 * real part if `part` is 0, and as the imaginary part if it is 1. The field must have the file's
 * size. */
int tiff_field_read(struct tiff_field *file, int part, errdiff_field *field);

/* The memory that an unpacked strip or tile takes, in bytes. */
uint64_t tiff_field_piece_bytes(const struct tiff_field *file);

void tiff_field_close(struct tiff_field *file);

/* Writes real and imaginary parts as red and green into an empty, seekable file. */
int tiff_field_write(const errdiff_field *field, FILE *file, const char *name);

/* Writes an image of one channel of 8 or 16 bits into an empty, seekable file. */
int tiff_gray_write(const errdiff_image *image, FILE *file, const char *name);

#endif

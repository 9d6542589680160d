/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Complex pictures in TIFF files of 32-bit floats, by libtiff. */
#ifndef CLI_TIFF_FIELD_H
#define CLI_TIFF_FIELD_H

#include "errdiff_hologram.h"

#include <stdio.h>

/* A TIFF file that is being read. */
struct tiff_field {
    void *tiff; /* libtiff's; NULL: none is open */
    const char *name;
    int width, height, channels; /* channels: floats a pixel */
};

/* These return 0, or an exit status after they have told the user what is wrong. */

/* Opens the first picture of a seekable file, which is read from its beginning and stays the caller's;
 * `name`, for messages, must outlive it. To be closed where that went well. */
int tiff_field_open(struct tiff_field *file, FILE *from, const char *name);

/* Reads one part, real (0) or imaginary (1), from the first channel; or, from more channels, both from
 * the first two. The field has the file's size. */
int tiff_field_read(struct tiff_field *file, int part, errdiff_field *field);

void tiff_field_close(struct tiff_field *file);

/* Writes real and imaginary parts as red and green into an empty, seekable file. */
int tiff_field_write(const errdiff_field *field, FILE *file, const char *name);

#endif

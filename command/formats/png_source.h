/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PNG_SOURCE_H
#define CLI_PNG_SOURCE_H

#include "png_failure.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A PNG file that is being read or has been read. */
struct png_source {
    png_structp png;
    png_infop info;    /* what comes before the pixels */
    png_infop end;     /* what comes after them */
    int passes;        /* over the rows; more than 1: it is interlaced */
    uint64_t unpacked; /* bytes that libpng has asked for to unpack texts and profiles */
    uint64_t memory;   /* bytes that libpng holds */
    uint64_t needed; /* bytes that it would hold with the memory that it was refused; 0: none was */
    FILE *file;
    uint8_t *ahead; /* bytes that were read from the file before libpng asked for them */
    size_t ahead_size, ahead_at;
    struct png_failure failure;
};

#endif

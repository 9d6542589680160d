/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Complex pictures in files: TIFF of 32-bit floats, PFM, as in netpbm's pfm(5), and raw pairs of floats. */
#ifndef CLI_FIELD_FILE_H
#define CLI_FIELD_FILE_H

#include "errdiff_hologram.h"

#include <stdbool.h>
#include <stdio.h>

/* What the numbers in files are. Phases are in radians. */
enum field_input { FIELD_RE_IM, FIELD_AMPLITUDE_PHASE, FIELD_PHASE };

struct field_source {
    const char *paths[2]; /* "-" is standard input */
    int path_count;       /* 1: red and green, or the first two of other channels, pairs of raw
                           * floats, or phases in a gray picture; 2: a gray picture for each part */
    enum field_input input;
    int width, height; /* of a raw file, which has no header; 0: it has one */
    bool conjugate;
};

/* Reads a field, to be freed with errdiff_field_free in any case. Returns 0, or an exit status after it
 * has told the user what is wrong. */
int field_file_read(const struct field_source *source, errdiff_field *field);

/* The same from open files, one for each path, which then is only a name for messages. They stay the
 * caller's. A TIFF must be in one that can seek and has a descriptor. */
int field_file_read_streams(const struct field_source *source, FILE *const files[],
                            errdiff_field *field);

/* Whether field_file_write knows a format for `path`: the ending must be .tif, .tiff, .pfm or .c64, or
 * it is "-". 0, or an exit status after it has told the user. */
int field_file_check_path(const char *path);

/* Writes real and imaginary parts: red and green of a TIFF or PFM, or raw pairs for .c64. Returns 0, or
 * an exit status after it has told the user; an error of `file` itself may stay in it (ferror). */
int field_file_write(const errdiff_field *field, FILE *file, const char *path);

#endif

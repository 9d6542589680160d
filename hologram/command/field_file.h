/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads complex images: TIFF and OpenEXR of floats, PFM (netpbm's pfm(5)), arrays of NumPy,
 * MATLAB and HDF5, raw pairs of floats, and amplitudes and phases in gray images. Writes TIFF,
 * PFM and raw pairs. */
#ifndef CLI_FIELD_FILE_H
#define CLI_FIELD_FILE_H

#include "errdiff_hologram.h"

#include <stdbool.h>
#include <stdio.h>

/* What the numbers in the files mean. Phases are in radians. */
enum field_input { FIELD_RE_IM, FIELD_AMPLITUDE_PHASE, FIELD_PHASE, FIELD_AMPLITUDE };

/* The files that a field is read from. */
struct field_source {
    const char *paths[2]; /* "-" is standard input */
    int path_count;       /* 1: the first two channels, pairs of raw floats, or one part in a gray
                           * image; 2: a gray image for each part */
    enum field_input input;
    int width, height;    /* of a raw file; 0: the file has a header */
    int conjugate;        /* 1: take the complex conjugate */
    const char *variable; /* of a file of MATLAB or HDF5 or an archive of NumPy; NULL: the only one,
                           * see matlab_field.h and npz_field.h */
    int color; /* the one that is read of several: 1 for red, 2 for green or 3 for blue; 0: none */
};

/* Whether the file has phases or amplitudes alone. */
bool field_source_has_one_part(const struct field_source *source);

/* Reads a field; free it with errdiff_field_free in either case. Returns 0, or an exit status
 * after an error message. */
int field_file_read(const struct field_source *source, errdiff_field *field);

/* Like field_file_read, from open files, one for each path; the paths are then only used in
 * messages, and to open gray images, and files of MATLAB and HDF5, again. The caller closes the
 * files. An archive of NumPy, a TIFF or an OpenEXR file must be seekable, and the latter two must
 * have a descriptor. */
int field_file_read_streams(const struct field_source *source, FILE *const files[],
                            errdiff_field *field);

/* Checks that field_file_write knows the format of `path`: it must be "-" or end in .tif, .tiff,
 * .pfm or .c64. Returns 0, or an exit status after an error message. */
int field_file_check_path(const char *path);

/* Writes the real and imaginary parts as red and green of a TIFF or PFM, or as raw pairs for
 * .c64. Returns 0, or an exit status after an error message; other write errors are left for
 * ferror. */
int field_file_write(const errdiff_field *field, FILE *file, const char *path);

#endif

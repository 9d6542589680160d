/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads arrays that NumPy saved, in its format .npy. */
#ifndef CLI_NPY_FIELD_H
#define CLI_NPY_FIELD_H

#include "byte_source.h"
#include "field_array.h"

#include <stdint.h>

/* What an array contains. NPY_OTHER: it has one row or column, or is none of those that
 * npy_field_read reads. */
enum npy_kind { NPY_OTHER, NPY_REAL, NPY_COMPLEX };

/* Reads the header only. */
enum npy_kind npy_field_kind(struct byte_source source);

/* Reads an array of height × width complex numbers, as two channels, or of height × width (×
 * channels) floats, each of single or double precision, in C or Fortran order. Of colors × height ×
 * width numbers, with 1 to 3 colors, it reads those of `color`, from 1 on, or the only ones if that
 * is 0; so may be floats, if the width is above 16. More dimensions at the beginning must have the
 * length 1. `name` is used in messages; `held` is as in field_array_make. Free array->values in
 * either case. Returns 0, or an exit status after an error message. */
int npy_field_read(struct field_array *array, struct byte_source source, const char *name,
                   int color, uint64_t held);

#endif

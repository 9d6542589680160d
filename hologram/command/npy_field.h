/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads arrays that NumPy saved, in its format .npy. */
#ifndef CLI_NPY_FIELD_H
#define CLI_NPY_FIELD_H

#include "field_array.h"

#include <stdio.h>

/* Reads an array of height × width complex numbers, as two channels, or of height × width (×
 * channels) floats, each of single or double precision, in C or Fortran order. Of colors × height ×
 * width complex numbers, with 1 to 3 colors, it reads those of `color`, from 1 on, or the only ones
 * if that is 0. The file need not be seekable. `name` is used in messages. Free array->values in
 * either case. Returns 0, or an exit status after an error message. */
int npy_field_read(struct field_array *array, FILE *file, const char *name, int color);

#endif

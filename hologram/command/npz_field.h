/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads arrays from archives that NumPy's savez wrote, .npz. */
#ifndef CLI_NPZ_FIELD_H
#define CLI_NPZ_FIELD_H

#include "field_array.h"

#include <stdio.h>

/* Reads the array `variable` of the archive, or "RE,IM", the real arrays of both parts. NULL: the
 * only one of complex numbers; if there is none, the only one of floats, or the two whose names
 * begin with "re" and "im" or "am" and "ph". `color` is as in npy_field_read. The file must be
 * seekable. `name` is used in messages. Free array->values in either case. Returns 0, or an exit
 * status after an error message. */
int npz_field_read(struct field_array *array, FILE *file, const char *name, const char *variable,
                   int color);

#endif

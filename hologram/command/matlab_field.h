/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads matrices from MATLAB's files of versions 5 and 7.3 and from HDF5, with the module of
 * matlab_module.h. */
#ifndef CLI_MATLAB_FIELD_H
#define CLI_MATLAB_FIELD_H

#include "field_array.h"

/* Reads the real or complex matrix `variable` of the file at `path`, or the only one if that is
 * NULL; of an array with three dimensions page `page`, from 0 on, or the only one if that is -1.
 * Free array->values in either case. Returns 0, or an exit status after an error message. */
int matlab_field_read(struct field_array *array, const char *path, const char *variable, int page);

#endif

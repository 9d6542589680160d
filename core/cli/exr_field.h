/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads complex pictures from OpenEXR files, with OpenEXR's library for C. */
#ifndef CLI_EXR_FIELD_H
#define CLI_EXR_FIELD_H

#include "field_array.h"

#include <stdio.h>

/* Reads two channels of the first part: R and G, or those whose names begin with "re" and "im", or
 * with "am" and "ph", in capital or small letters and with or without a layer's name before. If the
 * file has only one channel, reads that one. With `color`, 'R', 'G' or 'B', reads this channel
 * alone if the file has it; 0: no color. The file must have a descriptor and be seekable. `name` is
 * used in messages. Free array->values in either case. Returns 0, or an exit status after an error
 * message. */
int exr_field_read(struct field_array *array, FILE *file, const char *name, char color);

#endif

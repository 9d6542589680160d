/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads complex images from OpenEXR files, with OpenEXR's library for C. */
#ifndef CLI_EXR_FIELD_H
#define CLI_EXR_FIELD_H

#include "field_array.h"

#include <stdbool.h>
#include <stdio.h>

/* Which channels of an OpenEXR file are read. */
struct exr_choice {
    char color;    /* 'R', 'G' or 'B'; 0: the file has one color */
    bool is_alone; /* the file has one part of each color, and another file the other */
};

/* Reads two channels of the first part of a file: R and G, or those whose names begin with "re" and
 * "im", or with "am" and "ph", in capital or small letters and with or without a layer's name
 * before. If the file has only one channel, reads that one. With a color, its letter must be the
 * layer and the part the channel, or the other way round, as in "R.re" and "im.R"; if the file has
 * one part alone, the channel of this letter is read. The file must have a descriptor and be
 * seekable. `name` is used in messages. Free array->values in either case. Returns 0, or an exit
 * status after an error message. */
int exr_field_read(struct field_array *array, FILE *file, const char *name,
                   struct exr_choice choice);

#endif

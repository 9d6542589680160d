/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the amplitudes or the phases of a hologram from an image with 8 or 16 bits. */
#ifndef CLI_GRAY_FIELD_H
#define CLI_GRAY_FIELD_H

#include "field_array.h"

#include <stdbool.h>

/* Reads a gray image of any format that the command can read, or color `color` of one in color: 1
 * for red, 2 for green, 3 for blue; 0: it must be gray. In a gray image `color` counts for
 * nothing. White is the amplitude 1; phases
 * are sample · 2π / 2^bits. The file is opened at `path`; "-" is standard input. Free array->values
 * in either case. Returns 0, or an exit status after an error message. */
int gray_field_read(struct field_array *array, const char *path, bool is_phase, int color);

/* Reads a gray image of width × height phases. The caller frees *phases, also after a failure.
 * Returns as above. */
int gray_field_read_correction(const char *path, int width, int height, float **phases);

#endif

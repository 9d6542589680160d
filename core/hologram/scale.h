/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hologram's numbers before they are diffused. */
#ifndef ERRDIFF_HOLOGRAM_SCALE_H
#define ERRDIFF_HOLOGRAM_SCALE_H

#include "errdiff_hologram.h"

#include <stdbool.h>

/* Copies `from` to `to`, of the same size, pixels with NaN or infinity as 0; returns how many. */
int64_t errdiff_field_copy(errdiff_field *to, const errdiff_field *from);

/* s = 0.85 over the 99th percentile of the moduli (linear between two of them); over the largest
 * where that is 0, and 1 where all is 0. FALSE: memory is short. */
bool errdiff_field_scale(const errdiff_field *field, double *scale);

/* The value below which `share` of the moduli of a field lie, linear between two of them. FALSE:
 * memory is short. */
bool errdiff_field_percentile(const errdiff_field *field, double share, double *value);

/* Multiplies all by `scale`. Parts over 65536 are cut there, so that sums stay finite. */
void errdiff_field_multiply(errdiff_field *field, double scale);

#endif

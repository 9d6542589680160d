/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies, measures and scales a hologram before error diffusion. */
#ifndef ERRDIFF_HOLOGRAM_SCALE_H
#define ERRDIFF_HOLOGRAM_SCALE_H

#include "errdiff_hologram.h"

#include <complex.h>
#include <stdbool.h>

static inline size_t errdiff_field_pixels(const errdiff_field *field)
{
    return (size_t)field->width * (size_t)field->height;
}

/* Copies `from` to `to`, which has the same size, and replaces pixels that contain NaN or
 * infinity by 0. Returns the number of replaced pixels. */
int64_t errdiff_field_copy(errdiff_field *to, const errdiff_field *from);

/* Sets *scale to 0.85 divided by the 99th percentile of the moduli; by the largest modulus if that
 * percentile is 0; and to 1 for a field of zeros. Returns false if there is not enough memory. */
bool errdiff_field_scale(const errdiff_field *field, double *scale);

/* Sets *value to the modulus below which `share`, 0..1, of a field's moduli lie, interpolated
 * linearly between two of them. Returns false if there is not enough memory. */
bool errdiff_field_percentile(const errdiff_field *field, double share, double *value);

/* The root of the mean square of a field's moduli; values with NaN or infinity count as 0. */
double errdiff_field_rms(const errdiff_field *field);

/* Σ a*·b for fields of the same size. The order of the additions is always the same. */
double complex errdiff_field_product(const errdiff_field *a, const errdiff_field *b);

/* Returns TRUE if all values are 0. */
bool errdiff_field_is_dark(const errdiff_field *field);

/* Returns TRUE if all values that are not 0, NaN or infinite have the same modulus, and there are
 * some: only their phases differ. Moduli of halves of EXR files may differ by a thousandth. */
bool errdiff_field_is_phase_only(const errdiff_field *field);

/* Counts the values whose modulus or, with is_real, real part is larger than 1, the modulus of the
 * largest level. */
int64_t errdiff_field_beyond(const errdiff_field *field, bool is_real);

/* Multiplies all values by `scale`. Real and imaginary parts are clamped to ±65536, so that later
 * sums stay finite. */
void errdiff_field_multiply(errdiff_field *field, double scale);

#endif

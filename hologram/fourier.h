/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fourier transforms by FFTW. */
#ifndef ERRDIFF_HOLOGRAM_FOURIER_H
#define ERRDIFF_HOLOGRAM_FOURIER_H

#include "errdiff_hologram.h"

#include <stdbool.h>

/* Returns the smallest even number that is at least `min` and has no prime factor above 5, because
 * FFTW is fast for such lengths. */
int errdiff_fourier_side(double min);

/* Transforms a field in place, forward or, with is_inverse, inverse without the factor 1 / (width ·
 * height). Returns false if there is not enough memory. */
bool errdiff_fourier(errdiff_field *field, bool is_inverse);

/* FFTW's plans for one-dimensional transforms of rows or columns of one length. */
struct errdiff_line {
    void *forward, *inverse;
};

/* Makes plans for an even length. Returns false if there is not enough memory. Release them with
 * errdiff_line_release in either case. */
bool errdiff_line_make(struct errdiff_line *line, int length);

void errdiff_line_release(struct errdiff_line *line);

/* Transforms `length` values in place, forward or, with is_inverse, inverse without the factor 1 /
 * length. They must begin at the start of memory from FFTW or an even number of values after it,
 * because the plans rely on the alignment. Several threads may call it at once; each of them must
 * have reserved memory for this length (fftw_memory.h). */
void errdiff_line_transform(const struct errdiff_line *line, errdiff_complex *values,
                            bool is_inverse);

#endif

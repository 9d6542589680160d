/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fourier transforms by FFTW, and what happens to plane waves on their way. */
#ifndef ERRDIFF_HOLOGRAM_FOURIER_H
#define ERRDIFF_HOLOGRAM_FOURIER_H

#include "errdiff_hologram.h"

#include <stdbool.h>

/* The next even number without prime factors above 5. */
int errdiff_fourier_side(double least);

/* Transforms a field in place, or back, then without the factor of 1 / (width · height). FALSE: memory
 * is short. */
bool errdiff_fourier(errdiff_field *field, bool is_back);

/* Transforms of rows and columns, of one length each. */
struct errdiff_line {
    void *there, *back;
};

/* For lines of an even length. To be released with errdiff_line_release in any case. FALSE: memory is short. */
bool errdiff_line_make(struct errdiff_line *line, int length);

void errdiff_line_release(struct errdiff_line *line);

/* Transforms values from FFTW's memory, or an even number of them behind its begin, in place; back without the
 * factor of 1 / length. Any thread may do so that holds a reserve for this length (fftw_memory.h). */
void errdiff_line_transform(const struct errdiff_line *line, errdiff_complex *values, bool is_back);

/* What becomes of a wave with the frequencies (x, y), per micrometre, over `distance`; 0 where it
 * decays. */
errdiff_complex errdiff_transfer(double x, double y, double wavelength, double distance);

/* Multiplies a value with a factor. */
void errdiff_turn(errdiff_complex *value, errdiff_complex factor);

#endif

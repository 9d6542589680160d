/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many floating-point samples at once, each as errdiff_read reads it. */
#ifndef ERRDIFF_FLOAT_ROWS_H
#define ERRDIFF_FLOAT_ROWS_H

#include <stdint.h>

/* The functions of one instruction set. `in` and `out` do not overlap. */
struct errdiff_float_rows {
    void (*from_float)(const float *in, int count, uint16_t *out);
    void (*from_half)(const uint16_t *in, int count, uint16_t *out);
};

extern const struct errdiff_float_rows errdiff_float_rows_avx512, errdiff_float_rows_avx2,
    errdiff_float_rows_sse41, errdiff_float_rows_neon, errdiff_float_rows_c;

/* Those of the best instruction set or, if ERRDIFF_ISA names one that this processor has, of
 * that. */
const struct errdiff_float_rows *errdiff_float_rows_pick(void);

/* Copies `count` samples of the caller's image from `in` on, as integers. */
void errdiff_float_rows_copy(const struct errdiff_float_rows *rows, const void *in, int bits,
                             int count, void *out);

#endif

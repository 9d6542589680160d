/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_WEIGHTED_SUM_H
#define ERRDIFF_WEIGHTED_SUM_H

#include <stdbool.h>
#include <stdint.h>

/* A term of the sums: consecutive numbers with one weight. */
struct errdiff_weighted {
    const int32_t *numbers;
    int32_t weight; /* |weight| ≤ 32767 */
};

/*
 * sums[i] = start + Σ weight · numbers[i] over the terms, for i in 0..count − 1, with SIMD
 * instructions. No partial sum may overflow 32 bits. `are_short` promises that all numbers are in
 * −32768..32767, which is faster on some processors.
 */
void errdiff_weighted_sum(int32_t *restrict sums, int count, int32_t start,
                          const struct errdiff_weighted *terms, int term_count, bool are_short);

#endif

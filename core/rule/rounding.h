/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_ROUNDING_H
#define ERRDIFF_ROUNDING_H

#include "rule.h"

/* The greatest common divisor of two numbers, of which the first one is above 0. */
int32_t errdiff_common_divisor(int32_t a, int32_t b);

/* Returns the rounding of the sums of a kernel in a job that passes on t percent of its errors,
 * 0..100, for values up to `max_value`. `absolute_weight_sum` is Σ |weight| of the kernel. */
struct errdiff_rounding errdiff_rounding_make(int divisor, int t, int32_t absolute_weight_sum,
                                              int32_t max_value);

#endif

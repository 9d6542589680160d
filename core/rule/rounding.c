/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses how the sums of a kernel are divided and rounded: by a shift, a division or a
 * fraction. */
#include "rounding.h"

int32_t errdiff_common_divisor(int32_t a, int32_t b)
{
    while (b != 0) {
        int32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

struct errdiff_rounding errdiff_rounding_make(int divisor, int t, int32_t absolute_weight_sum,
                                              int32_t max_value)
{
    int32_t common = errdiff_common_divisor(100 * divisor, t);
    struct errdiff_rounding rounding = {
        .kind = ERRDIFF_ROUND_SCALE,
        .numerator = t / common,
        .denominator = 100 * divisor / common,
    };
    rounding.half = rounding.denominator / 2;

    int64_t largest_sum = (int64_t)absolute_weight_sum * (max_value << ERRDIFF_FRACTION_BITS);
    if (rounding.numerator == 1 && largest_sum + rounding.half <= INT32_MAX) {
        rounding.kind = ERRDIFF_ROUND_DIVIDE;
        if ((rounding.denominator & (rounding.denominator - 1)) == 0) {
            rounding.kind = ERRDIFF_ROUND_SHIFT;
            while (1 << rounding.shift < rounding.denominator)
                rounding.shift++;
        }
    }
    return rounding;
}

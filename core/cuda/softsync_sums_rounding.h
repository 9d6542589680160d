/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Divisions by constants as multiplications, for the variant of cuda-softsync that passes sums from
 * row to row. */
#ifndef ERRDIFF_SOFTSYNC_SUMS_ROUNDING_H
#define ERRDIFF_SOFTSYNC_SUMS_ROUNDING_H

#include "rule/rule.h"

#include <string.h>

/*
 * The rule's c = floor((numerator · S + half) / denominator). Sums are multiplied by `factor` and
 * travel with a bias, n = factor · S + bias, which is positive and makes
 *
 *     c + offset = floor(n / d) = floor(n · multiplier / 2^(32 + shift))
 *
 * The multiplier is rounded up by so little that the quotient is right for every n that occurs:
 * Granlund and Montgomery, "Division by Invariant Integers using Multiplication" (1994), theorem
 * 4.2. If n may be 2^31 or more the rounding is wide: the sums are not multiplied, and n is
 * computed from them in 64 bits.
 */
struct errdiff_sums_rounding {
    bool is_wide;
    int32_t factor; /* of sums; 1 if it is wide */
    int32_t bias;   /* of sums: more than any of them, so that biased ones are positive */
    int32_t offset;
    int32_t shift;
    uint64_t multiplier;
    int32_t wide_factor; /* n = wide_factor · biased sum + wide_bias */
    int64_t wide_bias;
};

/* 2^bits / divisor + 1, rounded down. 2^bits may need more than 64 bits, the result must not. */
static inline uint64_t errdiff_sums_multiplier(int bits, uint32_t divisor)
{
    uint64_t quotient = 0, rest = 1;
    for (int i = 0; i < bits; i++) {
        rest *= 2;
        quotient = 2 * quotient + (rest >= divisor);
        rest -= rest >= divisor ? divisor : 0;
    }
    return quotient + 1;
}

static inline int64_t errdiff_sums_common_divisor(int64_t a, int64_t b)
{
    return b == 0 ? a : errdiff_sums_common_divisor(b, a % b);
}

/* For sums of at most `max_sum`, below 2^30. */
static inline struct errdiff_sums_rounding
errdiff_sums_rounding_of(const struct errdiff_rounding *rounding, int64_t max_sum)
{
    const int64_t common = errdiff_sums_common_divisor(rounding->denominator, rounding->numerator);
    /* A divisor of 1 becomes 2 / 2, for which there is a multiplier. */
    const int64_t more = rounding->denominator == common ? 2 : 1;
    const int64_t divisor = more * rounding->denominator / common;
    const int64_t factor = more * rounding->numerator / common;
    const int64_t offset = max_sum * factor / divisor + 2;
    const int64_t half = more == 2 ? 1 : divisor / 2;
    const int64_t bias = half + offset * divisor, max = bias + max_sum * factor;
    struct errdiff_sums_rounding made;
    int log = 0;
    while ((int64_t)1 << log < divisor)
        log++;
    memset(&made, 0, sizeof made);
    made.offset = (int32_t)offset;
    made.is_wide = max > INT32_MAX;
    if (!made.is_wide && (int64_t)1 << log == divisor) {
        made.multiplier = (uint64_t)1 << (32 - log); /* exact */
    } else if (!made.is_wide && max * divisor <= UINT32_MAX) {
        made.multiplier = errdiff_sums_multiplier(32, (uint32_t)divisor);
    } else {
        made.shift = log - 1;
        made.multiplier =
            errdiff_sums_multiplier((made.is_wide ? 63 : 31) + log, (uint32_t)divisor);
    }
    made.factor = made.is_wide ? 1 : (int32_t)factor;
    made.bias = made.is_wide ? (int32_t)max_sum + 1 : (int32_t)bias;
    made.wide_factor = (int32_t)factor;
    made.wide_bias = bias - factor * made.bias;
    return made;
}

HOST_DEVICE_INLINE uint32_t errdiff_high_half(uint32_t a, uint32_t b)
{
#if defined(__CUDA_ARCH__)
    return __umulhi(a, b);
#else
    return (uint32_t)((uint64_t)a * b >> 32);
#endif
}

HOST_DEVICE_INLINE uint64_t errdiff_high_product(uint64_t a, uint64_t b)
{
#if defined(__CUDA_ARCH__)
    return __umul64hi(a, b);
#elif defined(__SIZEOF_INT128__)
    __extension__ typedef unsigned __int128 product;
    return (uint64_t)((product)a * b >> 64);
#else
    uint64_t low_a = (uint32_t)a, high_a = a >> 32, low_b = (uint32_t)b, high_b = b >> 32;
    uint64_t one = high_a * low_b + (low_a * low_b >> 32), other = low_a * high_b + (uint32_t)one;
    return high_a * high_b + (one >> 32) + (other >> 32);
#endif
}

/* c + offset for a biased sum. `may_be_wide` and `is_simple`, which says that the shift is 0, are
 * constants in CUDA kernels. */
HOST_DEVICE_INLINE int32_t errdiff_sums_round(const struct errdiff_sums_rounding *rounding,
                                              bool may_be_wide, bool is_simple, int32_t sum)
{
    if (may_be_wide && rounding->is_wide) {
        uint64_t dividend = (uint64_t)((int64_t)sum * rounding->wide_factor + rounding->wide_bias);
        return (int32_t)(errdiff_high_product(dividend, rounding->multiplier) >> rounding->shift);
    }
    const uint32_t quotient = errdiff_high_half((uint32_t)sum, (uint32_t)rounding->multiplier);
    return (int32_t)(is_simple ? quotient : quotient >> rounding->shift);
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rule of a pixel, written once for every engine, in C and in CUDA C.
 *
 * All arithmetic is in integers, so that every schedule can be equal to the last bit. A sample v is
 * 0..W, with W = 255 or 65535; errors and sums carry 4 fractional bits. For each pixel in raster
 * order, per channel:
 *
 *     S = Σ weight · e(x − dx, y − dy)           collected over the taps; e is 0 outside the
 * picture c = floor((2·t·S + 100·D) / (200·D))       t: strength in percent, D: divisor; halves go
 * up s = 16·v + c                               the modified sample q = number of i in 0..L−2 with
 * 2·s > 16·(o(i) + o(i+1))     the output level e = clamp(s − 16·o(q), −16·W, +16·W)       what was
 * lost
 *
 * An engine may scatter weight · e into sums as soon as e is known (error diffusion), or gather
 * them where the pixel is read (error collection): the sums are whole numbers, and rounding happens
 * once, so the bytes are the same.
 *
 * Where a mask is 0 the pixel keeps its value and leaves e = 0.
 */
#ifndef ERRDIFF_RULE_H
#define ERRDIFF_RULE_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__CUDACC__)
#define ERRDIFF_RULE static __host__ __device__ __forceinline__
#elif defined(__GNUC__)
#define ERRDIFF_RULE static inline __attribute__((always_inline))
#else
#define ERRDIFF_RULE static inline
#endif

enum { ERRDIFF_FRACTION_BITS = 4, ERRDIFF_MAX_LEVELS = 256 };

/* ---- c from S ------------------------------------------------------------------------------ */

enum errdiff_rounding_kind {
    ERRDIFF_ROUND_SHIFT,  /* the denominator is 2^shift, the numerator 1 */
    ERRDIFF_ROUND_DIVIDE, /* the numerator is 1, and 32 bits hold every sum */
    ERRDIFF_ROUND_SCALE   /* any fraction, in 64 bits */
};

/* c = floor(S · numerator / denominator + 1/2), where the fraction is t/(100·D) in lowest terms. */
struct errdiff_rounding {
    enum errdiff_rounding_kind kind;
    int32_t numerator;   /* 0..100 */
    int32_t denominator; /* 1..100 · ERRDIFF_MAX_DIVISOR */
    int32_t half;        /* floor(denominator / 2) */
    int32_t shift;
};

ERRDIFF_RULE int64_t errdiff_floor_divide_64(int64_t dividend, int64_t divisor)
{
    return dividend / divisor - (dividend % divisor < 0);
}

ERRDIFF_RULE int32_t errdiff_floor_divide_32(int32_t dividend, int32_t divisor)
{
    return dividend / divisor - (dividend % divisor < 0);
}

/* `kind` is rounding->kind, as a constant where the caller wants code for that kind alone. Right
 * shifts of negative numbers are arithmetic in every compiler that this builds with. */
ERRDIFF_RULE int32_t errdiff_round(const struct errdiff_rounding *rounding,
                                   enum errdiff_rounding_kind kind, int32_t sum)
{
    switch (kind) {
    case ERRDIFF_ROUND_SHIFT:
        return (sum + rounding->half) >> rounding->shift;
    case ERRDIFF_ROUND_DIVIDE:
        return errdiff_floor_divide_32(sum + rounding->half, rounding->denominator);
    default:
        return (int32_t)errdiff_floor_divide_64((int64_t)sum * rounding->numerator + rounding->half,
                                                rounding->denominator);
    }
}

/* ---- q and e from s ------------------------------------------------------------------------ */

/*
 * The output levels of a channel. 2·s > 16·(o(i) + o(i+1)) is s > threshold[i]. To find the level
 * without a search, 0..16·W is cut into buckets of 2^bucket_shift that hold one threshold at most:
 *
 *     thresholds          |        |        |        |
 *     buckets        |____|____|____|____|____|____|____|____|
 *     first_level      0    0    1    1    2    3    3    4     thresholds below the bucket
 */
struct errdiff_quantizer {
    int32_t white;                         /* 16·W */
    int32_t level_count;                   /* L, 2..256 */
    int32_t output[ERRDIFF_MAX_LEVELS];    /* o(i), 0..W, rising */
    int32_t threshold[ERRDIFF_MAX_LEVELS]; /* 8·(o(i) + o(i+1)); the last is above every s */
    int32_t bucket_shift;
    uint8_t first_level[256];
};

/* `two_levels` is level_count == 2, as a constant where the caller wants code for it alone. */
ERRDIFF_RULE int32_t errdiff_quantize(const struct errdiff_quantizer *quantizer, bool two_levels,
                                      int32_t modified)
{
    if (two_levels)
        return modified > quantizer->threshold[0];
    int32_t inside = modified < 0 ? 0 : modified > quantizer->white ? quantizer->white : modified;
    int32_t level = quantizer->first_level[inside >> quantizer->bucket_shift];
    return level + (inside > quantizer->threshold[level]);
}

/* 16·o(q), which for two levels is 0 or 16·W. */
ERRDIFF_RULE int32_t errdiff_output(const struct errdiff_quantizer *quantizer, bool two_levels,
                                    int32_t level)
{
    if (two_levels)
        return -level &
               quantizer->white; /* a branch here would be guessed wrong every other time */
    return quantizer->output[level] << ERRDIFF_FRACTION_BITS;
}

ERRDIFF_RULE int32_t errdiff_error(const struct errdiff_quantizer *quantizer, int32_t modified,
                                   int32_t output)
{
    int32_t white = quantizer->white;
    int32_t error = modified - output;
    return error < -white ? -white : error > white ? white : error;
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lane kernel with 16-bit lanes: for 8-bit samples and levels, or 16-bit samples that become 8,
 * 9, 10, 11 or 12 bits, if the division is a shift. The sums of errors fit in 16 bits, too, or have
 * lanes of their own (ERRDIFF_NARROW_PAIRS). README.md explains why 16 bits are enough.
 */
#ifndef ERRDIFF_NARROW_PLAN_H
#define ERRDIFF_NARROW_PLAN_H

#include "band.h"

enum {
    ERRDIFF_NARROW_TILE = 64,
    ERRDIFF_NARROW_HISTORY = 256,
    ERRDIFF_FEW_LEVELS = 4,
    ERRDIFF_NARROW_WINDOW_TAPS = 4
};

/* The kernels for which there is special code. For any other, the steps read the taps. */
enum errdiff_narrow_kernel {
    ERRDIFF_NARROW_FLOYD_STEINBERG,
    ERRDIFF_NARROW_SIERRA_LITE,
    ERRDIFF_NARROW_ATKINSON,
    ERRDIFF_NARROW_FAN,           /* without a mask */
    ERRDIFF_NARROW_SHIAU_FAN_2,   /* with two levels and no mask */
    ERRDIFF_NARROW_SIERRA_3,      /* with two levels, in halves, see below */
    ERRDIFF_NARROW_PAIRS,         /* taps with |dx| ≤ 2 and dy ≤ 2 whose sums have 32 bits */
    ERRDIFF_NARROW_FIVE_BY_THREE, /* enough taps with |dx| ≤ 2 and dy ≤ 2 */
    ERRDIFF_NARROW_ANY
};

enum errdiff_narrow_levels {
    ERRDIFF_NARROW_TWO,  /* errors are held with a bias, see below */
    ERRDIFF_NARROW_FEW,  /* at most ERRDIFF_FEW_LEVELS: one comparison for each threshold */
    ERRDIFF_NARROW_MANY, /* the level is computed by multiplications */
    ERRDIFF_NARROW_DEEP, /* all 256 levels of 8 bits, for samples of 16 bits, see below */
    ERRDIFF_NARROW_FINE  /* 512, 1024, 2048 or 4096 levels of 16 bits, see below */
};

/*
 * With two levels, lanes hold e' = e + 2039. This is 0..4079: no error is below −2039, since a
 * white pixel has s > 8·W and so e > 8·W − 16·W, and a black pixel has e = s ≥ c, a weighted mean
 * of errors that are not below −2039 either. Then
 *
 *     s' = s + 2039 = floor((Σ weight · e' + half') / D) + 16·v
 *     e' = s' − 16·W if this is not negative, else s'
 *
 * where half' is the rounding constant, corrected for the bias. As unsigned numbers, e' is the
 * smaller one of s' and s' − 16·W, so no pixel waits for a comparison of the pixel before it.
 */
enum { ERRDIFF_NARROW_ERROR_BIAS = 8 * UINT8_MAX - 1 };

/*
 * 256 levels that are written as 8 bits are 257 apart in 16 bits. With v = 257 · h + r and r in
 * 0..256, the level is h or h + 1: r is dithered to two levels, of which white is 257. With
 * u = s − 16 · 257 · h = 16 · r + c
 *
 *     q = h + 1 if u > 8 · 257, else h       e = u − 16 · 257 · (q − h)
 *
 * No error is below −2055: an upper level has u > 8 · 257, and a lower one e = u ≥ c, as with two
 * levels. So it is never h − 1, for which u would have to be −2056 or less. Nor is it ever h + 2,
 * or 256, since c is at most 2056, and r is 0 where h is 255. Lanes hold e' = e + 2055, 0..4111.
 *
 * Sums of Floyd and Steinberg's kernel have 17 bits: 16 · 4111 + 8. With `a` what comes from the
 * row above, and b = e' of the left neighbor, neither part of the following sum is negative or has
 * more than 16 bits, and half of it is an instruction, (x + y + 1) >> 1:
 *
 *     floor((a + 7 · b + 8) / 16) + 257 = floor((a + 8 − 1 + 16 · 257 − b + 8 · b + 1) / 2) >> 3
 */
enum {
    ERRDIFF_NARROW_DEEP_STEP = UINT16_MAX / UINT8_MAX,
    ERRDIFF_NARROW_DEEP_BIAS = 8 * ERRDIFF_NARROW_DEEP_STEP - 1
};

/*
 * L = 2^n levels of 16 bits, from 9 to 12 bits, are w = 2^(16 − n) or w + 1 apart:
 *
 *     o(i) = w · i + (x(i) >> n)      x(i) = (w − 1) · i + (i >> (2 · n − 16)) + 2^(n − 1)
 *     o(i + 1) − o(i) = w + ((x(i) + w − 1) >> n) − (x(i) >> n)
 *
 * The level below a sample v is guessed as g = high(v, level_factor) >> (16 − n), with high(a, b) =
 * (a · b) >> 16. If v itself is a level, the guess may be the one below it. No |e| or |c| is above
 * 8 · (w + 1), so 16 bits hold s − 16 · o(g). If
 *
 *     −8 · w < c ≤ 8 · w
 *
 * the level is g or g + 1: it may only be another one if v is a level and c is outside these
 * bounds. That is rare, since only steps of w + 1 leave such errors, and most neighbors must have
 * them. A block of steps in which it happens is run once more, by code that compares with three
 * steps around v. So that a bit tells it, sums are rounded to c + 8 · w − 1, which is less than
 * 16 · w, a power of two, inside the bounds.
 */
struct errdiff_narrow_fine {
    int bits; /* n */
    uint16_t level_factor;
};

/*
 * Sums of Sierra's kernel of three rows, with D = 32 and two levels, have 17 bits. With weight =
 * 2 · h + o, where o is 0 or 1,
 *
 *     floor((Σ weight · e' + 16) / 32) = floor((Σ h · e' + floor((Σ o · e' + 16) / 2)) / 16)
 *
 * The sums of h · e' and of o · e' are added up on their own, in lines of their own: line k has the
 * former, line k + 2 the latter. Together they are at most (32 · 4079 + 16) / 2 < 2^16.
 */
enum { ERRDIFF_NARROW_HALVES_LINES = 2 };

/*
 * Errors of 8-bit samples always fit in 16 bits, since the rule clamps them. With PAIRS their sums,
 * and what lines hold of them, have 32 bits (narrow_pairs.h). Weights and rounding constant are
 * multiplied so that the divisor is 2^15, whatever the kernel. If c is no more than
 * INT16_MAX − 16·W, s has 16 bits.
 */
enum { ERRDIFF_NARROW_PAIR_SHIFT = 15 };

/*
 * The levels of a channel.
 *
 * FEW: the output is the sum of all step[i] with s > threshold[i].
 *
 * MANY: with high(a, b) = (a · b) >> 16, and s clamped to 0..16·W,
 *
 *     l = high(16 · s, level_factor) >> level_shift              is the level or the one below it
 *     o(i) = high(i · output_scale + output_offset, output_factor) >> 7
 *
 * and the level is l + 1 if s > 8 · (o(l) + o(l + 1)), else l.
 */
struct errdiff_narrow_quantizer {
    int16_t threshold[ERRDIFF_FEW_LEVELS - 1]; /* above every s if there are fewer levels */
    int16_t step[ERRDIFF_FEW_LEVELS - 1];
    uint16_t level_factor, level_shift;
    uint16_t output_scale, output_offset, output_factor;
};

struct errdiff_narrow_plan {
    enum errdiff_narrow_kernel kernel;
    enum errdiff_narrow_levels levels;
    int shift;             /* of the rounding */
    int half;              /* likewise */
    int error_bias;        /* what a lane holds for e = 0 */
    int depth;             /* the largest delay */
    int16_t weights[3][5]; /* of a kernel of 5 × 3, from dx = −2; with PAIRS, multiplied */
    int32_t pair_half;     /* the rounding constant with PAIRS */
    /* Those of the channels, over and over, so that a block of steps may begin at any channel. */
    struct errdiff_narrow_quantizer quantizers[5];
    struct errdiff_narrow_fine fine; /* of all channels */
};

/* Sets the numbers with which FINE computes levels. Returns false if there are none for the levels
 * of a channel. */
bool errdiff_narrow_fine_make(struct errdiff_narrow_fine *fine,
                              const struct errdiff_quantizer *quantizer);

/* Plans a job for this lane kernel: fills *plan, and sets wave->bias_sum. *wave is from
 * errdiff_wave_of. Returns false if the lane kernel cannot run the job; *wave is then unchanged. */
bool errdiff_narrow_plan(struct errdiff_narrow_plan *plan, struct errdiff_wave *wave);

extern const struct errdiff_lane_kernel errdiff_narrow_avx512, errdiff_narrow_avx2,
    errdiff_narrow_sse41, errdiff_narrow_neon, errdiff_narrow_c;

#endif

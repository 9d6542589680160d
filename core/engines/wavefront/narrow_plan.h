/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The form of the wavefront with 16-bit lanes: 8-bit samples and levels, for kernels whose sums fit
 * in 16 bits and whose division is a shift. README.md explains why 16 bits are enough.
 */
#ifndef ERRDIFF_NARROW_PLAN_H
#define ERRDIFF_NARROW_PLAN_H

#include "band.h"

enum { ERRDIFF_NARROW_TILE = 64, ERRDIFF_NARROW_HISTORY = 256, ERRDIFF_FEW_LEVELS = 4 };

/* A tap as a step needs it. */
struct errdiff_narrow_tap {
    int16_t delay; /* steps, 1..ERRDIFF_NARROW_HISTORY */
    int16_t weight;
};

/* The kernels that have code of their own; the others are read from the taps. */
enum errdiff_narrow_kernel {
    ERRDIFF_NARROW_FLOYD_STEINBERG,
    ERRDIFF_NARROW_SIERRA_LITE,
    ERRDIFF_NARROW_ATKINSON,
    ERRDIFF_NARROW_ANY
};

enum errdiff_narrow_levels {
    ERRDIFF_NARROW_TWO, /* with errors that are never negative, see below */
    ERRDIFF_NARROW_FEW, /* at most ERRDIFF_FEW_LEVELS: one comparison for each threshold */
    ERRDIFF_NARROW_MANY /* the level is reckoned */
};

/*
 * With two levels lanes hold e' = e + 2039, which is 0..4079: no error is below −2039, since one of
 * a white pixel is more than 8·W − 16·W, and one of a black pixel is a mean of others or more. Then
 *
 *     s' = s + 2039 = floor((Σ weight · e' + half) / D) + 16·v        half made up for the 2039s
 *     e' = s' or, if that is not negative, s' − 16·W
 *
 * which is the smaller one without signs: no comparison is in the chain from pixel to pixel.
 */
enum { ERRDIFF_NARROW_NO_ERROR = 8 * UINT8_MAX - 1 };

/*
 * The levels of a channel.
 *
 * Few: s > threshold[i] takes a further step[i].
 * Many: of s, clamped to 0..16·W, times 16, the high half of the product with `level_factor`,
 * shifted right by level_shift, is the level or the one below it; i · output_scale + output_offset,
 * times output_factor, high half, shifted right by 7, is o(i).
 */
struct errdiff_narrow_quantizer {
    int16_t threshold[ERRDIFF_FEW_LEVELS - 1]; /* beyond every s where there are fewer levels */
    int16_t step[ERRDIFF_FEW_LEVELS - 1];
    uint16_t level_factor, level_shift;
    uint16_t output_scale, output_offset, output_factor;
};

struct errdiff_narrow_plan {
    enum errdiff_narrow_kernel kernel;
    enum errdiff_narrow_levels levels;
    int shift;    /* of the rounding */
    int half;     /* likewise */
    int no_error; /* what a lane holds for e = 0 */
    int depth;    /* largest delay */
    struct errdiff_narrow_tap taps[ERRDIFF_MAX_TAPS];
    int first_tap[ERRDIFF_MOST_LINES + 2]; /* the first with dy = 0, 1, …; past the last one */
    /* One a channel, and over again, so that a block may begin at any channel. */
    struct errdiff_narrow_quantizer quantizers[5];
};

/* Fills *plan, and the skew of *wave, whose job and samples are set. FALSE: the form cannot run
 * this job. */
bool errdiff_narrow_plan(struct errdiff_narrow_plan *plan, struct errdiff_wave *wave);

extern const struct errdiff_form errdiff_narrow_avx512, errdiff_narrow_avx2, errdiff_narrow_sse41,
    errdiff_narrow_c;

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lane kernel with 32-bit lanes: it has every part of the rule except serpentine order.
 * README.md says when each version of its code runs. */
#ifndef ERRDIFF_WIDE_PLAN_H
#define ERRDIFF_WIDE_PLAN_H

#include "band.h"

enum {
    ERRDIFF_WIDE_TILE = 96,
    ERRDIFF_WIDE_HISTORY = 512,
    ERRDIFF_WIDE_LEVELS = 4, /* at most so many are compared with each threshold */
    ERRDIFF_WIDE_COLORS = 32 /* at most so many are compared one by one */
};

/* The kernels for which there is special code. For any other, the steps read the taps. */
enum errdiff_wide_kernel {
    ERRDIFF_WIDE_FLOYD_STEINBERG,
    ERRDIFF_WIDE_FIVE_BY_THREE, /* taps with |dx| ≤ 2 and dy ≤ 2 */
    ERRDIFF_WIDE_PAIRS,         /* the same with errors held in pairs, see below */
    ERRDIFF_WIDE_ANY,
    ERRDIFF_WIDE_TONES /* weights that depend on the tone */
};

enum errdiff_wide_rounding {
    ERRDIFF_WIDE_SHIFT,
    ERRDIFF_WIDE_FLOAT, /* the sum is small enough for floats to be exact */
    ERRDIFF_WIDE_DOUBLE
};

enum errdiff_wide_decision {
    ERRDIFF_WIDE_TWO_LEVELS, /* errors are held with a bias, as in narrow_plan.h */
    ERRDIFF_WIDE_FEW_LEVELS,
    ERRDIFF_WIDE_FEW_COLORS, /* 8 bits, the nearest color by its RGB values */
    ERRDIFF_WIDE_LANE_BY_LANE
};

/*
 * The errors of 8-bit samples fit in 16 bits. A lane can therefore hold a pair of errors: in its
 * low half that of its pixel, in its high half that of the pixel before. One multiply-add of 16-bit
 * numbers then serves two taps.
 */
static inline int32_t errdiff_wide_pair(int32_t low, int32_t high)
{
    return (int32_t)((uint32_t)(uint16_t)low | (uint32_t)(uint16_t)high << 16);
}

/* Levels of a channel: s > threshold[i] adds step[i] to the output and stored[i] to the sample. */
struct errdiff_wide_quantizer {
    int32_t threshold[ERRDIFF_WIDE_LEVELS - 1];
    int32_t step[ERRDIFF_WIDE_LEVELS - 1]; /* with 4 fractional bits */
    int32_t stored[ERRDIFF_WIDE_LEVELS - 1];
};

/*
 * Color i with components p, 8 bits each. |u − 16·p|² + i, less |u|², is 256·|p|² − 32·p·u + i, or
 *
 *     constant + red_green · u + blue · u        as 16-bit factors
 *
 * Without i it is a multiple of 32. So the smallest of these has the number of the nearest color in
 * its last bits; of equally near ones, that of the first. 16 bits hold u, which is
 * −16·255..32·255, and −32·p.
 */
struct errdiff_wide_colors {
    int count;
    int32_t constant[ERRDIFF_WIDE_COLORS];
    int32_t red_green[ERRDIFF_WIDE_COLORS]; /* two 16-bit factors */
    int32_t blue[ERRDIFF_WIDE_COLORS];
    int32_t packed[ERRDIFF_WIDE_COLORS]; /* p: red, green << 8, blue << 16 */
    int32_t stored[ERRDIFF_WIDE_COLORS]; /* the samples to write, in the same way */
    bool has_other_stored;               /* they are not those of p */
};

struct errdiff_wide_plan {
    enum errdiff_wide_kernel kernel;
    enum errdiff_wide_rounding rounding;
    enum errdiff_wide_decision decision;
    bool in_registers;     /* in tiles whose samples are all dithered, errors stay in registers */
    int half;              /* of the rounding */
    int error_bias;        /* what a lane holds for e = 0; not 0 with two levels */
    int depth;             /* the largest delay */
    int32_t weights[3][5]; /* of a kernel of 5 × 3, from dx = −2 */
    struct errdiff_wide_quantizer quantizers[3];
    struct errdiff_wide_colors colors;
};

/* Returns whether this lane kernel can run a job: it is not in serpentine order, and no tap has too
 * long a delay. Whatever narrow can run, this can, too. */
bool errdiff_wide_can_run(const struct errdiff_job *job);

/* Plans a job that this lane kernel can run: fills *plan, and sets wave->bias_sum. *wave is from
 * errdiff_wave_of. */
void errdiff_wide_plan(struct errdiff_wide_plan *plan, struct errdiff_wave *wave);

extern const struct errdiff_lane_kernel errdiff_wide_avx512, errdiff_wide_avx2, errdiff_wide_sse41,
    errdiff_wide_neon, errdiff_wide_c;

#endif

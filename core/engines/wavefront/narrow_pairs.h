/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the steps of the narrow lane kernel collect if sums need more than 16 bits
 * (struct errdiff_narrow_plan). Compiled with the lane kernel, once for each instruction set.
 *
 * Two vectors with 32-bit lanes stand for one with 16-bit lanes: `low` for those that are the lower
 * halves of 32-bit lanes, and `high` for those that are the upper halves. Of errors they have
 * pairs: in the lower half the error of a pixel, in the upper half that of the pixel before it. One
 * multiply-add of 16-bit numbers then serves two taps.
 */
#ifndef ERRDIFF_NARROW_PAIRS_H
#define ERRDIFF_NARROW_PAIRS_H

#include "base/vector.h"
#include "narrow_plan.h"

struct twins {
    v32 low, high;
};

struct pair_collector {
    int channels, skew, line_count;
    v32 half;
    v32 own_weights;   /* of the taps at dx = 1 and 2 in the same row */
    v32 weights[3][3]; /* of those at dx = −2, 0 and 2, and dx + 1, by dy */
    const int32_t *from[2];
    int32_t *to[2];
};

INLINE struct twins pair_errors(v16 error, v16 before)
{
    return (struct twins){
        .low = (v32)v16_halves(error, (v16)((v32)before << 16)),
        .high = (v32)v16_halves((v16)((v32u)error >> 16), before),
    };
}

/* The errors in the lower halves of the pairs. */
INLINE v16 first_of_pairs(const struct twins *pairs)
{
    return v16_halves((v16)pairs->low, (v16)(pairs->high << 16));
}

INLINE v32 pair_weights(int low, int high)
{
    return v32_all((int32_t)((uint32_t)(uint16_t)low | (uint32_t)(uint16_t)high << 16));
}

INLINE void prepare_pairs(struct pair_collector *collector, const struct errdiff_band *band,
                          int channels, int64_t step)
{
    const struct errdiff_narrow_plan *plan = band->wave->plan;
    collector->channels = channels;
    collector->skew = band->wave->skew;
    collector->line_count = band->wave->line_count;
    collector->half = v32_all(plan->pair_half);
    collector->own_weights = pair_weights(plan->weights[0][3], plan->weights[0][4]);
    for (int dy = 1; dy < 3; dy++) {
        const int16_t *weights = plan->weights[dy];
        collector->weights[dy][0] = pair_weights(weights[0], weights[1]);
        collector->weights[dy][1] = pair_weights(weights[2], weights[3]);
        collector->weights[dy][2] = pair_weights(weights[4], 0);
    }
    for (int line = 0; line < collector->line_count; line++) {
        collector->from[line] = (const int32_t *)band->from[line] + step;
        collector->to[line] = (int32_t *)band->to[line] + step;
    }
}

INLINE struct twins add_twins(struct twins a, struct twins b)
{
    return (struct twins){.low = a.low + b.low, .high = a.high + b.high};
}

INLINE struct twins products(struct twins pairs, v32 weights)
{
    return (struct twins){.low = v16_sum_of_products((v16)pairs.low, (v16)weights),
                          .high = v16_sum_of_products((v16)pairs.high, (v16)weights)};
}

/* The sum over the taps with dy = line + 1; `pairs` is where the errors of this step will be. With
 * a slope of 1 the first ones read may be those of this very step. Any numbers may be there, since
 * they are multiplied by 0: such a kernel has no taps with dx < 0 and dy = 1. */
INLINE struct twins sum_pairs_below(const struct pair_collector *collector, int line,
                                    const struct twins *pairs)
{
    const v32 *weights = collector->weights[line + 1];
    const struct twins *above = pairs - (line + 1) * collector->skew;
    int c = collector->channels;
    return add_twins(add_twins(products(above[-2 * c], weights[2]), products(above[0], weights[1])),
                     products(above[2 * c], weights[0]));
}

/* Stores what a line gets in step i of the block, for the rows below the band. Returns the sums
 * moved by one lane. */
INLINE struct twins pass_twins_to_line(const struct pair_collector *collector, int line, int i,
                                       struct twins sums)
{
    v32 last = v32_load_first(collector->from[line] + i);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    v32_store_first(collector->to[line] + i, sums.high);
    return (struct twins){.low = v32_from_next(sums.high, last), .high = sums.low};
#else
    v32_store_first(collector->to[line] + i, sums.low);
    return (struct twins){.low = sums.high, .high = v32_from_next(sums.low, last)};
#endif
}

/* Returns c for step i of the block; `last` has the pairs of the previous pixel. */
INLINE v16 collect_pairs(const struct pair_collector *collector, int i, const struct twins *pairs,
                         struct twins last)
{
    struct twins sums = {.low = collector->half, .high = collector->half};
    if (collector->line_count > 0) {
        struct twins below = sum_pairs_below(collector, 0, pairs);
        if (collector->line_count == 2)
            below = add_twins(
                below, pass_twins_to_line(collector, 1, i, sum_pairs_below(collector, 1, pairs)));
        sums = add_twins(sums, pass_twins_to_line(collector, 0, i, below));
    }
    sums = add_twins(sums, products(last, collector->own_weights));
    return v16_halves((v16)(sums.low >> ERRDIFF_NARROW_PAIR_SHIFT),
                      (v16)(sums.high << (16 - ERRDIFF_NARROW_PAIR_SHIFT)));
}

#endif

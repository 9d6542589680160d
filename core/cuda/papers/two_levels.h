/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rule for a pixel of 8-bit gray with two levels, as far as blocks need it: a few operations
 * on numbers that are in registers, instead of tables. */
#ifndef ERRDIFF_TWO_LEVELS_H
#define ERRDIFF_TWO_LEVELS_H

#include "block_pixel.h"

enum { ERRDIFF_FEW_TAPS = 4 };

struct errdiff_two_levels {
    int32_t value_scale, half;
    int shift; /* s = (Σ weight · e + value_scale · v + half) >> shift */
    int32_t white, threshold;
};

/* Returns whether the rule of a job, whose tables are in host memory, is of this kind, and sets
 * *levels. In such a job no error can leave −16·W..16·W, so nothing is clamped. */
static inline bool errdiff_two_levels_make(struct errdiff_two_levels *levels,
                                           const struct errdiff_job *job)
{
    const struct errdiff_pixel_rule *rule = &job->rule;
    if (!job->analysis.has_fast_path || !job->analysis.is_mean || job->analysis.has_mask ||
        rule->channels != 1 || job->in.bits != 8 || rule->quantizers->level_count != 2 ||
        rule->rounding.kind != ERRDIFF_ROUND_SHIFT)
        return false;
    levels->shift = rule->rounding.shift;
    levels->half = rule->rounding.half;
    levels->value_scale = 1 << (ERRDIFF_FRACTION_BITS + levels->shift);
    levels->white = rule->quantizers->white;
    levels->threshold = rule->quantizers->threshold[0];
    return true;
}

/* Decides a pixel with the given sum of weighted errors. Sets *is_white, and returns the error. */
HOST_DEVICE_INLINE int32_t errdiff_two_levels_decide(const struct errdiff_two_levels *levels,
                                                     int32_t value, int32_t sum, bool *is_white)
{
    int32_t modified = (sum + value * levels->value_scale + levels->half) >> levels->shift;
    *is_white = modified > levels->threshold;
    return *is_white ? modified - levels->white : modified;
}

/* A pixel's taps in the tile, with a constant number of them. Those that a kernel lacks have the
 * weight 0. When scattering, what goes to the next pixel of the row is not among them: its thread
 * keeps it, so that no two rows add to the same word in one step. */
struct errdiff_few_taps {
    int32_t distance[ERRDIFF_FEW_TAPS], weight[ERRDIFF_FEW_TAPS];
    int32_t next_weight; /* when scattering */
};

/* Returns false if there are too many taps, or if two rows would add to the same word. */
static inline bool errdiff_few_taps_make(struct errdiff_few_taps *taps,
                                         const struct errdiff_device_job *job,
                                         const struct errdiff_block_plan *plan, bool scatter)
{
    const struct errdiff_few_taps none = {{0}, {0}, 0};
    int count = 0;
    *taps = none;
    for (int i = 0; i < job->tap_count; i++) {
        const errdiff_tap *tap = &job->taps[i];
        if (scatter && tap->dy == 0 && tap->dx == 1) {
            taps->next_weight = tap->weight;
            continue;
        }
        if (count == ERRDIFF_FEW_TAPS)
            return false;
        for (int k = 0; k < job->tap_count; k++)
            if (scatter && job->taps[k].dy != tap->dy && job->taps[k].dy > 0 &&
                job->taps[k].dx + job->slope * job->taps[k].dy == tap->dx + job->slope * tap->dy)
                return false;
        taps->distance[count] = plan->taps[i].distance;
        taps->weight[count++] = tap->weight;
    }
    return true;
}

/* Dithers a pixel by error collection. `here` is its place in the tile. Returns whether it is
 * white. */
HOST_DEVICE_INLINE bool errdiff_bwec_two_levels(const struct errdiff_two_levels *levels,
                                                const struct errdiff_few_taps *taps, int32_t value,
                                                int32_t *here)
{
    int32_t sum = 0;
    bool is_white;
    for (int i = 0; i < ERRDIFF_FEW_TAPS; i++)
        sum += taps->weight[i] * here[-taps->distance[i]];
    *here = errdiff_two_levels_decide(levels, value, sum, &is_white);
    return is_white;
}

/* Dithers a pixel by scattering, as errdiff_bwec_two_levels does by collecting. *next is what the
 * row's pixel before left for this one, and what this one leaves for the next. */
HOST_DEVICE_INLINE bool errdiff_bwed_two_levels(const struct errdiff_two_levels *levels,
                                                const struct errdiff_few_taps *taps, int32_t value,
                                                int32_t *here, int32_t *next)
{
    int32_t sums[ERRDIFF_FEW_TAPS];
    bool is_white;
    for (int i = 0; i < ERRDIFF_FEW_TAPS; i++)
        sums[i] = here[taps->distance[i]];
    int32_t error = errdiff_two_levels_decide(levels, value, *here + *next, &is_white);
    for (int i = 0; i < ERRDIFF_FEW_TAPS; i++)
        if (taps->weight[i] != 0)
            here[taps->distance[i]] = sums[i] + taps->weight[i] * error;
    *next = taps->next_weight * error;
    return is_white;
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds levels, of any number, in 32-bit lanes. struct errdiff_wide_levels says how. */
#ifndef ERRDIFF_WIDE_LEVELS_H
#define ERRDIFF_WIDE_LEVELS_H

#include "vector.h"
#include "wide_plan.h"

/* The level q in each lane. */
struct level {
    v32 number;
    v32 output; /* 16 · o(q) */
    v32 sample; /* what is written for it */
};

INLINE v32 value_of_sample(const struct errdiff_wide_levels *levels, v32 sample)
{
    return sample + ((sample << 8) & levels->times_256);
}

INLINE struct level find_even_level(const struct errdiff_wide_levels *levels, v32 inside)
{
    v32f place = __builtin_convertvector(inside, v32f) * levels->levels_per_value;
    v32 lower = v32_min(__builtin_convertvector(place, v32), v32_all(levels->last_pair));
    v32u fraction = (v32u)lower * levels->factor + levels->offset;
    v32 low = (v32)(fraction >> 16), high = (v32)((fraction + levels->factor) >> 16);
    mask32 is_upper = v32_above(inside, value_of_sample(levels, low + high) << 3);
    v32 sample = v32_add_where(is_upper, low, high - low);
    return (struct level){.number = v32_add_where(is_upper, lower, v32_all(1)),
                          .output = value_of_sample(levels, sample) << ERRDIFF_FRACTION_BITS,
                          .sample = sample};
}

SEPARATE static struct level find_uneven_level(const struct errdiff_wide_levels *levels, v32 inside)
{
    const int32_t *table = (const int32_t *)levels->levels;
    v32 bucket = inside >> levels->bucket_shift;
    v32 lower = v32_min(v32_gather_bytes(levels->first_level, bucket), v32_all(levels->last_pair));
    v32 low = v32_gather(table, lower), high = v32_gather(table + 1, lower);
    v32 sum = (low & UINT16_MAX) + (high & UINT16_MAX);
    mask32 is_upper = v32_above(inside, sum << 3);
    v32 level = v32_add_where(is_upper, low, high - low);
    return (struct level){.number = v32_add_where(is_upper, lower, v32_all(1)),
                          .output = (level & UINT16_MAX) << ERRDIFF_FRACTION_BITS,
                          .sample = (v32)((v32u)level >> 16)};
}

/* The level of a modified value that was clamped to 0..16·W. */
INLINE struct level find_level(const struct errdiff_wide_levels *levels, v32 inside)
{
    return levels->are_even ? find_even_level(levels, inside) : find_uneven_level(levels, inside);
}

/* 8 · (o(i + 1) − o(i)), for i in 0..L−2. */
INLINE v32 half_step_at(const struct errdiff_wide_levels *levels, v32 i)
{
    if (levels->are_even) {
        v32u fraction = (v32u)i * levels->factor + levels->offset;
        v32 step = (v32)((fraction + levels->factor) >> 16) - (v32)(fraction >> 16);
        return value_of_sample(levels, step) << (ERRDIFF_FRACTION_BITS - 1);
    }
    const int32_t *table = (const int32_t *)levels->levels;
    v32 low = v32_gather(table, i), high = v32_gather(table + 1, i);
    return ((high & UINT16_MAX) - (low & UINT16_MAX)) << (ERRDIFF_FRACTION_BITS - 1);
}

/* Half the distance of the two levels around each modified value, as errdiff_half_step. */
INLINE v32 half_step_around(const struct errdiff_wide_levels *levels, v32 white, v32 modified)
{
    struct level level = find_level(levels, v32_clamp(modified, v32_all(0), white));
    v32 below = v32_sub_where(v32_above(level.output, modified), level.number, v32_all(1));
    return half_step_at(levels, v32_clamp(below, v32_all(0), v32_all(levels->last_pair)));
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds levels, of any number, in 32-bit lanes. struct errdiff_wide_levels says how. */
#ifndef ERRDIFF_WIDE_LEVELS_H
#define ERRDIFF_WIDE_LEVELS_H

#include "base/vector.h"
#include "wide_plan.h"

/* The level q in each lane. */
struct level {
    v32 number;
    v32 output; /* 16 · o(q) */
    v32 sample; /* what is written for it */
};

/* 2^bits · o(i) of a level that is written as `sample`. */
INLINE v32 output_of_sample(v32 sample, bool is_scaled, int bits)
{
    v32 output = sample << bits;
    return is_scaled ? output + (output << 8) : output;
}

/* No s is farther outside than the largest weight can amplify errors, 2048 · 16 · W, so the product
 * is less than 2048 · 256. */
INLINE struct level find_even_level(const struct errdiff_wide_levels *levels, bool is_scaled,
                                    v32 decided)
{
    v32 lower = v32_clamp(v32_floor_of_product(decided, levels->levels_per_value), v32_all(0),
                          v32_all(levels->last_pair));
    v32u fraction = (v32u)lower * levels->factor + levels->offset;
    v32 low = (v32)(fraction >> 16), high = (v32)((fraction + levels->factor) >> 16);
    v32 low_output = output_of_sample(low, is_scaled, ERRDIFF_FRACTION_BITS);
    v32 high_output = output_of_sample(high, is_scaled, ERRDIFF_FRACTION_BITS);
    mask32 is_upper =
        v32_above(decided, output_of_sample(low + high, is_scaled, ERRDIFF_FRACTION_BITS - 1));
    return (struct level){.number = v32_add_where(is_upper, lower, v32_all(1)),
                          .output = v32_add_where(is_upper, low_output, high_output - low_output),
                          .sample = v32_add_where(is_upper, low, high - low)};
}

/* q · equal_step has 16 bits. */
INLINE struct level find_equal_level(const struct errdiff_wide_levels *levels, bool is_scaled,
                                     v32 white, v32 decided)
{
    v32 inside = v32_clamp(decided, v32_all(0), white);
    v32 number = v32_floor_of_product(inside + levels->before_step, levels->levels_per_value);
    v32 sample = (v32)((v16)number * (v16)v32_all(levels->equal_step));
    return (struct level){.number = number,
                          .output = output_of_sample(sample, is_scaled, ERRDIFF_FRACTION_BITS),
                          .sample = sample};
}

/* The level of a number in errdiff_wide_levels.levels. */
INLINE struct level level_of_entry(v32 number, v32 entry)
{
    return (struct level){.number = number,
                          .output = (entry & UINT16_MAX) << ERRDIFF_FRACTION_BITS,
                          .sample = (v32)((v32u)entry >> 16)};
}

/* Compares with each threshold. Sets all but the number. */
INLINE struct level find_compared_level(const struct errdiff_wide_levels *levels, v32 decided)
{
    v32 entry = v32_all((int32_t)levels->levels[0]);
    for (int i = 0; i <= levels->last_pair; i++)
        entry = v32_add_where(v32_above(decided, v32_all(levels->threshold[i])), entry,
                              v32_all(levels->step[i]));
    return level_of_entry((v32){0}, entry);
}

SEPARATE static struct level look_up_level(const struct errdiff_wide_levels *levels, v32 white,
                                           v32 decided)
{
    const int32_t *table = (const int32_t *)levels->levels;
    v32 inside = v32_clamp(decided, v32_all(0), white);
    v32 bucket = inside >> levels->bucket_shift;
    v32 first = levels->fine_first_level ? v32_gather(levels->fine_first_level, bucket)
                                         : v32_gather_bytes(levels->first_level, bucket);
    v32 lower = v32_min(first, v32_all(levels->last_pair));
    v32 low = v32_gather(table, lower), high = v32_gather(table + 1, lower);
    v32 sum = (low & UINT16_MAX) + (high & UINT16_MAX);
    mask32 is_upper = v32_above(inside, sum << 3);
    return level_of_entry(v32_add_where(is_upper, lower, v32_all(1)),
                          v32_add_where(is_upper, low, high - low));
}

/* As find_even_level, for more levels. The product in floats would be too large if s were not
 * clamped. */
SEPARATE static struct level find_fine_level(const struct errdiff_wide_levels *levels, v32 white,
                                             v32 decided)
{
    v32 inside = v32_clamp(decided, v32_all(0), white);
    v32 lower =
        v32_min(v32_floor_of_product(inside, levels->levels_per_value), v32_all(levels->last_pair));
    v32u fraction = (v32u)lower * levels->factor + levels->offset;
    v32 whole = lower * levels->whole, low = whole + (v32)(fraction >> ERRDIFF_FINE_BITS);
    v32 high = whole + (v32)((fraction + levels->factor) >> ERRDIFF_FINE_BITS) + levels->whole;
    mask32 is_upper = v32_above(inside, (low + high) << (ERRDIFF_FRACTION_BITS - 1));
    v32 sample = v32_add_where(is_upper, low, high - low);
    return (struct level){.number = v32_add_where(is_upper, lower, v32_all(1)),
                          .output = sample << ERRDIFF_FRACTION_BITS,
                          .sample = sample};
}

/* The level for s, or for s + n + d, with its number. */
INLINE struct level find_numbered_level(const struct errdiff_wide_levels *levels, v32 white,
                                        v32 decided)
{
    if (levels->whole != 0)
        return find_fine_level(levels, white, decided);
    if (!levels->are_even)
        return look_up_level(levels, white, decided);
    if (levels->equal_step != 0)
        return levels->is_scaled ? find_equal_level(levels, true, white, decided)
                                 : find_equal_level(levels, false, white, decided);
    return levels->is_scaled ? find_even_level(levels, true, decided)
                             : find_even_level(levels, false, decided);
}

/* As find_numbered_level, without the number. */
INLINE struct level find_level(const struct errdiff_wide_levels *levels, v32 white, v32 decided)
{
    if (levels->are_compared)
        return find_compared_level(levels, decided);
    return find_numbered_level(levels, white, decided);
}

/* 8 · (o(i + 1) − o(i)), for i in 0..L−2. */
INLINE v32 half_step_at(const struct errdiff_wide_levels *levels, v32 i)
{
    if (levels->are_even) {
        v32u fraction = (v32u)i * levels->factor + levels->offset;
        v32 step = (v32)((fraction + levels->factor) >> 16) - (v32)(fraction >> 16);
        return output_of_sample(step, levels->is_scaled, ERRDIFF_FRACTION_BITS - 1);
    }
    const int32_t *table = (const int32_t *)levels->levels;
    v32 low = v32_gather(table, i), high = v32_gather(table + 1, i);
    return ((high & UINT16_MAX) - (low & UINT16_MAX)) << (ERRDIFF_FRACTION_BITS - 1);
}

/* 8 · (o(i + 1) − o(i)), where i is the last level that is not above the modified value, if levels
 * are compared. */
INLINE v32 compared_half_step(const struct errdiff_wide_levels *levels, v32 modified)
{
    int32_t output = levels->levels[1] & UINT16_MAX;
    int32_t step = output - (int32_t)(levels->levels[0] & UINT16_MAX);
    v32 half_step = v32_all(8 * step);
    for (int i = 1; i <= levels->last_pair; i++) {
        int32_t next = levels->levels[i + 1] & UINT16_MAX, change = next - output - step;
        mask32 is_reached = v32_above(modified, v32_all((output << ERRDIFF_FRACTION_BITS) - 1));
        half_step = v32_add_where(is_reached, half_step, v32_all(8 * change));
        step += change;
        output = next;
    }
    return half_step;
}

/* Half the distance of the two levels around each modified value, as errdiff_half_step. */
SEPARATE static v32 half_step_around(const struct errdiff_wide_levels *levels, v32 white,
                                     v32 modified)
{
    if (levels->are_compared)
        return compared_half_step(levels, modified);
    struct level level = find_numbered_level(levels, white, modified);
    v32 below = v32_sub_where(v32_above(level.output, modified), level.number, v32_all(1));
    return half_step_at(levels, v32_clamp(below, v32_all(0), v32_all(levels->last_pair)));
}

#endif

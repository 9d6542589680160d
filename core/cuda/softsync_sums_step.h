/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A step of a lane in the variant of cuda-softsync that passes sums from row to row: the work for
 * one pixel of a plane, used by the CUDA kernels and by a test on the CPU. */
#ifndef ERRDIFF_SOFTSYNC_SUMS_STEP_H
#define ERRDIFF_SOFTSYNC_SUMS_STEP_H

#include "softsync_sums_record.h"

#if defined(__CUDA_ARCH__)
#define ERRDIFF_UNROLL _Pragma("unroll")
#define ERRDIFF_UNROLL_NOT _Pragma("unroll 1")
#else
#define ERRDIFF_UNROLL
#define ERRDIFF_UNROLL_NOT
#endif

/* What a CUDA kernel is compiled for. The fields are constants there. */
struct errdiff_sums_form {
    struct errdiff_sums_shape shape;
    enum errdiff_sums_decision decision;
    bool has_offsets; /* errdiff_sums_needs_offsets */
};

/* The sums that a lane sends or receives in a step. All are biased. */
struct errdiff_sums {
    int32_t below[ERRDIFF_SUMS_MAX_REACH][3]; /* below[k] of each channel */
};

/* What a lane keeps from step to step: of each channel, errors[0] of the pixel before the current
 * one, errors[1] of the one before that, and so on. With weights by tone, errors[0] is the part of
 * it that the current pixel receives, and errors[1] the part for the pixel below it. */
struct errdiff_sums_row {
    int32_t errors[3][ERRDIFF_SUMS_MAX_AGES];
};

/* Whether wide roundings can occur. */
HOST_DEVICE_INLINE bool errdiff_sums_may_be_wide(const struct errdiff_sums_form *form)
{
    return form->decision == ERRDIFF_SUMS_CELLS ||
           (form->has_offsets &&
            (form->decision == ERRDIFF_SUMS_BUCKETS || form->decision == ERRDIFF_SUMS_WIDE_COLORS));
}

HOST_DEVICE_INLINE bool errdiff_sums_has_mark(const struct errdiff_sums_form *form)
{
    return !errdiff_sums_is_base_only(form->decision, form->shape.by_tone, form->has_offsets);
}

/* ---- Levels -------------------------------------------------------------------------------- */

struct errdiff_sums_choice {
    int32_t level;
    int32_t output; /* 16·o of the level */
};

/* The level q of s, which is clamped to 0..16·W, by the buckets. */
HOST_DEVICE_INLINE struct errdiff_sums_choice
errdiff_sums_choose(const struct errdiff_sums_levels *levels, const char *tables, int32_t inside)
{
    const errdiff_sums_bucket bucket =
        ((const errdiff_sums_bucket *)(tables + levels->buckets))[inside >> levels->bucket_shift];
    const int32_t low = (int32_t)(uint32_t)bucket;
    const uint32_t high = (uint32_t)(bucket >> 32);
    /* All ones above the threshold. Arithmetic is faster than a comparison on GPUs, and the level
     * in the lowest bits does not matter. */
    const int32_t is_above = (low - (inside << 8)) >> 31;
    struct errdiff_sums_choice choice;
    choice.level = (low & 255) - is_above;
    choice.output = (int32_t)(high & 0xFFFF) << ERRDIFF_FRACTION_BITS;
    choice.output += (int32_t)(high >> 16 << ERRDIFF_FRACTION_BITS) & is_above;
    return choice;
}

/* Half the distance of the two levels around s, as errdiff_half_step. */
HOST_DEVICE_INLINE int32_t errdiff_sums_half_step(const struct errdiff_sums_rule *rule,
                                                  const struct errdiff_sums_levels *levels,
                                                  const char *tables, int32_t modified)
{
    const int32_t *outputs = (const int32_t *)(tables + levels->outputs);
    const struct errdiff_sums_choice choice =
        errdiff_sums_choose(levels, tables, errdiff_clamp(modified, 0, rule->white));
    const int32_t is_below = modified < choice.output;
    const int32_t below = errdiff_clamp(choice.level - is_below, 0, levels->count - 2);
    return (outputs[below + 1] - outputs[below]) >> 1;
}

/* n + d from a record, for a channel with levels. */
HOST_DEVICE_INLINE int32_t errdiff_sums_offset(const int32_t *record, int32_t half_step,
                                               int32_t half_percents)
{
    const uint32_t amplitude = (uint32_t)half_step * (uint32_t)half_percents / 200u;
    return errdiff_noise((uint32_t)record[2], (int32_t)amplitude) + record[3];
}

/* Decides between two levels, by s: returns e. A pixel that is not dithered has so low a base that
 * it takes the lower level, and its limits are 0. */
HOST_DEVICE_INLINE int32_t errdiff_sums_decide_two(const struct errdiff_sums_rule *rule,
                                                   int32_t base, int32_t modified, uint32_t *level)
{
    const bool is_dithered = base > -ERRDIFF_SUMS_UNDITHERED / 2;
    const int32_t lowest = is_dithered ? -rule->white : 0;
    const int32_t highest = is_dithered ? 2 * rule->white : 0;
    /* All ones above the threshold. Arithmetic is faster than a comparison on GPUs. The clamp takes
     * place meanwhile: below the threshold e is not above its limit, above it not below. */
    const int32_t is_above = (rule->threshold - modified) >> 31;
    const int32_t clamped = errdiff_clamp(modified, lowest, highest);
    *level = (uint32_t)is_above & 1;
    return clamped + is_above * rule->white;
}

/*
 * Decides a channel with levels: returns what it leaves, which is e or, by a table without offsets
 * for weights by tone, e' (errdiff_parts_with). `place` is s + rule->origin.
 */
HOST_DEVICE_INLINE int32_t errdiff_sums_decide_level(const struct errdiff_sums_form *form,
                                                     const struct errdiff_sums_rule *rule,
                                                     const struct errdiff_sums_levels *levels,
                                                     const char *tables, const int32_t *record,
                                                     int32_t limit, int32_t half_percents,
                                                     int32_t place, uint32_t *level)
{
    int32_t sought = place;
    if (form->decision == ERRDIFF_SUMS_TABLE) {
        const int16_t *errors = (const int16_t *)(tables + levels->errors);
        if (form->has_offsets) {
            const int16_t *half_steps = (const int16_t *)(tables + levels->half_steps);
            sought += errdiff_sums_offset(record, half_steps[place], half_percents);
            sought = errdiff_clamp(sought, 0, rule->places - 1);
        }
        *level = ((const uint8_t *)(tables + levels->levels))[sought];
        if (form->has_offsets)
            return errdiff_clamp(place - sought + errors[sought], -limit, limit);
        return form->shape.by_tone && limit == 0 ? 0 : errors[sought];
    }
    if (form->has_offsets)
        sought = errdiff_near(place, rule->white) +
                 errdiff_sums_offset(record, errdiff_sums_half_step(rule, levels, tables, place),
                                     half_percents);
    const struct errdiff_sums_choice choice =
        errdiff_sums_choose(levels, tables, errdiff_clamp(sought, 0, rule->white));
    *level = (uint32_t)choice.level;
    return errdiff_clamp(place - choice.output, -limit, limit);
}

/* ---- Colors -------------------------------------------------------------------------------- */

HOST_DEVICE_INLINE int32_t errdiff_bits_of_float(float x)
{
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

HOST_DEVICE_INLINE float errdiff_float_of_bits(int32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

HOST_DEVICE_INLINE int32_t errdiff_sums_rank(const struct errdiff_sums_color *color,
                                             const int32_t sought[3])
{
    uint32_t rank = (uint32_t)color->number;
    ERRDIFF_UNROLL
    for (int c = 0; c < 3; c++)
        rank += (uint32_t)color->factor[c] * (uint32_t)sought[c];
    return (int32_t)rank;
}

/* The number of the color nearest to u, of all. */
HOST_DEVICE_INLINE int32_t errdiff_sums_nearest_of_all(const struct errdiff_sums_color *colors,
                                                       int32_t count, const int32_t sought[3])
{
    int32_t min_rank = INT32_MAX;
    ERRDIFF_UNROLL_NOT
    for (int32_t first = 0; first < count; first += ERRDIFF_SUMS_COLORS_AT_ONCE)
        ERRDIFF_UNROLL
    for (int32_t i = 0; i < ERRDIFF_SUMS_COLORS_AT_ONCE; i++) {
        const int32_t rank = errdiff_sums_rank(&colors[first + i], sought);
        min_rank = rank < min_rank ? rank : min_rank;
    }
    return min_rank & 255;
}

/* The number of the color of a list that is nearest to u. */
HOST_DEVICE_INLINE int32_t errdiff_sums_nearest_of_list(const struct errdiff_sums_color *colors,
                                                        const uint32_t *groups, uint32_t head,
                                                        const int32_t sought[3])
{
    const uint32_t first = head >> ERRDIFF_LIST_GROUP_BITS;
    const uint32_t count = head & ((1u << ERRDIFF_LIST_GROUP_BITS) - 1);
    int32_t min_rank = INT32_MAX;
    ERRDIFF_UNROLL_NOT
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t group = groups[first + i];
        ERRDIFF_UNROLL
        for (int k = 0; k < ERRDIFF_LIST_GROUP; k++) {
            const int32_t rank = errdiff_sums_rank(&colors[group >> 8 * k & 255], sought);
            min_rank = rank < min_rank ? rank : min_rank;
        }
    }
    return min_rank & 255;
}

/*
 * The number of the color of a list whose place in OKLab is nearest to a rough one, or -1 where
 * that leaves the nearest color open. The lowest 8 bits of a squared distance are the number of the
 * color, which makes it less by up to 2^-15 of itself. Let b² and a² be the second least and the
 * least one. As in errdiff_nearest_roughly, the color is the nearest one if b − a > M, and
 * b − a ≥ (b² − a²) / 2b.
 */
HOST_DEVICE_INLINE int32_t
errdiff_sums_nearest_in_oklab(const struct errdiff_sums_oklab_color *colors, const uint32_t *groups,
                              uint32_t head, const float place[3])
{
    const float margin = ERRDIFF_OKLAB_ROUGH_MARGIN, part = 1 + 0x1p-14f;
    const uint32_t first = head >> ERRDIFF_LIST_GROUP_BITS;
    const uint32_t count = head & ((1u << ERRDIFF_LIST_GROUP_BITS) - 1);
    int32_t least = INT32_MAX, second = errdiff_bits_of_float(0x1p62f);
    ERRDIFF_UNROLL_NOT
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t group = groups[first + i];
        ERRDIFF_UNROLL
        for (int k = 0; k < ERRDIFF_LIST_GROUP; k++) {
            const uint32_t number = group >> 8 * k & 255;
            const struct errdiff_sums_oklab_color *color = &colors[number];
            const float x = place[0] - color->place[0], y = place[1] - color->place[1],
                        z = place[2] - color->place[2];
            const int32_t bits = errdiff_bits_of_float(x * x + y * y + z * z);
            const int32_t distance = (bits & ~255) | (int32_t)number;
            const int32_t farther = distance < least ? least : distance;
            if (distance != least) /* the last number of a list is repeated */
                second = farther < second ? farther : second;
            least = distance < least ? distance : least;
        }
    }
    const float squared = errdiff_float_of_bits(second);
    const float difference = squared - errdiff_float_of_bits(least) * part;
    const bool is_certain =
        difference > 0 && difference * difference > 4 * margin * margin * part * squared;
    return is_certain ? least & 255 : -1;
}

/*
 * The number of the color nearest to u, of up to 16 whose values have 16 bits, or -1 where rough
 * distances leave that open. Differences are exact in floats, so squared distances are off by less
 * than 2^-21 of themselves, and by up to 2^-19 more because their lowest 4 bits are the number of
 * the color. Equal distances, of which the first color's counts, always are left open, except those
 * that are 0.
 */
HOST_DEVICE_INLINE int32_t errdiff_sums_nearest_of_wide(
    const struct errdiff_sums_wide_color *colors, int32_t count, const int32_t sought[3])
{
    const float certain = 1 + 0x1p-17f;
    const float u[3] = {(float)sought[0], (float)sought[1], (float)sought[2]};
    int32_t least = INT32_MAX, second = INT32_MAX;
    ERRDIFF_UNROLL_NOT
    for (int32_t first = 0; first < count; first += ERRDIFF_SUMS_COLORS_AT_ONCE)
        ERRDIFF_UNROLL
    for (int32_t i = 0; i < ERRDIFF_SUMS_COLORS_AT_ONCE; i++) {
        const struct errdiff_sums_wide_color *color = &colors[first + i];
        const float x = u[0] - color->value[0], y = u[1] - color->value[1],
                    z = u[2] - color->value[2];
        const int32_t bits = errdiff_bits_of_float(x * x + y * y + z * z);
        const int32_t distance = (bits & ~15) | (first + i);
        const int32_t farther = distance < least ? least : distance;
        second = farther < second ? farther : second;
        least = distance < least ? distance : least;
    }
    return errdiff_float_of_bits(second) > errdiff_float_of_bits(least) * certain ? least & 15 : -1;
}

/* The number of the color nearest to u by the tables of the rule. This is rarely needed, so it is
 * not inlined. */
HOST_DEVICE_OUTLINED int32_t errdiff_sums_nearest_by_cells(const struct errdiff_search *search,
                                                           int32_t red, int32_t green, int32_t blue)
{
    const int32_t u[3] = {red, green, blue};
    return errdiff_nearest(search, u);
}

/* The number of the color nearest to u in OKLab, found by its exact place. This is rarely needed,
 * so it is not inlined: the unrolled steps fit better into the cache for instructions. */
HOST_DEVICE_OUTLINED int32_t errdiff_sums_nearest_exactly(const struct errdiff_search *search,
                                                          int32_t red, int32_t green, int32_t blue)
{
    int32_t place[3] = {red, green, blue};
    errdiff_oklab_place(&search->light, place, place);
    return errdiff_nearest_place(search, place);
}

/* The number of the color nearest to u in OKLab. */
HOST_DEVICE_INLINE int32_t errdiff_sums_choose_in_oklab(const struct errdiff_sums_rule *rule,
                                                        const struct errdiff_search *search,
                                                        const char *tables, const int32_t sought[3])
{
    /* Lists are twice as wide as cells, which are twice as wide along lightness. */
    const float per_list = 1.0f / (1 << (ERRDIFF_OKLAB_CELL_SHIFT + 1));
    const float *lights = (const float *)(tables + rule->lights);
    const uint32_t *heads = (const uint32_t *)(tables + rule->heads);
    int32_t u[3];
    float light[3], place[3];
    ERRDIFF_UNROLL
    for (int c = 0; c < 3; c++) {
        u[c] = errdiff_clamp(sought[c], 0, rule->white);
        light[c] = lights[u[c]];
    }
    errdiff_oklab_rough_place(light, place);
    const int32_t list =
        errdiff_sums_list_of((int32_t)(place[0] * per_list), 2 * (int32_t)(place[1] * per_list),
                             2 * (int32_t)(place[2] * per_list));
    const int32_t nearest = errdiff_sums_nearest_in_oklab(
        (const struct errdiff_sums_oklab_color *)(tables + rule->colors),
        (const uint32_t *)(tables + rule->numbers), heads[list], place);
    return nearest >= 0 ? nearest : errdiff_sums_nearest_exactly(search, u[0], u[1], u[2]);
}

/* The number of the color that is chosen for u. */
HOST_DEVICE_INLINE int32_t errdiff_sums_choose_color(enum errdiff_sums_decision decision,
                                                     const struct errdiff_sums_rule *rule,
                                                     const struct errdiff_search *search,
                                                     const char *tables, const int32_t sought[3])
{
    const struct errdiff_sums_color *colors =
        (const struct errdiff_sums_color *)(tables + rule->colors);
    if (decision == ERRDIFF_SUMS_CELLS)
        return errdiff_nearest(search, sought);
    if (decision == ERRDIFF_SUMS_OKLAB)
        return errdiff_sums_choose_in_oklab(rule, search, tables, sought);
    if (decision == ERRDIFF_SUMS_COLORS)
        return errdiff_sums_nearest_of_all(colors, rule->color_count, sought);
    if (decision == ERRDIFF_SUMS_WIDE_COLORS) {
        const int32_t nearest = errdiff_sums_nearest_of_wide(
            (const struct errdiff_sums_wide_color *)(tables + rule->colors), rule->color_count,
            sought);
        return nearest >= 0
                   ? nearest
                   : errdiff_sums_nearest_by_cells(search, sought[0], sought[1], sought[2]);
    }
    const uint8_t *cell_of = (const uint8_t *)(tables + rule->cell_of) + ERRDIFF_VALUE_UNITS;
    const int32_t red = cell_of[sought[0]], green = cell_of[sought[1]], blue = cell_of[sought[2]];
    const uint32_t *heads = (const uint32_t *)(tables + rule->heads);
    return errdiff_sums_nearest_of_list(colors, (const uint32_t *)(tables + rule->numbers),
                                        heads[errdiff_sums_list_of(red, green, blue)], sought);
}

/* 16·p of a channel of a color. */
HOST_DEVICE_INLINE int32_t errdiff_sums_color_of(enum errdiff_sums_decision decision,
                                                 const struct errdiff_sums_rule *rule,
                                                 const struct errdiff_search *search,
                                                 const char *tables, uint32_t number, int c)
{
    if (decision == ERRDIFF_SUMS_CELLS)
        return search->colors[number][c];
    if (decision == ERRDIFF_SUMS_WIDE_COLORS)
        return (int32_t)((const struct errdiff_sums_wide_color *)(tables + rule->colors))[number]
            .value[c];
    if (decision == ERRDIFF_SUMS_OKLAB) {
        const struct errdiff_sums_oklab_color *colors =
            (const struct errdiff_sums_oklab_color *)(tables + rule->colors);
        return (int32_t)(colors[number].bytes >> 8 * c & 255) << ERRDIFF_FRACTION_BITS;
    }
    const struct errdiff_sums_color *colors =
        (const struct errdiff_sums_color *)(tables + rule->colors);
    return -(colors[number].factor[c] >> ERRDIFF_FRACTION_BITS);
}

/* Decides a pixel with a palette, as errdiff_decide does, with errors that are clamped to the
 * limit. */
HOST_DEVICE_INLINE bool errdiff_sums_decide_color(const struct errdiff_sums_form *form,
                                                  const struct errdiff_sums_rule *rule,
                                                  const struct errdiff_search *search,
                                                  const char *tables, const int32_t *record,
                                                  int32_t limit, const int32_t modified[3],
                                                  int32_t error[3], uint32_t *level)
{
    const int32_t white = rule->white;
    int32_t sought[3];
    ERRDIFF_UNROLL
    for (int c = 0; c < 3; c++) {
        sought[c] = modified[c];
        if (form->has_offsets)
            sought[c] = errdiff_near(modified[c], white) + record[4 + c];
        sought[c] = errdiff_clamp(sought[c], -white, 2 * white);
    }
    *level = (uint32_t)errdiff_sums_choose_color(form->decision, rule, search, tables, sought);
    bool is_clamped = false;
    ERRDIFF_UNROLL
    for (int c = 0; c < 3; c++) {
        const int32_t color =
            errdiff_sums_color_of(form->decision, rule, search, tables, *level, c);
        const int32_t difference = modified[c] - color;
        error[c] = errdiff_clamp(difference, -limit, limit);
        is_clamped |= error[c] != difference;
    }
    return is_clamped && limit != 0;
}

/* ---- Sums ---------------------------------------------------------------------------------- */

/* What the current pixel receives: `above`, and what the pixels of its own row leave. */
HOST_DEVICE_INLINE int32_t errdiff_sums_of_pixel(const struct errdiff_sums_shape *shape,
                                                 const struct errdiff_sums_rule *rule,
                                                 int32_t above, const int32_t *errors)
{
    int32_t sum = above;
    if (shape->by_tone)
        return above + errors[0];
    /* The latest error comes last in the chain of additions. */
    ERRDIFF_UNROLL
    for (int dx = ERRDIFF_SUMS_MAX_REACH; dx >= 1; dx--)
        if (dx <= shape->reach)
            sum += rule->weights[0][ERRDIFF_SUMS_MAX_REACH + dx] * errors[dx - 1];
    return sum;
}

/* What the row leaves for the row dy rows below, of errors whose latest is errors[0]. */
HOST_DEVICE_INLINE int32_t errdiff_sums_of_row(const struct errdiff_sums_shape *shape,
                                               const struct errdiff_sums_rule *rule, int dy,
                                               const int32_t *errors)
{
    int32_t sum = 0;
    ERRDIFF_UNROLL
    for (int dx = ERRDIFF_SUMS_MAX_REACH; dx >= -ERRDIFF_SUMS_MAX_REACH; dx--) {
        const int age = dy * (shape->slope - 1) + dx;
        if (dx <= shape->reach && dx >= -shape->reach && age >= 0)
            sum += rule->weights[dy][ERRDIFF_SUMS_MAX_REACH + dx] * errors[age];
    }
    return sum;
}

/* Replaces the parts of the pixel before by those of a pixel that leaves `left`, e or e', and
 * returns below[0] of the pixel. */
HOST_DEVICE_INLINE int32_t errdiff_sums_by_tone(const struct errdiff_sums_form *form,
                                                const struct errdiff_sums_rule *rule,
                                                const struct errdiff_sums_tone *tone, int32_t left,
                                                int32_t *errors)
{
    struct errdiff_parts parts;
    if (form->decision == ERRDIFF_SUMS_TABLE && !form->has_offsets) {
        /* errdiff_parts_with, for a product below 2^31 */
        parts.right = (left * tone->right + 32768) >> 16;
        parts.below_left = (left * tone->below_left + 32768) >> 16;
        parts.below = left - parts.right - parts.below_left;
    } else {
        const struct errdiff_tone_weights weights = {tone->right, tone->below_left};
        parts = errdiff_parts_with(left, rule->strength, weights);
    }
    const int32_t sum = parts.below_left + errors[1];
    errors[0] = parts.right;
    errors[1] = parts.below;
    return sum + rule->rounding.bias;
}

/* What a lane does in a step with channel c of its pixel, whose error is e: takes it up into its
 * row, and sets what it sends. */
HOST_DEVICE_INLINE void errdiff_sums_send(const struct errdiff_sums_shape *shape,
                                          const struct errdiff_sums_rule *rule, int c,
                                          int32_t error, const struct errdiff_sums *received,
                                          int32_t *errors, struct errdiff_sums *sent)
{
    ERRDIFF_UNROLL
    for (int age = ERRDIFF_SUMS_MAX_AGES - 1; age >= 1; age--)
        if (age < errdiff_sums_ages(shape))
            errors[age] = errors[age - 1];
    errors[0] = error;
    ERRDIFF_UNROLL
    for (int k = 0; k < ERRDIFF_SUMS_MAX_REACH; k++)
        if (k < shape->reach)
            sent->below[k][c] =
                (k + 1 < shape->reach ? received->below[k + 1][c] : rule->rounding.bias) +
                errdiff_sums_of_row(shape, rule, k + 1, errors);
}

/* ---- A step -------------------------------------------------------------------------------- */

/* s + rule->origin for a channel of a pixel. */
HOST_DEVICE_INLINE int32_t errdiff_sums_modify(const struct errdiff_sums_form *form,
                                               const struct errdiff_sums_rule *rule,
                                               const int32_t *record, int c, int32_t sum)
{
    const int32_t base = record[errdiff_sums_has_mark(form) + c];
    if (form->shape.by_tone)
        return base + sum;
    const bool is_simple =
        form->decision == ERRDIFF_SUMS_TABLE || form->decision == ERRDIFF_SUMS_TWO_LEVELS;
    return base +
           errdiff_sums_round(&rule->rounding, errdiff_sums_may_be_wide(form), is_simple, sum);
}

/* What the tone of a channel of a pixel selects. */
HOST_DEVICE_INLINE struct errdiff_sums_tone
errdiff_sums_tone_of(const struct errdiff_sums_rule *rule, const char *tables,
                     const int32_t *record, int c)
{
    return ((const struct errdiff_sums_tone *)(tables + rule->tones))[record[0] >> 8 * c & 255];
}

/*
 * A step of a lane: dithers the pixel of a record. `levels` are those of the plane's first channel,
 * and `search` is needed for ERRDIFF_SUMS_CELLS, _WIDE_COLORS and _OKLAB only. `received` are the
 * sums that the lane above sent at column x + p − 1, `sent` those for the lane below. Returns
 * whether an error was clamped, with a palette.
 */
HOST_DEVICE_INLINE bool
errdiff_sums_step(const struct errdiff_sums_form *form, const struct errdiff_sums_rule *rule,
                  const struct errdiff_sums_levels *levels, const struct errdiff_search *search,
                  const char *tables, const int32_t *record, const struct errdiff_sums *received,
                  struct errdiff_sums_row *row, struct errdiff_sums *sent, uint32_t *level)
{
    const struct errdiff_sums_shape *shape = &form->shape;
    const bool is_dithered = !errdiff_sums_has_mark(form) || record[0] != 0;
    const int32_t limit = is_dithered ? rule->white : 0; /* no pixel, no error */
    struct errdiff_sums_tone tone[3];
    int32_t modified[3] = {0, 0, 0}, error[3] = {0, 0, 0};
    bool is_clamped = false;
    ERRDIFF_UNROLL
    for (int c = 0; c < 3; c++) {
        if (c >= shape->channels)
            continue;
        if (shape->by_tone)
            tone[c] = errdiff_sums_tone_of(rule, tables, record, c);
        modified[c] = errdiff_sums_modify(
            form, rule, record, c,
            errdiff_sums_of_pixel(shape, rule, received->below[0][c], row->errors[c]));
    }
    if (form->decision == ERRDIFF_SUMS_TWO_LEVELS)
        error[0] = errdiff_sums_decide_two(rule, record[0], modified[0], level);
    else if (shape->channels == 1)
        error[0] = errdiff_sums_decide_level(
            form, rule, levels, tables, record, limit,
            rule->noise + (shape->by_tone ? tone[0].modulation : 0), modified[0], level);
    else
        is_clamped = errdiff_sums_decide_color(form, rule, search, tables, record, limit, modified,
                                               error, level);
    ERRDIFF_UNROLL
    for (int c = 0; c < 3; c++) {
        if (c >= shape->channels)
            continue;
        if (shape->by_tone)
            sent->below[0][c] =
                errdiff_sums_by_tone(form, rule, &tone[c], error[c], row->errors[c]);
        else
            errdiff_sums_send(shape, rule, c, error[c], received, row->errors[c], sent);
    }
    return is_clamped;
}

#endif

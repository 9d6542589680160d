/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tables of the variant of cuda-softsync that passes sums from row to row. Every step of the
 * chain of dependent pixels costs time, so a decision takes few instructions and reads shared
 * memory once:
 *
 *     table      the error and the level of every value s; levels of 8-bit values
 *     two        two levels: comparisons with constants, and no table
 *     buckets    ranges of s with at most one threshold; other levels
 *     colors     up to 16 are all compared; a color's rank is a number that is least for the
 *                nearest one
 *     wide       up to 16 colors of 16-bit values, as in linear light: all are compared by rough
 *                squared distances; where that leaves the nearest color open, the tables of the
 *                rule decide
 *     lists      of more colors, those that can be nearest to a value (softsync_sums_lists.h)
 *     OKLab      such lists of the colors' places in OKLab, which are compared with a rough place;
 *                where that leaves the nearest color open, the tables of the rule decide
 *     cells      the tables of the rule (errdiff_nearest), for more colors of 16 bits, and for
 *                palettes whose other tables are too large; these stay in global memory
 */
#ifndef ERRDIFF_SOFTSYNC_SUMS_RULE_H
#define ERRDIFF_SOFTSYNC_SUMS_RULE_H

#include "softsync_sums_lists.h"
#include "softsync_sums_order.h"
#include "softsync_sums_rounding.h"

#include "rule/pixel.h"
#include "rule/tones.h"

#include <stdlib.h>
#include <string.h>

enum errdiff_sums_decision {
    ERRDIFF_SUMS_TABLE,
    ERRDIFF_SUMS_TWO_LEVELS,
    ERRDIFF_SUMS_BUCKETS,
    ERRDIFF_SUMS_COLORS,
    ERRDIFF_SUMS_WIDE_COLORS,
    ERRDIFF_SUMS_LISTS,
    ERRDIFF_SUMS_OKLAB,
    ERRDIFF_SUMS_CELLS
};

enum {
    ERRDIFF_SUMS_COLORS_AT_ONCE = 8,
    ERRDIFF_SUMS_MAX_COLORS = 16, /* of more, a list finds the nearest one sooner */
    ERRDIFF_SUMS_TABLE_UNIT = 16, /* bytes; tables begin at multiples of it */
    ERRDIFF_SUMS_MAX_PLACES = 1 << 15,
    ERRDIFF_SUMS_UNDITHERED = 1 << 30 /* far beyond every base */
};

/* A color: its rank for u is Σ factor · u + number. With |u − 16·p|² = |u|² − 32·(u·p − 8·|p|²) the
 * nearest color has the least −u·p + 8·|p|². 24 bits hold this, as p is 0..255 and u is
 * −16·255..32·255; the lowest 8 bits of a rank are the index of the color, so that the first of
 * several nearest ones has the least rank. */
struct errdiff_sums_color {
    int32_t factor[3]; /* −256·p */
    int32_t number;    /* 256·8·|p|² + index */
};

/* A color of 16-bit values: 16·p, which a float holds exactly. */
struct errdiff_sums_wide_color {
    float value[3];
    int32_t unused;
};

/* A color for OKLab. */
struct errdiff_sums_oklab_color {
    float place[3]; /* errdiff_oklab_place */
    uint32_t bytes; /* red, green << 8, blue << 16 */
};

/* What depends on the tone of a pixel. */
struct errdiff_sums_tone {
    int32_t right, below_left; /* errdiff_tone_weights */
    int32_t modulation;        /* errdiff_pixel_rule.modulation, or 0 */
    int32_t unused;
};

/*
 * A bucket is 64 bits, arranged so that few instructions follow each other after it was read:
 *
 *     bits 0–7      the level below its threshold
 *     bits 8–27     its threshold
 *     bits 32–47    o of this level
 *     bits 48–63    o of the next level, less that of this one
 *
 * A bucket without a threshold has one that none of its values exceeds.
 */
typedef uint64_t errdiff_sums_bucket;

/* The levels of a channel. Places of tables are in bytes from the beginning of all tables. */
struct errdiff_sums_levels {
    /* For ERRDIFF_SUMS_TABLE: for each place, which stands for a value s, */
    int32_t errors;     /* int16_t: e; see errdiff_sums_fill_places */
    int32_t levels;     /* uint8_t: q */
    int32_t half_steps; /* int16_t: errdiff_half_step; only for jobs with offsets */
    /* For ERRDIFF_SUMS_BUCKETS: */
    int32_t buckets;
    int32_t bucket_shift;
    int32_t outputs; /* int32_t: 16·o of each level */
    int32_t count;
};

/* What a pixel depends on. In CUDA kernels the tables are in shared memory. */
struct errdiff_sums_rule {
    enum errdiff_sums_decision decision;
    bool by_tone, has_offsets;
    struct errdiff_sums_rounding rounding; /* if weights depend on tone, only its bias and offset,
                                            * which are the same then */
    int32_t weights[ERRDIFF_SUMS_MAX_REACH + 1][2 * ERRDIFF_SUMS_MAX_REACH + 1]; /* dy, dx + 3;
                                                                                  * times factor */
    int32_t white;                                                               /* 16·W */
    int32_t strength;   /* percent, for weights by tone */
    int32_t noise;      /* in units of 0.5 % of half a step */
    int32_t undithered; /* what takes the place of the base in records that have no mark */
    int32_t threshold;  /* of two levels: the upper one is taken if s is greater */
    int32_t origin;     /* s + origin is the place of s in the tables for ERRDIFF_SUMS_TABLE */
    int32_t places;     /* in these tables, of pixels that are dithered */
    int32_t all_places; /* further places have error 0: for pixels that are not dithered */
    struct errdiff_sums_levels levels[3];
    int32_t tones;       /* place of 256 struct errdiff_sums_tone */
    int32_t colors;      /* struct errdiff_sums_color of each color, with 8 bits; or struct
                          * errdiff_sums_wide_color; for OKLab, struct errdiff_sums_oklab_color */
    int32_t color_count; /* a multiple of ERRDIFF_SUMS_COLORS_AT_ONCE */
    int32_t cell_of;     /* of struct errdiff_search, for lists, but not for OKLab */
    int32_t lights;      /* float: errdiff_oklab_rough_light of each u, for OKLab */
    int32_t heads;       /* of struct errdiff_sums_lists */
    int32_t numbers;     /* of the lists */
    int32_t table_size;  /* bytes */
};

/* ---- Places -------------------------------------------------------------------------------- */

static inline int32_t errdiff_sums_add_table(struct errdiff_sums_rule *rule, int32_t size)
{
    const int32_t place = rule->table_size;
    const int32_t unit = ERRDIFF_SUMS_TABLE_UNIT;
    rule->table_size += (size + unit - 1) / unit * unit;
    return place;
}

static inline int32_t errdiff_sums_bucket_count(const struct errdiff_quantizer *quantizer)
{
    return (quantizer->white >> quantizer->bucket_shift) + 1;
}

/* The first channel that has the same levels as channel c. */
static inline int errdiff_sums_same_levels(const struct errdiff_job *job, int c)
{
    int first = 0;
    while (job->rule.quantizers[first].level_count != job->rule.quantizers[c].level_count)
        first++;
    return first;
}

static inline void errdiff_sums_add_levels(struct errdiff_sums_rule *rule,
                                           const struct errdiff_quantizer *quantizer,
                                           struct errdiff_sums_levels *levels)
{
    if (rule->decision == ERRDIFF_SUMS_TABLE) {
        levels->errors = errdiff_sums_add_table(rule, rule->all_places * (int32_t)sizeof(int16_t));
        levels->levels = errdiff_sums_add_table(rule, rule->all_places);
        if (rule->has_offsets)
            levels->half_steps =
                errdiff_sums_add_table(rule, rule->all_places * (int32_t)sizeof(int16_t));
        return;
    }
    levels->bucket_shift = quantizer->bucket_shift;
    levels->count = quantizer->level_count;
    levels->buckets = errdiff_sums_add_table(rule, errdiff_sums_bucket_count(quantizer) *
                                                       (int32_t)sizeof(errdiff_sums_bucket));
    levels->outputs =
        errdiff_sums_add_table(rule, quantizer->level_count * (int32_t)sizeof(int32_t));
}

/* ---- The rule ------------------------------------------------------------------------------ */

/* No pixel receives more than this, nor less than the negative of it. */
static inline int32_t errdiff_sums_most_received(const struct errdiff_tone_weights *weights,
                                                 int32_t white)
{
    const int32_t whole = 1 << 16;
    int64_t right = 0, below_left = 0, below = 0;
    for (int i = 0; i < ERRDIFF_TONES; i++) {
        const int64_t rest = labs((long)whole - weights[i].right - weights[i].below_left);
        right = labs(weights[i].right) > right ? labs(weights[i].right) : right;
        below_left =
            labs(weights[i].below_left) > below_left ? labs(weights[i].below_left) : below_left;
        below = rest > below ? rest : below;
    }
    return (int32_t)((right + below_left + below) * white / whole) + 6;
}

/* Adds the tables of each channel's levels; channels with the same levels share them. */
static inline void errdiff_sums_add_all_levels(struct errdiff_sums_rule *rule,
                                               const struct errdiff_job *job)
{
    for (int c = 0; c < job->rule.channels; c++) {
        const int same = errdiff_sums_same_levels(job, c);
        if (same == c)
            errdiff_sums_add_levels(rule, &job->rule.quantizers[c], &rule->levels[c]);
        rule->levels[c] = rule->levels[same];
    }
}

/* Whether a record is a base only (softsync_sums_record.h). Pixels that are not dithered have one
 * beyond all others, where the error is 0. */
HOST_DEVICE_INLINE bool errdiff_sums_is_base_only(enum errdiff_sums_decision decision, bool by_tone,
                                                  bool has_offsets)
{
    return decision == ERRDIFF_SUMS_TWO_LEVELS ||
           (decision == ERRDIFF_SUMS_TABLE && !by_tone && !has_offsets);
}

/* Decides between two levels, if all channels have two, weights are fixed, there are no offsets,
 * and the division is a single multiplication. */
static inline bool errdiff_sums_take_two_levels(struct errdiff_sums_rule *rule,
                                                const struct errdiff_job *job)
{
    for (int c = 0; c < job->rule.channels; c++)
        if (job->rule.quantizers[c].level_count != 2)
            return false;
    if (rule->by_tone || rule->has_offsets || rule->rounding.is_wide || rule->rounding.shift != 0 ||
        rule->rounding.offset > ERRDIFF_SUMS_UNDITHERED / 8)
        return false;
    rule->decision = ERRDIFF_SUMS_TWO_LEVELS;
    rule->threshold = job->rule.quantizers[0].threshold[0];
    rule->undithered = -ERRDIFF_SUMS_UNDITHERED;
    return true;
}

/* Decides by a table, if the job and the tables are small enough. */
static inline bool errdiff_sums_take_table(struct errdiff_sums_rule *rule,
                                           const struct errdiff_job *job, int32_t max_size)
{
    const int64_t offset = rule->rounding.offset, places = rule->white + 2 * offset + 1;
    const bool has_more =
        errdiff_sums_is_base_only(ERRDIFF_SUMS_TABLE, rule->by_tone, rule->has_offsets);
    const int64_t all_places = places + (has_more ? 2 * offset + 1 : 0);
    if (job->rule.max_value != UINT8_MAX || all_places > ERRDIFF_SUMS_MAX_PLACES ||
        rule->rounding.is_wide || rule->rounding.shift != 0)
        return false;
    const struct errdiff_sums_rule before = *rule;
    rule->decision = ERRDIFF_SUMS_TABLE;
    rule->origin = (int32_t)offset;
    rule->places = (int32_t)places;
    rule->all_places = (int32_t)all_places;
    rule->undithered = rule->places;
    errdiff_sums_add_all_levels(rule, job);
    if (rule->table_size <= max_size)
        return true;
    *rule = before;
    return false;
}

static inline void errdiff_sums_take_buckets(struct errdiff_sums_rule *rule,
                                             const struct errdiff_job *job)
{
    rule->decision = ERRDIFF_SUMS_BUCKETS;
    errdiff_sums_add_all_levels(rule, job);
}

/* Whether the palette is so small that all colors are compared. */
static inline bool errdiff_sums_compares_all(const struct errdiff_job *job)
{
    const struct errdiff_search *search = job->rule.search;
    return !search->is_oklab && search->color_count <= ERRDIFF_SUMS_MAX_COLORS;
}

static inline void errdiff_sums_add_lists(struct errdiff_sums_rule *rule,
                                          const struct errdiff_sums_lists *lists)
{
    rule->heads = errdiff_sums_add_table(rule, (int32_t)sizeof lists->heads);
    rule->numbers = errdiff_sums_add_table(rule, lists->size);
}

/* Adds the tables for a palette of 8 bits, which are compared in OKLab. */
static inline void errdiff_sums_add_oklab(struct errdiff_sums_rule *rule,
                                          const struct errdiff_search *search,
                                          const struct errdiff_sums_lists *lists)
{
    rule->decision = ERRDIFF_SUMS_OKLAB;
    rule->color_count = search->color_count;
    rule->colors = errdiff_sums_add_table(
        rule, search->color_count * (int32_t)sizeof(struct errdiff_sums_oklab_color));
    rule->lights = errdiff_sums_add_table(rule, (search->white + 1) * (int32_t)sizeof(float));
    errdiff_sums_add_lists(rule, lists);
}

/* Adds the table for a palette of `entry_size` bytes for each color, of which all are compared. */
static inline void errdiff_sums_add_colors(struct errdiff_sums_rule *rule, int32_t color_count,
                                           size_t entry_size)
{
    const int at_once = ERRDIFF_SUMS_COLORS_AT_ONCE;
    rule->color_count = (color_count + at_once - 1) / at_once * at_once;
    rule->colors = errdiff_sums_add_table(rule, rule->color_count * (int32_t)entry_size);
}

/* Decides by few colors or by lists, if there are some and they are small enough. */
static inline void errdiff_sums_take_palette(struct errdiff_sums_rule *rule,
                                             const struct errdiff_job *job,
                                             const struct errdiff_sums_lists *lists,
                                             int32_t max_size)
{
    const struct errdiff_search *search = job->rule.search;
    const bool is_wide = job->rule.max_value != UINT8_MAX;
    rule->decision = ERRDIFF_SUMS_CELLS;
    if (!errdiff_sums_compares_all(job) && (is_wide || !lists))
        return;
    const struct errdiff_sums_rule before = *rule;
    if (is_wide) {
        rule->decision = ERRDIFF_SUMS_WIDE_COLORS;
        errdiff_sums_add_colors(rule, search->color_count, sizeof(struct errdiff_sums_wide_color));
    } else if (search->is_oklab) {
        errdiff_sums_add_oklab(rule, search, lists);
    } else {
        rule->decision = lists ? ERRDIFF_SUMS_LISTS : ERRDIFF_SUMS_COLORS;
        errdiff_sums_add_colors(rule, search->color_count, sizeof(struct errdiff_sums_color));
        if (lists) {
            rule->cell_of = errdiff_sums_add_table(rule, ERRDIFF_CELL_UNITS);
            errdiff_sums_add_lists(rule, lists);
        }
    }
    if (rule->table_size > max_size)
        *rule = before;
}

/* The lists for a job, to be freed; NULL if it has no use for them, or if there is not enough
 * memory. */
static inline struct errdiff_sums_lists *errdiff_sums_lists_of(const struct errdiff_job *job)
{
    enum { MAX_SIZE = 1 << 16 };
    return job->rule.search && job->rule.max_value == UINT8_MAX && !errdiff_sums_compares_all(job)
               ? errdiff_sums_lists_make(job->rule.search, MAX_SIZE)
               : NULL;
}

/* Makes the rule for a job whose tables are in host memory, and whose own tables may have up to
 * `max_size` bytes. `lists` are those of errdiff_sums_lists_of, or NULL. Returns false if the
 * tables do not fit, or if the sums may not fit into words. */
static inline bool errdiff_sums_rule_make(struct errdiff_sums_rule *rule,
                                          const struct errdiff_job *job,
                                          const struct errdiff_sums_lists *lists, int32_t max_size)
{
    const int64_t max_sum = (int64_t)job->analysis.kernel.absolute_weight_sum *
                            (job->rule.max_value << ERRDIFF_FRACTION_BITS);
    memset(rule, 0, sizeof *rule);
    rule->by_tone = job->rule.tone_weights != NULL;
    rule->has_offsets = errdiff_has_offsets(&job->rule);
    rule->white = job->rule.max_value << ERRDIFF_FRACTION_BITS;
    rule->strength = job->rule.strength;
    rule->noise = 2 * job->rule.noise;
    if (!rule->by_tone && max_sum >= 1 << 30)
        return false;
    if (rule->by_tone) {
        rule->rounding.bias = rule->rounding.offset =
            errdiff_sums_most_received(job->rule.tone_weights, rule->white);
    } else {
        rule->rounding = errdiff_sums_rounding_of(&job->rule.rounding, max_sum);
        for (int i = 0; i < job->asked.kernel.tap_count; i++) {
            const errdiff_tap *tap = &job->asked.kernel.taps[i];
            rule->weights[tap->dy][tap->dx + ERRDIFF_SUMS_MAX_REACH] =
                tap->weight * rule->rounding.factor;
        }
    }
    if (rule->by_tone)
        rule->tones =
            errdiff_sums_add_table(rule, ERRDIFF_TONES * (int32_t)sizeof(struct errdiff_sums_tone));
    if (job->rule.search)
        errdiff_sums_take_palette(rule, job, lists, max_size);
    if (!job->rule.search && !errdiff_sums_take_two_levels(rule, job) &&
        !errdiff_sums_take_table(rule, job, max_size))
        errdiff_sums_take_buckets(rule, job);
    return rule->table_size <= max_size;
}

/* Makes the slope greater by 1 where a step takes less time than a shuffle, which then has two
 * steps of time. */
static inline void errdiff_sums_add_delay(const struct errdiff_sums_rule *rule,
                                          struct errdiff_sums_shape *shape)
{
    shape->slope += rule->decision == ERRDIFF_SUMS_TWO_LEVELS;
}

/* Whether a job needs the CUDA kernels for jobs with offsets. Those without only have 32-bit
 * divisions, with 8 bits always enough, and there are none for cells. */
HOST_DEVICE_INLINE bool errdiff_sums_needs_offsets(const struct errdiff_sums_rule *rule)
{
    return rule->has_offsets || rule->rounding.is_wide || rule->decision == ERRDIFF_SUMS_CELLS;
}

/* ---- Tables -------------------------------------------------------------------------------- */

/*
 * The tables of ERRDIFF_SUMS_TABLE. Without offsets, an error is what the pixel leaves: clamped
 * and, if weights depend on tone, scaled by the strength. With offsets it is s − 16·o(q), since q
 * is then chosen for another value than s.
 */
static inline void errdiff_sums_fill_places(const struct errdiff_sums_rule *rule,
                                            const struct errdiff_quantizer *quantizer,
                                            const struct errdiff_sums_levels *levels, char *tables)
{
    int16_t *errors = (int16_t *)(tables + levels->errors);
    int16_t *half_steps = (int16_t *)(tables + levels->half_steps);
    uint8_t *numbers = (uint8_t *)(tables + levels->levels);
    for (int32_t i = 0; i < rule->all_places; i++) {
        const int32_t s = i - rule->origin;
        const int32_t level = errdiff_quantize(quantizer, false, s);
        const int32_t output = errdiff_output(quantizer, false, level);
        int32_t error = i >= rule->places ? 0 : s - output;
        if (!rule->has_offsets)
            error = errdiff_clamp(error, -rule->white, rule->white);
        if (!rule->has_offsets && rule->by_tone)
            error =
                (int32_t)errdiff_floor_divide_64(2 * (int64_t)rule->strength * error + 100, 200);
        errors[i] = (int16_t)error;
        numbers[i] = (uint8_t)level;
        if (rule->has_offsets)
            half_steps[i] = (int16_t)errdiff_half_step(quantizer, s);
    }
}

static inline void errdiff_sums_fill_buckets(const struct errdiff_quantizer *quantizer,
                                             const struct errdiff_sums_levels *levels, char *tables)
{
    errdiff_sums_bucket *buckets = (errdiff_sums_bucket *)(tables + levels->buckets);
    int32_t *outputs = (int32_t *)(tables + levels->outputs);
    const int32_t last = quantizer->level_count - 1;
    for (int32_t i = 0; i < errdiff_sums_bucket_count(quantizer); i++) {
        const int32_t level = quantizer->first_level[i], next = level < last ? level + 1 : last;
        const int32_t threshold = level < last ? quantizer->threshold[level] : quantizer->white;
        buckets[i] = (uint64_t)(quantizer->output[next] - quantizer->output[level]) << 48 |
                     (uint64_t)quantizer->output[level] << 32 | (uint64_t)threshold << 8 |
                     (uint64_t)level;
    }
    for (int32_t i = 0; i <= last; i++)
        outputs[i] = quantizer->output[i] << ERRDIFF_FRACTION_BITS;
}

/* Places after the last color have the highest rank. */
static inline void errdiff_sums_fill_colors(const struct errdiff_search *search, int32_t count,
                                            struct errdiff_sums_color *colors)
{
    for (int32_t i = 0; i < count; i++) {
        colors[i] = (struct errdiff_sums_color){{0, 0, 0}, INT32_MAX};
        int32_t squares = 0;
        for (int c = 0; c < 3 && i < search->color_count; c++) {
            const int32_t value = search->colors[i][c] >> ERRDIFF_FRACTION_BITS;
            colors[i].factor[c] = -256 * value;
            squares += value * value;
        }
        if (i < search->color_count)
            colors[i].number = 256 * 8 * squares + i;
    }
}

/* Places after the last color are farther away than any color can be. */
static inline void errdiff_sums_fill_wide(const struct errdiff_search *search, int32_t count,
                                          struct errdiff_sums_wide_color *colors)
{
    for (int32_t i = 0; i < count; i++)
        for (int c = 0; c < 3; c++)
            colors[i].value[c] =
                i < search->color_count ? (float)search->colors[i][c] : (float)(1 << 30);
}

static inline void errdiff_sums_fill_oklab(const struct errdiff_sums_rule *rule,
                                           const struct errdiff_search *search, char *tables)
{
    struct errdiff_sums_oklab_color *colors =
        (struct errdiff_sums_oklab_color *)(tables + rule->colors);
    float *lights = (float *)(tables + rule->lights);
    for (int32_t i = 0; i < search->color_count; i++) {
        colors[i].bytes = 0;
        for (int c = 0; c < 3; c++) {
            colors[i].place[c] = (float)search->places[i][c];
            colors[i].bytes |= (uint32_t)(search->colors[i][c] >> ERRDIFF_FRACTION_BITS) << 8 * c;
        }
    }
    for (int32_t u = 0; u <= search->white; u++)
        lights[u] = errdiff_oklab_rough_light(&search->light, u);
}

static inline void errdiff_sums_fill_tones(const struct errdiff_pixel_rule *rule,
                                           struct errdiff_sums_tone *tones)
{
    for (int i = 0; i < ERRDIFF_TONES; i++) {
        tones[i].right = rule->tone_weights[i].right;
        tones[i].below_left = rule->tone_weights[i].below_left;
        tones[i].modulation = rule->modulation ? rule->modulation[i] : 0;
        tones[i].unused = 0;
    }
}

/* Fills rule->table_size bytes. `lists` are those of errdiff_sums_rule_make. */
static inline void errdiff_sums_fill_tables(const struct errdiff_sums_rule *rule,
                                            const struct errdiff_job *job,
                                            const struct errdiff_sums_lists *lists, char *tables)
{
    const struct errdiff_search *search = job->rule.search;
    if (rule->decision == ERRDIFF_SUMS_LISTS || rule->decision == ERRDIFF_SUMS_OKLAB) {
        memcpy(tables + rule->heads, lists->heads, sizeof lists->heads);
        memcpy(tables + rule->numbers, lists->numbers, (size_t)lists->size);
    }
    if (rule->decision == ERRDIFF_SUMS_LISTS)
        memcpy(tables + rule->cell_of, search->cell_of, ERRDIFF_CELL_UNITS);
    if (rule->decision == ERRDIFF_SUMS_OKLAB)
        errdiff_sums_fill_oklab(rule, search, tables);
    else if (rule->decision == ERRDIFF_SUMS_WIDE_COLORS)
        errdiff_sums_fill_wide(search, rule->color_count,
                               (struct errdiff_sums_wide_color *)(tables + rule->colors));
    else if (rule->color_count > 0)
        errdiff_sums_fill_colors(search, rule->color_count,
                                 (struct errdiff_sums_color *)(tables + rule->colors));
    if (rule->by_tone)
        errdiff_sums_fill_tones(&job->rule, (struct errdiff_sums_tone *)(tables + rule->tones));
    for (int c = 0; !job->rule.search && c < job->rule.channels; c++) {
        if (errdiff_sums_same_levels(job, c) != c)
            continue;
        if (rule->decision == ERRDIFF_SUMS_TABLE)
            errdiff_sums_fill_places(rule, &job->rule.quantizers[c], &rule->levels[c], tables);
        else if (rule->decision == ERRDIFF_SUMS_BUCKETS)
            errdiff_sums_fill_buckets(&job->rule.quantizers[c], &rule->levels[c], tables);
    }
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The work for one pixel in the variant of cuda-softsync that passes sums from row to row
 * (softsync_sums_order.h). Every step of the chain of dependent pixels costs time, so divisions
 * become multiplications, and a level or a color takes one table in shared memory:
 *
 *     levels     a bucket of the quantizer has its threshold, its level, and the outputs of this
 *                level and the next one in 64 bits
 *     colors     up to 128 are all compared; a color's rank is a number that is least for the
 *                nearest one
 *     cells      the tables of the rule (errdiff_nearest), for other palettes, 16 bits and OKLab;
 *                these stay in global memory
 */
#ifndef ERRDIFF_SOFTSYNC_SUMS_H
#define ERRDIFF_SOFTSYNC_SUMS_H

#include "device_pixel.h"
#include "softsync_sums_order.h"

#include <string.h>

#if defined(__CUDA_ARCH__)
#define ERRDIFF_UNROLL _Pragma("unroll")
#else
#define ERRDIFF_UNROLL
#endif

/* ---- c from S ------------------------------------------------------------------------------ */

/*
 * floor((numerator · S + half) / denominator) without a division: with n = numerator · S + bias,
 * which is not negative, it is floor(n · multiplier / 2^(32 + shift)) − offset, in 32 bits, or with
 * 2^(64 + shift) in 64 bits if n may be 2^31 or more. The multiplier is rounded up by so little
 * that the quotient is right for every n below 2^31 (2^63): Granlund and Montgomery, "Division by
 * Invariant Integers using Multiplication" (1994), theorem 4.2.
 */
struct errdiff_sums_rounding {
    bool is_wide;
    int32_t numerator;
    int32_t offset;
    int32_t shift;
    int64_t bias;
    uint64_t multiplier;
};

/* 2^bits / divisor + 1, rounded down. 2^bits may need more than 64 bits, the result must not. */
static inline uint64_t errdiff_sums_multiplier(int bits, uint32_t divisor)
{
    uint64_t quotient = 0, rest = 1;
    for (int i = 0; i < bits; i++) {
        rest *= 2;
        quotient = 2 * quotient + (rest >= divisor);
        rest -= rest >= divisor ? divisor : 0;
    }
    return quotient + 1;
}

/* For sums of at most `max_sum`, below 2^30. */
static inline struct errdiff_sums_rounding
errdiff_sums_rounding_of(const struct errdiff_rounding *rounding, int64_t max_sum)
{
    /* A denominator of 1 becomes 2 / 2, for which there is a multiplier. */
    const int factor = rounding->denominator == 1 ? 2 : 1;
    const int64_t denominator = (int64_t)factor * rounding->denominator;
    struct errdiff_sums_rounding made;
    made.numerator = factor * rounding->numerator;
    made.offset = (int32_t)(max_sum * made.numerator / denominator + 1);
    made.bias = denominator / 2 + made.offset * denominator;
    made.is_wide = made.bias + max_sum * made.numerator > INT32_MAX;
    int log = 0;
    while ((int64_t)1 << log < denominator)
        log++;
    made.shift = log - 1;
    made.multiplier =
        errdiff_sums_multiplier((made.is_wide ? 63 : 31) + log, (uint32_t)denominator);
    return made;
}

HOST_DEVICE_INLINE uint64_t errdiff_high_product(uint64_t a, uint64_t b)
{
#if defined(__CUDA_ARCH__)
    return __umul64hi(a, b);
#else
    __extension__ typedef unsigned __int128 product;
    return (uint64_t)((product)a * b >> 64);
#endif
}

/* c + offset */
HOST_DEVICE_INLINE int32_t errdiff_sums_round(const struct errdiff_sums_rounding *rounding,
                                              int32_t sum)
{
    if (rounding->is_wide) {
        uint64_t dividend = (uint64_t)((int64_t)sum * rounding->numerator + rounding->bias);
        return (int32_t)(errdiff_high_product(dividend, rounding->multiplier) >> rounding->shift);
    }
    uint32_t dividend = (uint32_t)(sum * rounding->numerator + (int32_t)rounding->bias);
    return (int32_t)((uint32_t)((uint64_t)dividend * (uint32_t)rounding->multiplier >> 32) >>
                     rounding->shift);
}

/* ---- Tables -------------------------------------------------------------------------------- */

enum errdiff_sums_decision { ERRDIFF_SUMS_LEVELS, ERRDIFF_SUMS_COLORS, ERRDIFF_SUMS_CELLS };

enum {
    ERRDIFF_SUMS_THRESHOLD_BITS = 20,
    ERRDIFF_SUMS_COLORS_AT_ONCE = 8,
    ERRDIFF_SUMS_MAX_COLORS = 128 /* of more, the cells find the nearest one sooner */
};

/* A color: its rank for u is Σ factor · u + number. With |u − 16·p|² = |u|² − 32·(u·p − 8·|p|²) the
 * nearest color has the least −u·p + 8·|p|². 24 bits hold this, as p is 0..255 and u is
 * −16·255..32·255; the lowest 8 bits of a rank are the index of the color, so that the first of
 * several nearest ones has the least rank. */
struct errdiff_sums_color {
    int32_t factor[3]; /* −256·p */
    int32_t number;    /* 256·8·|p|² + index */
};

/* What a pixel depends on besides the rule. In CUDA kernels the tables are in shared memory. */
struct errdiff_sums_rule {
    struct errdiff_sums_rounding rounding;
    int32_t weights[ERRDIFF_SUMS_MAX_REACH + 1][2 * ERRDIFF_SUMS_MAX_REACH + 1]; /* dy, dx + 3 */
    int32_t white;                                                               /* 16·W */
    int32_t color_count;     /* a multiple of ERRDIFF_SUMS_COLORS_AT_ONCE */
    int32_t bucket_shift[3]; /* of each channel */
    int32_t buckets[3];      /* where those of each channel begin, in table */
    int32_t outputs[3];      /* where its outputs begin: 16·o(i), 32 bits each */
    int32_t level_count[3];
    int32_t table_size; /* in 64 bits */
};

static inline enum errdiff_sums_decision errdiff_sums_decision_of(const struct errdiff_job *job)
{
    if (!job->rule.search)
        return ERRDIFF_SUMS_LEVELS;
    return job->rule.max_value == UINT8_MAX && job->asked.match == ERRDIFF_MATCH_RGB &&
                   job->rule.search->color_count <= ERRDIFF_SUMS_MAX_COLORS
               ? ERRDIFF_SUMS_COLORS
               : ERRDIFF_SUMS_CELLS;
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

/* Sets the places of a quantizer's tables, and table_size. */
static inline void errdiff_sums_place_levels(struct errdiff_sums_rule *rule,
                                             const struct errdiff_job *job)
{
    for (int c = 0; c < job->rule.channels; c++) {
        const struct errdiff_quantizer *quantizer = &job->rule.quantizers[c];
        const int same = errdiff_sums_same_levels(job, c);
        rule->bucket_shift[c] = quantizer->bucket_shift;
        rule->level_count[c] = quantizer->level_count;
        rule->buckets[c] = rule->table_size;
        rule->outputs[c] = rule->table_size + errdiff_sums_bucket_count(quantizer);
        if (same == c) {
            rule->table_size = rule->outputs[c] + (quantizer->level_count + 1) / 2;
        } else {
            rule->buckets[c] = rule->buckets[same];
            rule->outputs[c] = rule->outputs[same];
        }
    }
}

/* The rule for a job whose tables are in host memory. `shape` is that of errdiff_sums_shape_of.
 * Returns false if its sums may not fit into words. */
static inline bool errdiff_sums_rule_make(struct errdiff_sums_rule *rule,
                                          const struct errdiff_job *job)
{
    const int64_t max_sum = (int64_t)job->analysis.kernel.absolute_weight_sum *
                            (job->rule.max_value << ERRDIFF_FRACTION_BITS);
    memset(rule, 0, sizeof *rule);
    if (!job->rule.tone_weights && max_sum >= 1 << 30)
        return false;
    rule->white = job->rule.max_value << ERRDIFF_FRACTION_BITS;
    if (!job->rule.tone_weights) {
        rule->rounding = errdiff_sums_rounding_of(&job->rule.rounding, max_sum);
        for (int i = 0; i < job->asked.kernel.tap_count; i++) {
            const errdiff_tap *tap = &job->asked.kernel.taps[i];
            rule->weights[tap->dy][tap->dx + ERRDIFF_SUMS_MAX_REACH] = tap->weight;
        }
    }
    if (errdiff_sums_decision_of(job) == ERRDIFF_SUMS_LEVELS)
        errdiff_sums_place_levels(rule, job);
    if (errdiff_sums_decision_of(job) == ERRDIFF_SUMS_COLORS) {
        const int at_once = ERRDIFF_SUMS_COLORS_AT_ONCE;
        rule->color_count = (job->rule.search->color_count + at_once - 1) / at_once * at_once;
        rule->table_size = 2 * rule->color_count;
    }
    return true;
}

static inline void errdiff_sums_fill_levels(const struct errdiff_quantizer *quantizer,
                                            uint64_t *buckets)
{
    const int32_t count = errdiff_sums_bucket_count(quantizer);
    const int32_t last = quantizer->level_count - 1;
    const int32_t max_threshold = (1 << ERRDIFF_SUMS_THRESHOLD_BITS) - 1; /* above every s */
    for (int32_t i = 0; i < count; i++) {
        const int32_t level = quantizer->first_level[i], next = level < last ? level + 1 : last;
        const int32_t threshold = level < last ? quantizer->threshold[level] : max_threshold;
        buckets[i] = (uint64_t)quantizer->output[next] << 48 |
                     (uint64_t)quantizer->output[level] << 32 | (uint64_t)level << 24 |
                     (uint64_t)threshold;
    }
    int32_t *outputs = (int32_t *)(buckets + count);
    for (int32_t i = 0; i <= last; i++)
        outputs[i] = quantizer->output[i] << ERRDIFF_FRACTION_BITS;
}

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

/* Fills a table of rule->table_size. */
static inline void errdiff_sums_fill_table(const struct errdiff_sums_rule *rule,
                                           const struct errdiff_job *job, uint64_t *table)
{
    if (rule->color_count > 0)
        errdiff_sums_fill_colors(job->rule.search, rule->color_count,
                                 (struct errdiff_sums_color *)table);
    for (int c = 0; !job->rule.search && c < job->rule.channels; c++)
        if (errdiff_sums_same_levels(job, c) == c)
            errdiff_sums_fill_levels(&job->rule.quantizers[c], table + rule->buckets[c]);
}

/* ---- Decisions ----------------------------------------------------------------------------- */

/* Half the distance of the two levels around `modified`, as errdiff_half_step. */
HOST_DEVICE_INLINE int32_t errdiff_sums_half_step(const struct errdiff_sums_rule *rule,
                                                  const uint64_t *table, int c, int32_t modified)
{
    const int32_t *outputs = (const int32_t *)(table + rule->outputs[c]);
    const int32_t inside = errdiff_clamp(modified, 0, rule->white);
    const uint64_t bucket = table[rule->buckets[c] + (inside >> rule->bucket_shift[c])];
    const int32_t threshold = (int32_t)bucket & ((1 << ERRDIFF_SUMS_THRESHOLD_BITS) - 1);
    const bool is_above = inside > threshold;
    const int32_t output = (int32_t)(is_above ? bucket >> 48 : bucket >> 32 & 0xFFFF);
    int32_t below = (int32_t)((uint32_t)bucket >> 24) + is_above;
    below -= modified < output << ERRDIFF_FRACTION_BITS;
    below = errdiff_clamp(below, 0, rule->level_count[c] - 2);
    return (outputs[below + 1] - outputs[below]) >> 1;
}

/* n + d for a channel of the pixel at (x, y), as errdiff_offset_of. */
HOST_DEVICE_INLINE int32_t errdiff_sums_offset(const struct errdiff_pixel_rule *rule,
                                               const struct errdiff_sums_rule *sums,
                                               const uint64_t *table, int32_t x, int32_t y, int c,
                                               int32_t value, int32_t modified)
{
    int32_t half_percents = 2 * rule->noise, noise = 0;
    if (rule->modulation)
        half_percents +=
            rule->modulation[rule->max_value == UINT8_MAX ? value
                                                          : errdiff_tone(value, UINT16_MAX)];
    if (half_percents != 0) {
        const uint32_t half_step =
            (uint32_t)(rule->search ? sums->white >> ERRDIFF_FRACTION_BITS
                                    : errdiff_sums_half_step(sums, table, c, modified));
        noise = errdiff_noise(rule->seed, x, y, c,
                              (int32_t)(half_step * (uint32_t)half_percents / 200));
    }
    return noise + errdiff_detail_of(rule, x, y, c);
}

/* Decides one channel with levels: returns q and sets *error to e. */
HOST_DEVICE_INLINE int32_t errdiff_sums_level(const struct errdiff_sums_rule *rule,
                                              const uint64_t *table, int c, int32_t modified,
                                              int32_t offset, int32_t *error)
{
    const int32_t inside =
        errdiff_clamp(errdiff_near(modified, rule->white) + offset, 0, rule->white);
    const uint64_t bucket = table[rule->buckets[c] + (inside >> rule->bucket_shift[c])];
    const int32_t threshold = (int32_t)bucket & ((1 << ERRDIFF_SUMS_THRESHOLD_BITS) - 1);
    const bool is_above = inside > threshold;
    const int32_t output = (int32_t)(is_above ? bucket >> 48 : bucket >> 32 & 0xFFFF);
    *error = errdiff_clamp(modified - (output << ERRDIFF_FRACTION_BITS), -rule->white, rule->white);
    return (int32_t)((uint32_t)bucket >> 24) + is_above;
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

/* The index of the color nearest to u. */
HOST_DEVICE_INLINE int32_t errdiff_sums_nearest(const struct errdiff_sums_color *colors,
                                                int32_t count, const int32_t sought[3])
{
    int32_t min_rank = INT32_MAX;
    for (int32_t first = 0; first < count; first += ERRDIFF_SUMS_COLORS_AT_ONCE)
        ERRDIFF_UNROLL
    for (int32_t i = 0; i < ERRDIFF_SUMS_COLORS_AT_ONCE; i++) {
        const int32_t rank = errdiff_sums_rank(&colors[first + i], sought);
        min_rank = rank < min_rank ? rank : min_rank;
    }
    return min_rank & 255;
}

/* Decides a pixel, as errdiff_decide does. DECISION is a constant in CUDA kernels. */
HOST_DEVICE_INLINE bool errdiff_sums_decide(enum errdiff_sums_decision decision, bool has_offsets,
                                            const struct errdiff_pixel_rule *rule,
                                            const struct errdiff_sums_rule *sums,
                                            const uint64_t *table, int x, int y,
                                            const int32_t value[3], const int32_t modified[3],
                                            int32_t error[3], uint32_t *levels)
{
    const int32_t white = sums->white;
    int32_t offset[3] = {0, 0, 0}, sought[3];
    *levels = 0;
    ERRDIFF_UNROLL
    for (int c = 0; c < 3; c++)
        if (has_offsets && c < rule->channels)
            offset[c] = errdiff_sums_offset(rule, sums, table, x, y, c, value[c], modified[c]);
    if (decision == ERRDIFF_SUMS_LEVELS) {
        ERRDIFF_UNROLL
        for (int c = 0; c < 3; c++)
            if (c < rule->channels)
                *levels |=
                    (uint32_t)errdiff_sums_level(sums, table, c, modified[c], offset[c], &error[c])
                    << 8 * c;
        return false;
    }

    ERRDIFF_UNROLL
    for (int c = 0; c < 3; c++)
        sought[c] = errdiff_clamp(errdiff_near(modified[c], white) + offset[c], -white, 2 * white);
    const struct errdiff_sums_color *colors = (const struct errdiff_sums_color *)table;
    *levels = (uint32_t)(decision == ERRDIFF_SUMS_COLORS
                             ? errdiff_sums_nearest(colors, sums->color_count, sought)
                             : errdiff_nearest(rule->search, sought));
    bool is_clamped = false;
    ERRDIFF_UNROLL
    for (int c = 0; c < 3; c++) {
        const int32_t color = decision == ERRDIFF_SUMS_COLORS
                                  ? -(colors[*levels].factor[c] >> ERRDIFF_FRACTION_BITS)
                                  : rule->search->colors[*levels][c];
        const int32_t difference = modified[c] - color;
        error[c] = errdiff_clamp(difference, -white, white);
        is_clamped |= error[c] != difference;
    }
    return is_clamped;
}

/* ---- A step -------------------------------------------------------------------------------- */

/* What a lane keeps from step to step: of each channel, errors[0] of the pixel before the current
 * one, errors[1] of the one before that, and so on. With weights by tone, errors[0] is the part of
 * it that the current pixel receives, and errors[1] the part for the pixel below it. */
struct errdiff_sums_row {
    int32_t errors[3][ERRDIFF_SUMS_MAX_AGES];
};

/* The sums that a lane sends or receives in a step. */
struct errdiff_sums {
    int32_t below[ERRDIFF_SUMS_MAX_REACH][3]; /* below[k] of each channel */
};

/* What the pixels of its own row leave for the current one. */
HOST_DEVICE_INLINE int32_t errdiff_sums_of_own(const struct errdiff_sums_shape *shape,
                                               const struct errdiff_sums_rule *sums,
                                               const int32_t *errors)
{
    int32_t sum = 0;
    if (shape->by_tone)
        return errors[0];
    /* The latest error comes last in the chain of additions. */
    ERRDIFF_UNROLL
    for (int dx = ERRDIFF_SUMS_MAX_REACH; dx >= 1; dx--)
        if (dx <= shape->reach)
            sum += sums->weights[0][ERRDIFF_SUMS_MAX_REACH + dx] * errors[dx - 1];
    return sum;
}

/* What the row leaves for the row dy rows below, of errors whose latest is errors[0]. */
HOST_DEVICE_INLINE int32_t errdiff_sums_of_row(const struct errdiff_sums_shape *shape,
                                               const struct errdiff_sums_rule *sums, int dy,
                                               const int32_t *errors)
{
    int32_t sum = 0;
    ERRDIFF_UNROLL
    for (int dx = ERRDIFF_SUMS_MAX_REACH; dx >= -ERRDIFF_SUMS_MAX_REACH; dx--) {
        const int age = dy * (shape->slope - 1) + dx;
        if (dx <= shape->reach && dx >= -shape->reach && age >= 0)
            sum += sums->weights[dy][ERRDIFF_SUMS_MAX_REACH + dx] * errors[age];
    }
    return sum;
}

/* Replaces the parts of the pixel before by those of a pixel with error e, and returns below[0]
 * of the pixel. */
HOST_DEVICE_INLINE int32_t errdiff_sums_by_tone(const struct errdiff_pixel_rule *rule,
                                                int32_t value, int32_t error, int32_t *errors)
{
    const int32_t tone = rule->max_value == UINT8_MAX ? value : errdiff_tone(value, UINT16_MAX);
    const struct errdiff_parts parts =
        errdiff_parts_of(error, rule->strength, rule->tone_weights[tone]);
    const int32_t sum = parts.below_left + errors[1];
    errors[0] = parts.right;
    errors[1] = parts.below;
    return sum;
}

/* What a lane does in a step with channel c of its pixel, whose error is e: takes it up into its
 * row, and sets what it sends. */
HOST_DEVICE_INLINE void
errdiff_sums_send(const struct errdiff_sums_shape *shape, const struct errdiff_pixel_rule *rule,
                  const struct errdiff_sums_rule *sums, int c, int32_t value, int32_t error,
                  const struct errdiff_sums *received, int32_t *errors, struct errdiff_sums *sent)
{
    if (shape->by_tone) {
        sent->below[0][c] = errdiff_sums_by_tone(rule, value, error, errors);
        return;
    }
    ERRDIFF_UNROLL
    for (int age = ERRDIFF_SUMS_MAX_AGES - 1; age >= 1; age--)
        if (age < errdiff_sums_ages(shape))
            errors[age] = errors[age - 1];
    errors[0] = error;
    ERRDIFF_UNROLL
    for (int k = 0; k < ERRDIFF_SUMS_MAX_REACH; k++)
        if (k < shape->reach)
            sent->below[k][c] = (k + 1 < shape->reach ? received->below[k + 1][c] : 0) +
                                errdiff_sums_of_row(shape, sums, k + 1, errors);
}

/*
 * A step of a lane at (x, y): dithers its pixel, whose `input` is that of errdiff_bands_input (0:
 * there is none). `received` are the sums that the lane above sent at column x + p − 1, `sent`
 * those for the lane below. Returns whether an error was clamped, with a palette.
 */
HOST_DEVICE_INLINE bool
errdiff_sums_step(const struct errdiff_sums_shape *shape, enum errdiff_sums_decision decision,
                  bool has_offsets, const struct errdiff_pixel_rule *rule,
                  const struct errdiff_sums_rule *sums, const uint64_t *table, int x, int y,
                  uint64_t input, const struct errdiff_sums *received, struct errdiff_sums_row *row,
                  struct errdiff_sums *sent, uint32_t *levels)
{
    const bool is_dithered = input >> 48 != 0;
    int32_t value[3] = {0, 0, 0}, modified[3] = {0, 0, 0}, error[3] = {0, 0, 0};
    ERRDIFF_UNROLL
    for (int c = 0; c < 3; c++) {
        if (c >= shape->channels)
            continue;
        const int32_t sum =
            received->below[0][c] + errdiff_sums_of_own(shape, sums, row->errors[c]);
        value[c] = (int32_t)(input >> 16 * c & 0xFFFF);
        modified[c] = (value[c] << ERRDIFF_FRACTION_BITS) - sums->rounding.offset +
                      (shape->by_tone ? sum : errdiff_sums_round(&sums->rounding, sum));
    }
    /* Outside the picture there are no offsets to be read. */
    bool is_clamped = errdiff_sums_decide(decision, has_offsets && is_dithered, rule, sums, table,
                                          x, y, value, modified, error, levels);
    ERRDIFF_UNROLL
    for (int c = 0; c < 3; c++)
        if (c < shape->channels)
            errdiff_sums_send(shape, rule, sums, c, value[c], is_dithered ? error[c] : 0, received,
                              row->errors[c], sent);
    return is_clamped && is_dithered;
}

#endif

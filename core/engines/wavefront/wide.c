/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiled once for each instruction set. */
#include "wide_staging.h"

#include <assert.h>

enum {
    BLOCK = 24,
    BLOCKS = TILE / BLOCK,
    EIGHT = 8,
    TONE_DEPTH = 8,
    STEPS_AHEAD = 3 /* by which the code for kernels of 5 × 3 reads ahead, with weights of 0 */
};

struct state {
    /* What was left in the steps before this tile, and in its own; with weights by tone the parts
     * that go below and below left. */
    v32 errors[ERRDIFF_WIDE_HISTORY + TILE + STEPS_AHEAD];
    v32 below_left[TONE_DEPTH + TILE];
    v32 right[3]; /* for the next pixel, with weights by tone */
    struct staging staging;
    _Alignas(64) where32 wheres[TILE];
};

_Static_assert(sizeof(struct state) <= ERRDIFF_MOST_STATE, "a state must fit");
_Static_assert((int)BLOCKS == (int)SHARES, "with each block a share of a tile is staged");

/* ---- Rows to steps and back ---------------------------------------------------------------- */

/* Eight samples of each row, the first in *samples; two steps in each vector. */
INLINE void load_pairs(const uint16_t *samples, v16 pairs[4])
{
    for (int i = 0; i < 4; i++)
        pairs[i] =
            v16_gather_parts((const uint8_t *)(samples + i * ROW), 4 * ROW * sizeof *samples);
    v32_transpose_4(pairs);
}

/* Likewise, a vector for each step; signs as in 16 bits where they are wanted. */
INLINE void load_samples(const uint16_t *from, int count, bool is_signed, v32 *samples)
{
    for (int first = 0; first < count; first += EIGHT) {
        v16 pairs[4];
        load_pairs(from + first, pairs);
        for (int i = 0; i < 4; i++) {
            v32 pair = (v32)pairs[i];
            samples[first + 2 * i] = is_signed ? (pair << 16) >> 16 : pair & v32_all(0xFFFF);
            samples[first + 2 * i + 1] = is_signed ? pair >> 16 : (v32)((v32u)pair >> 16);
        }
    }
}

INLINE void store_samples(uint16_t *to, int count, const v32 *samples)
{
    for (int first = 0; first < count; first += EIGHT) {
        v16 pairs[4];
        for (int i = 0; i < 4; i++)
            pairs[i] = (v16)(samples[first + 2 * i] | samples[first + 2 * i + 1] << 16);
        v32_transpose_4(pairs);
        for (int i = 0; i < 4; i++)
            v16_scatter_parts((uint8_t *)(to + i * ROW + first), 4 * ROW * sizeof *to, pairs[i]);
    }
}

/* ---- What a step collects ------------------------------------------------------------------ */

/* What the steps of a block need of the plan: held here, where no store can have changed it. */
struct collector {
    enum errdiff_wide_kernel kernel;
    int channels, skew, line_count;
    const struct errdiff_wide_plan *plan;
    v32 weights[3][5]; /* of a kernel of 5 × 3, or those of pairs */
    const int32_t *from[ERRDIFF_MOST_LINES];
    int32_t *to[ERRDIFF_MOST_LINES];
    enum errdiff_wide_rounding rounding;
    struct errdiff_rounding fraction;
};

INLINE void prepare(struct collector *collector, const struct errdiff_band *band, int64_t step)
{
    const struct errdiff_wave *wave = band->wave;
    bool has_one_line = collector->kernel == ERRDIFF_WIDE_FLOYD_STEINBERG ||
                        collector->kernel == ERRDIFF_WIDE_TONES;
    collector->plan = wave->plan;
    collector->skew = wave->skew;
    collector->line_count = has_one_line ? 1 : wave->line_count;
    collector->rounding = collector->plan->rounding;
    collector->fraction = wave->job->rule.rounding;
    collector->fraction.half = collector->plan->half;
    for (int dy = 0; dy < 3; dy++) {
        const int32_t *weights = collector->plan->weights[dy];
        for (int i = 0; collector->kernel == ERRDIFF_WIDE_FIVE_BY_THREE && i < 5; i++)
            collector->weights[dy][i] = v32_all(weights[i]);
        for (int i = 0; collector->kernel == ERRDIFF_WIDE_PAIRS && i < 5; i += 2)
            collector->weights[dy][i] =
                v32_all(errdiff_wide_pair(weights[i], i < 4 ? weights[i + 1] : 0));
    }
    /* The error of the pixel before is a pair of its own, whose high half is the sign: that has no weight. */
    int32_t next = collector->plan->weights[0][3];
    collector->weights[0][3] =
        v32_all(collector->kernel == ERRDIFF_WIDE_PAIRS ? errdiff_wide_pair(next, 0) : next);
    for (int line = 0; line < collector->line_count; line++) {
        collector->from[line] = (const int32_t *)band->from[line] + step;
        collector->to[line] = (int32_t *)band->to[line] + step;
    }
}

/* Over the taps with that dy; `e` is where this step's error will be. */
INLINE v32 sum_of_taps(const struct errdiff_wide_plan *plan, int dy, const v32 *e)
{
    v32 sum = {0};
    for (int i = plan->first_tap[dy]; i < plan->first_tap[dy + 1]; i++)
        sum += e[-plan->taps[i].delay] * plan->taps[i].weight;
    return sum;
}

/* The sum of the products of two pairs. */
INLINE v32 products(v32 errors, v32 weights)
{
    return v16_sum_of_products((v16)errors, (v16)weights);
}

/*
 * The sum over the taps with dy = line + 1. The code for kernels of 5 × 3 reads all 15 places, also
 * those with a weight of 0. Where rows trail each other by few columns, some of these have not been
 * run yet, up to STEPS_AHEAD steps after this one: whatever number is there, times 0 it is 0.
 */
INLINE v32 sum_below(const struct collector *collector, int line, const v32 *e)
{
    int channels = collector->channels;
    const v32 *above = e - (line + 1) * collector->skew;
    switch (collector->kernel) {
    case ERRDIFF_WIDE_FLOYD_STEINBERG:
        return (above[0] + above[-channels]) + above[0] + (above[channels] + above[0]) * 3;
    case ERRDIFF_WIDE_FIVE_BY_THREE: {
        const v32 *weights = collector->weights[line + 1];
        v32 sum = above[-2 * channels] * weights[4];
        for (int i = 3; i >= 0; i--)
            sum += above[(2 - i) * channels] * weights[i];
        return sum;
    }
    case ERRDIFF_WIDE_PAIRS: {
        const v32 *weights = collector->weights[line + 1];
        return (products(above[-2 * channels], weights[4]) + products(above[0], weights[2])) +
               products(above[2 * channels], weights[0]);
    }
    default:
        return sum_of_taps(collector->plan, line + 1, e);
    }
}

/* `base` and the sum over the taps with dy = 0; `last` is the error of the pixel before. */
INLINE v32 add_own_row(const struct collector *collector, v32 base, const v32 *e, v32 last)
{
    switch (collector->kernel) {
    case ERRDIFF_WIDE_FLOYD_STEINBERG:
        return (base - last) + (last << 3);
    case ERRDIFF_WIDE_FIVE_BY_THREE:
        return (base + e[-2 * collector->channels] * collector->weights[0][4]) +
               last * collector->weights[0][3];
    case ERRDIFF_WIDE_PAIRS:
        /* Of `last` the low half. */
        return (base + products(e[-2 * collector->channels], collector->weights[0][4])) +
               products(last, collector->weights[0][3]);
    default:
        return base + sum_of_taps(collector->plan, 0, e);
    }
}

/* What comes from above, and to the lines what goes below, in step i of the block. */
INLINE v32 pass_down(const struct collector *collector, int i, const v32 *e, const v32 *below_left)
{
    v32 sum = {0};
    for (int line = collector->line_count - 1; line >= 0; line--) {
        if (collector->kernel == ERRDIFF_WIDE_TONES)
            sum = e[-collector->skew] + below_left[collector->channels - collector->skew];
        else
            sum += sum_below(collector, line, e);
        v32_store_first(collector->to[line] + i, sum);
        sum = v32_from_next(sum, v32_load_first(collector->from[line] + i));
    }
    return sum;
}

/* c = floor(S · numerator / denominator + 1/2). Floats and doubles hold S · numerator + half exactly;
 * with a half more it is at least 1/(2 · denominator) from where its quotient's floor changes, much
 * more than the product with the reciprocal can be wrong. */
INLINE v32 round_sum(const struct collector *collector, v32 sum)
{
    const struct errdiff_rounding *fraction = &collector->fraction;
    if (collector->rounding == ERRDIFF_WIDE_SHIFT)
        return (sum + fraction->half) >> fraction->shift;
    if (collector->rounding == ERRDIFF_WIDE_FLOAT) {
        v32 dividend =
            (fraction->numerator == 1 ? sum : sum * fraction->numerator) + fraction->half;
        return v32f_floor(v32f_half_more_times(__builtin_convertvector(dividend, v32f),
                                               1.0f / (float)fraction->denominator));
    }
    return v32_rounded_quotient(sum, fraction->numerator, fraction->half + 0.5,
                                1.0 / fraction->denominator);
}

/* ---- What a step decides ------------------------------------------------------------------- */

/* The errors, and the samples to write, of a pixel in each lane. */
struct outcome {
    v32 error[3], sample[3];
};

/* The levels of a channel, for all lanes. */
struct quantizer {
    v32 threshold[ERRDIFF_WIDE_LEVELS - 1], step[ERRDIFF_WIDE_LEVELS - 1],
        stored[ERRDIFF_WIDE_LEVELS - 1];
};

INLINE void spread(struct quantizer *quantizer, const struct errdiff_wide_quantizer *from)
{
    for (int i = 0; i < ERRDIFF_WIDE_LEVELS - 1; i++) {
        quantizer->threshold[i] = v32_all(from->threshold[i]);
        quantizer->step[i] = v32_all(from->step[i]);
        quantizer->stored[i] = v32_all(from->stored[i]);
    }
}

/* As in the form with 16-bit lanes: errors that are never negative, and no comparison in the chain. */
INLINE void decide_two_levels(const struct quantizer *quantizers, int channels, v32 white,
                              const v32 *modified, struct outcome *outcome)
{
    for (int c = 0; c < channels; c++) {
        outcome->error[c] = (v32)v32u_least((v32u)modified[c], (v32u)(modified[c] - white));
        outcome->sample[c] = v32_only(v32_above(modified[c], white - 1), quantizers[c].stored[0]);
    }
}

INLINE void decide_few_levels(const struct quantizer *quantizers, int channels, v32 white,
                              const v32 *modified, struct outcome *outcome)
{
    for (int c = 0; c < channels; c++) {
        const struct quantizer *quantizer = &quantizers[c];
        v32 error = modified[c], sample = {0};
        for (int i = 0; i < ERRDIFF_WIDE_LEVELS - 1; i++) {
            where32 above = v32_above(modified[c], quantizer->threshold[i]);
            error = v32_sub_where(above, error, quantizer->step[i]);
            sample = v32_add_where(above, sample, quantizer->stored[i]);
        }
        outcome->error[c] = v32_most(v32_least(error, white), -white);
        outcome->sample[c] = sample;
    }
}

/* table[index], for indices below 32. */
INLINE v32 look_up(const int32_t table[32], v32 index)
{
#if VECTOR_BYTES == 64
    return (v32)_mm512_permutex2var_epi32(_mm512_loadu_si512(table), (__m512i)index,
                                          _mm512_loadu_si512(table + 16));
#elif VECTOR_BYTES == 32
    return (v32)_mm256_i32gather_epi32(table, (__m256i)index, 4);
#else
    return (v32){table[index[0]], table[index[1]], table[index[2]], table[index[3]]};
#endif
}

INLINE void decide_few_colours(const struct errdiff_wide_plan *plan, const struct errdiff_job *job,
                               v32 takes_part, const v32 modified[3], struct outcome *outcome,
                               v32 *clamped)
{
    const struct errdiff_wide_colours *colours = &plan->colours;
    v32 white = v32_all(UINT8_MAX << ERRDIFF_FRACTION_BITS);
    v32 inside[3], is_inside = v32_all(-1);
    for (int c = 0; c < 3; c++) {
        inside[c] = v32_most(v32_least(modified[c], white), v32_all(0));
        is_inside &= inside[c] == modified[c];
    }
    *clamped -= ~is_inside & takes_part;

    v16 red_green = (v16)(inside[0] << 3 | inside[1] << 19), blue = (v16)(inside[2] << 3);
    v32 least = v32_all(INT32_MAX);
    for (int i = 0; i < colours->count; i++)
        least =
            v32_least(least, v16_sum_of_products(red_green, (v16)v32_all(colours->red_green[i])) +
                                 v16_sum_of_products(blue, (v16)v32_all(colours->blue[i])) +
                                 v32_all(colours->constant[i]));
    v32 number = least & v32_all(ERRDIFF_WIDE_COLOURS - 1);
    v32 packed = look_up(colours->packed, number);
    for (int c = 0; c < 3; c++) {
        v32 component = packed >> 8 * c & v32_all(UINT8_MAX);
        outcome->error[c] = inside[c] - (component << ERRDIFF_FRACTION_BITS);
        outcome->sample[c] = job->rule.indexed ? number : component;
    }
}

/* By the rule of a single pixel. */
static void decide_lane_by_lane(struct errdiff_band *band, int64_t step, v32 takes_part,
                                const v32 values[3], const v32 modified[3], struct outcome *outcome)
{
    const struct errdiff_job *job = band->wave->job;
    for (int lane = 0; lane < LANES; lane++) {
        int row = LANES - 1 - lane;
        int32_t value[3], changed[3], error[3] = {0}, level[3];
        uint16_t stored[3] = {0};
        for (int c = 0; c < job->rule.channels; c++) {
            value[c] = values[c][lane];
            changed[c] = modified[c][lane];
        }
        if (takes_part[lane] != 0) {
            int x = (int)(errdiff_sample_at(band->wave, step, row) / job->rule.channels);
            band->clamped +=
                errdiff_decide(&job->rule, x, job->run.first_row + band->first_row + row, value,
                               changed, error, level);
            for (int c = 0; c < job->rule.channels; c++)
                stored[c] = job->rule.indexed  ? (uint16_t)level[0]
                            : job->rule.search ? job->rule.search->stored[level[0]][c]
                                               : job->rule.quantizers[c].stored[level[c]];
        }
        for (int c = 0; c < job->rule.channels; c++) {
            outcome->error[c][lane] = error[c];
            outcome->sample[c][lane] = stored[c];
        }
    }
}

/* Splits the errors into the parts that the tones of the values say. */
static void split_by_tone(const struct errdiff_job *job, int channels, const v32 values[3],
                          const v32 error[3], v32 right[3], v32 *below, v32 *below_left)
{
    for (int c = 0; c < channels; c++)
        for (int lane = 0; lane < LANES; lane++) {
            int32_t tone = errdiff_tone(values[c][lane], job->rule.max_value);
            struct errdiff_parts parts =
                errdiff_parts_of(error[c][lane], job->rule.strength, job->rule.tone_weights[tone]);
            right[c][lane] = parts.right;
            below[c][lane] = parts.below;
            below_left[c][lane] = parts.below_left;
        }
}

/* ---- Steps --------------------------------------------------------------------------------- */

INLINE void run_block(struct errdiff_band *band, int tile, int block,
                      enum errdiff_wide_kernel kernel, int channels,
                      enum errdiff_wide_decision decision, bool masked)
{
    struct state *state = band->state;
    struct staging *staging = &state->staging;
    const struct errdiff_job *job = band->wave->job;
    const struct errdiff_wide_plan *plan = band->wave->plan;
    int in_place = place_of(tile) + block * BLOCK;
    int64_t first = (int64_t)tile * TILE + block * BLOCK;
    v32 *errors = state->errors + ERRDIFF_WIDE_HISTORY + block * BLOCK;
    v32 *below_left = state->below_left + TONE_DEPTH + block * BLOCK;
    v32 samples[BLOCK], takes_part[BLOCK], outputs[BLOCK], last[3], clamped = {0};
    v32 white = v32_all(job->rule.max_value << ERRDIFF_FRACTION_BITS);
    v32 no_error = v32_all(decision == ERRDIFF_WIDE_TWO_LEVELS ? plan->no_error : 0);
    bool by_levels = decision == ERRDIFF_WIDE_TWO_LEVELS || decision == ERRDIFF_WIDE_FEW_LEVELS;
    struct quantizer quantizers[3];
    struct collector collector; /* not cleared: that would take as long as some steps */
    collector.kernel = kernel;
    collector.channels = channels;
    prepare(&collector, band, first);
    load_samples(staging->in[0] + in_place, BLOCK, false, samples);
    if (masked)
        load_samples(staging->mask[0] + block * BLOCK, BLOCK, true, takes_part);
    for (int c = 0; c < channels; c++) {
        last[c] = errors[c - channels];
        if (kernel == ERRDIFF_WIDE_PAIRS)
            last[c] = (last[c] << 16) >> 16;
        if (by_levels)
            spread(&quantizers[c], &plan->quantizers[c]);
    }

#pragma GCC unroll UNROLL_4
    for (int i = 0; i < BLOCK; i += channels) {
        v32 modified[3], part = masked ? takes_part[i] : v32_all(-1);
        struct outcome outcome;
        for (int c = 0; c < channels; c++) {
            v32 *e = errors + i + c;
            v32 sum = pass_down(&collector, i + c, e, below_left + i + c);
            if (kernel == ERRDIFF_WIDE_TONES)
                sum += state->right[c];
            else
                sum = round_sum(&collector, add_own_row(&collector, sum, e, last[c]));
            modified[c] = ((samples[i + c] << ERRDIFF_FRACTION_BITS) + no_error) + sum;
        }
        if (decision == ERRDIFF_WIDE_TWO_LEVELS)
            decide_two_levels(quantizers, channels, white, modified, &outcome);
        else if (decision == ERRDIFF_WIDE_FEW_LEVELS)
            decide_few_levels(quantizers, channels, white, modified, &outcome);
        else if (decision == ERRDIFF_WIDE_FEW_COLOURS)
            decide_few_colours(plan, job, part, modified, &outcome, &clamped);
        else
            decide_lane_by_lane(band, first + i, part, samples + i, modified, &outcome);
        for (int c = 0; c < channels; c++) {
            v32 before = last[c];
            last[c] = masked ? no_error ^ ((no_error ^ outcome.error[c]) & part) : outcome.error[c];
            errors[i + c] = kernel == ERRDIFF_WIDE_PAIRS
                                ? (last[c] & v32_all(UINT16_MAX)) | before << 16
                                : last[c];
            outputs[i + c] = outcome.sample[c];
        }
        if (kernel == ERRDIFF_WIDE_TONES)
            split_by_tone(job, channels, samples + i, last, state->right, errors + i,
                          below_left + i);
    }
    for (int lane = 0; decision == ERRDIFF_WIDE_FEW_COLOURS && lane < LANES; lane++)
        band->clamped += clamped[lane];
    store_samples(staging->out[0] + in_place, BLOCK, outputs);
}

/* ---- Steps of Floyd and Steinberg's kernel, by levels, where all samples take part ---------- */

enum {
    NEAR = 9,                       /* the largest delay, with three channels */
    HAS_WHERES = VECTOR_BYTES == 64 /* results of comparisons that are bits become rows at once */
};

/* Errors stay in registers, and 16·v + ((S + 8) >> 4) is (256·v + 8 + S) >> 4. */
INLINE void run_near_block(struct errdiff_band *band, int tile, int block, int channels,
                           enum errdiff_wide_decision decision)
{
    struct state *state = band->state;
    const struct errdiff_wide_plan *plan = band->wave->plan;
    int64_t first = (int64_t)tile * TILE + block * BLOCK;
    int in_place = place_of(tile) + block * BLOCK, skew = channels == 1 ? 4 : 6;
    bool has_wheres = HAS_WHERES && decision == ERRDIFF_WIDE_TWO_LEVELS;
    const int32_t *from = (const int32_t *)band->from[0] + first;
    int32_t *to = (int32_t *)band->to[0] + first;
    v32 white = v32_all(band->wave->job->rule.max_value << ERRDIFF_FRACTION_BITS);
    struct quantizer quantizers[3];
    for (int c = 0; c < channels; c++)
        spread(&quantizers[c], &plan->quantizers[c]);

    v32 *kept = state->errors + ERRDIFF_WIDE_HISTORY + block * BLOCK;
    v32 near[NEAR + BLOCK], *e = near + NEAR, outputs[BLOCK];
    v16 pairs[4];
    where32 *wheres = state->wheres + block * BLOCK;
#pragma GCC unroll 9
    for (int i = -channels - skew; i < 0; i++)
        e[i] = kept[i];

#pragma GCC unroll 24
    for (int i = 0; i < BLOCK; i++) {
        if (i % EIGHT == 0)
            load_pairs(state->staging.in[0] + in_place + i, pairs);
        v32 latest = e[i + channels - skew] + e[i - skew];
        v32 sum = (e[i - channels - skew] + e[i - skew]) + e[i - skew] + (latest + latest + latest);
        v32_store_first(to + i, sum);
        sum = v32_from_next(sum, v32_load_first(from + i));

        v32 pair = (v32)pairs[i % EIGHT / 2];
        v32 sample = ((i % 2 ? pair >> 8 : pair << 8) & v32_all(0xFFFF00)) | v32_all(8);
        v32 last = e[i - channels];
        v32 modified = (((sum + sample) - last) + (last << 3)) >> 4;
        struct outcome outcome;
        if (has_wheres) {
            outcome.error[0] = (v32)v32u_least((v32u)modified, (v32u)(modified - white));
            wheres[i] = v32_above(modified, white - 1);
        } else if (decision == ERRDIFF_WIDE_TWO_LEVELS) {
            decide_two_levels(&quantizers[i % channels], 1, white, &modified, &outcome);
        } else {
            decide_few_levels(&quantizers[i % channels], 1, white, &modified, &outcome);
        }
        e[i] = outcome.error[0];
        if (has_wheres)
            continue;
        outputs[i] = outcome.sample[0];
        if (i % EIGHT == EIGHT - 1)
            store_samples(state->staging.out[0] + in_place + i + 1 - EIGHT, EIGHT,
                          outputs + i + 1 - EIGHT);
    }

#pragma GCC unroll 9
    for (int i = BLOCK - NEAR; i < BLOCK; i++)
        kept[i] = e[i];
#if VECTOR_BYTES == 64
    for (int i = 0; has_wheres && block == BLOCKS - 1 && i < TILE; i += 32)
        where32_to_rows(state->wheres + i, v16_all(plan->quantizers[0].stored[0]),
                        state->staging.out[0] + place_of(tile) + i, ROW);
#endif
}

#define DEFINE_NEAR(name, channels, decision)                        \
    static void name(struct errdiff_band *band, int tile, int block) \
    {                                                                \
        run_near_block(band, tile, block, channels, decision);       \
    }

DEFINE_NEAR(near_gray_two, 1, ERRDIFF_WIDE_TWO_LEVELS)
DEFINE_NEAR(near_gray_few, 1, ERRDIFF_WIDE_FEW_LEVELS)
DEFINE_NEAR(near_rgb_two, 3, ERRDIFF_WIDE_TWO_LEVELS)
DEFINE_NEAR(near_rgb_few, 3, ERRDIFF_WIDE_FEW_LEVELS)

/* ---- Code for each kind of job ------------------------------------------------------------- */

typedef void run_any_block(struct errdiff_band *band, int tile, int block, bool masked);
typedef void run_near(struct errdiff_band *band, int tile, int block);

/* One function for each kind of job that has its own code. */
#define DEFINE_BLOCKS(name, kernel, channels, decision)                           \
    static void name(struct errdiff_band *band, int tile, int block, bool masked) \
    {                                                                             \
        if (masked)                                                               \
            run_block(band, tile, block, kernel, channels, decision, true);       \
        else                                                                      \
            run_block(band, tile, block, kernel, channels, decision, false);      \
    }

#define DEFINE_DECISIONS(name, kernel)                                 \
    DEFINE_BLOCKS(name##_gray_two, kernel, 1, ERRDIFF_WIDE_TWO_LEVELS) \
    DEFINE_BLOCKS(name##_gray_few, kernel, 1, ERRDIFF_WIDE_FEW_LEVELS) \
    DEFINE_BLOCKS(name##_rgb_two, kernel, 3, ERRDIFF_WIDE_TWO_LEVELS)  \
    DEFINE_BLOCKS(name##_rgb_few, kernel, 3, ERRDIFF_WIDE_FEW_LEVELS)  \
    DEFINE_BLOCKS(name##_colours, kernel, 3, ERRDIFF_WIDE_FEW_COLOURS)

DEFINE_DECISIONS(floyd_steinberg, ERRDIFF_WIDE_FLOYD_STEINBERG)
DEFINE_DECISIONS(five_by_three, ERRDIFF_WIDE_FIVE_BY_THREE)
DEFINE_DECISIONS(pairs, ERRDIFF_WIDE_PAIRS)
DEFINE_DECISIONS(any, ERRDIFF_WIDE_ANY)
DEFINE_BLOCKS(any_gray_by_lane, ERRDIFF_WIDE_ANY, 1, ERRDIFF_WIDE_LANE_BY_LANE)
DEFINE_BLOCKS(any_rgb_by_lane, ERRDIFF_WIDE_ANY, 3, ERRDIFF_WIDE_LANE_BY_LANE)
DEFINE_BLOCKS(tones_gray, ERRDIFF_WIDE_TONES, 1, ERRDIFF_WIDE_LANE_BY_LANE)
DEFINE_BLOCKS(tones_rgb, ERRDIFF_WIDE_TONES, 3, ERRDIFF_WIDE_LANE_BY_LANE)

#define DECISIONS(name)                                                \
    {                                                                  \
        [ERRDIFF_WIDE_TWO_LEVELS] = {name##_gray_two, name##_rgb_two}, \
        [ERRDIFF_WIDE_FEW_LEVELS] = {name##_gray_few, name##_rgb_few}, \
        [ERRDIFF_WIDE_FEW_COLOURS] = {                                 \
            NULL,                                                      \
            name##_colours                                             \
        }                                                              \
    }

static run_any_block *find_block(const struct errdiff_wave *wave)
{
    static run_any_block *const blocks[][3][2] = {
        [ERRDIFF_WIDE_FLOYD_STEINBERG] = DECISIONS(floyd_steinberg),
        [ERRDIFF_WIDE_FIVE_BY_THREE] = DECISIONS(five_by_three),
        [ERRDIFF_WIDE_PAIRS] = DECISIONS(pairs),
        [ERRDIFF_WIDE_ANY] = DECISIONS(any),
    };
    const struct errdiff_wide_plan *plan = wave->plan;
    bool is_gray = wave->job->rule.channels == 1;
    if (plan->kernel == ERRDIFF_WIDE_TONES)
        return is_gray ? tones_gray : tones_rgb;
    if (plan->decision == ERRDIFF_WIDE_LANE_BY_LANE)
        return is_gray ? any_gray_by_lane : any_rgb_by_lane;
    return blocks[plan->kernel][plan->decision][!is_gray];
}

/* NULL: none of the job's own. */
static run_near *find_near(const struct errdiff_wave *wave)
{
    const struct errdiff_wide_plan *plan = wave->plan;
    bool is_gray = wave->job->rule.channels == 1;
    if (!plan->is_near)
        return NULL;
    if (plan->decision == ERRDIFF_WIDE_TWO_LEVELS)
        return is_gray ? near_gray_two : near_rgb_two;
    return is_gray ? near_gray_few : near_rgb_few;
}

/*
 * What the code for each kind of kernel needs of a plan, for an assertion: the error of each tap is
 * read where it has been written, a pixel or more ago, and where a band has filled in what was before
 * its first step.
 */
static inline bool reads_what_was_written(const struct errdiff_wave *wave)
{
    const struct errdiff_wide_plan *plan = wave->plan;
    const errdiff_kernel *kernel = &wave->job->asked.kernel;
    bool is_five_by_three =
        plan->kernel == ERRDIFF_WIDE_FIVE_BY_THREE || plan->kernel == ERRDIFF_WIDE_PAIRS;
    for (int i = 0; i < kernel->tap_count; i++) {
        int dx = kernel->taps[i].dx, dy = kernel->taps[i].dy;
        /* In pairs what is left of an even column is read with it. The own row's is at hand. */
        bool is_with_next = plan->kernel == ERRDIFF_WIDE_PAIRS && dy > 0 && (dx == -1 || dx == 1);
        int delay = (dx - is_with_next) * wave->job->rule.channels + dy * wave->skew;
        if (delay < wave->job->rule.channels || delay > plan->depth)
            return false;
        if (is_five_by_three && (dx < -2 || dx > 2 || dy > 2))
            return false;
    }
    if (plan->is_near && wave->skew + wave->job->rule.channels > NEAR)
        return false;
    return plan->depth <= ERRDIFF_WIDE_HISTORY &&
           (!is_five_by_three || plan->depth == 2 * (wave->job->rule.channels + wave->skew));
}

/* ---- The form ------------------------------------------------------------------------------ */

static void start(struct errdiff_band *band)
{
    const struct errdiff_wide_plan *plan = band->wave->plan;
    struct state *state = band->state;
    v32 *begin = state->errors + ERRDIFF_WIDE_HISTORY - plan->depth;
    int32_t nothing = plan->kernel == ERRDIFF_WIDE_PAIRS
                          ? errdiff_wide_pair(plan->no_error, plan->no_error)
                          : plan->no_error;
    assert(reads_what_was_written(band->wave));
    for (int i = 0; i < plan->depth; i++)
        begin[i] = v32_all(nothing);
    /* Read with weights of 0 in the first tile; later ones find what the tile before has left. */
    if (plan->kernel == ERRDIFF_WIDE_FIVE_BY_THREE || plan->kernel == ERRDIFF_WIDE_PAIRS)
        memset(state->errors + ERRDIFF_WIDE_HISTORY, 0,
               (TILE + STEPS_AHEAD) * sizeof *state->errors);
    memset(state->below_left, 0, TONE_DEPTH * sizeof *state->below_left);
    memset(state->right, 0, sizeof state->right);
    begin_staging(&state->staging, band);
}

static void run_tile(struct errdiff_band *band, int tile)
{
    const struct errdiff_wave *wave = band->wave;
    const struct errdiff_wide_plan *plan = wave->plan;
    struct state *state = band->state;
    bool masked = wave->job->in.mask || errdiff_is_edge(wave, tile) || band->row_count < LANES;
    run_any_block *any = find_block(wave);
    run_near *near = masked ? NULL : find_near(wave);
    stage_in(&state->staging, band, tile);
    if (masked)
        stage_mask(&state->staging, band, tile);
    for (int block = 0; block < BLOCKS; block++) {
        stage_share(&state->staging, band, tile, block);
        if (near)
            near(band, tile, block);
        else
            any(band, tile, block, masked);
    }
    v32 *begin = state->errors + ERRDIFF_WIDE_HISTORY - plan->depth;
    for (int i = 0; i < plan->depth; i++)
        begin[i] = begin[i + TILE];
    for (int i = 0; plan->kernel == ERRDIFF_WIDE_TONES && i < TONE_DEPTH; i++)
        state->below_left[i] = state->below_left[i + TILE];
    stage_out(&state->staging, band, tile);
}

static void finish(struct errdiff_band *band)
{
    end_staging(&((struct state *)band->state)->staging, band);
}

const struct errdiff_form ERRDIFF_ISA(errdiff_wide) = {
    .lanes = LANES,
    .tile = TILE,
    .number_size = sizeof(int32_t),
    .least_samples = 1 << 19,
    .start = start,
    .run_tile = run_tile,
    .finish = finish,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dithers a band of the wavefront engine in vectors with 32-bit lanes, a row in each lane. */
/* Compiled once for each instruction set. */
#include "wide_decide.h"
#include "wide_staging.h"
#include "wide_tones.h"

#include <assert.h>

enum { BLOCK = 24, BLOCKS = TILE / BLOCK, EIGHT = 8, TONE_DEPTH = 8 };

struct state {
    /* The errors of the steps before this tile and of its own. With weights that depend on the
     * tone: the part of each error for the pixel below, and below_left that for the one on its
     * left. */
    v32 errors[ERRDIFF_WIDE_HISTORY + TILE];
    v32 below_left[TONE_DEPTH + TILE];
    v32 right[3]; /* and the part for the next pixel */
    struct staging staging;
    _Alignas(64) mask32 white_masks[TILE]; /* of each step: the lanes whose sample is white */
    bool is_masked;                        /* whether this tile has samples that are not dithered */
};

_Static_assert(sizeof(struct state) <= ERRDIFF_MAX_STATE_BYTES, "a state must fit");
_Static_assert((int)BLOCKS == (int)LANE_PARTS, "each block of steps moves a part of the lanes");

/* ---- Rows to steps and back ---------------------------------------------------------------- */

/* Loads eight samples of each row, the first one being *samples in lane 0: the samples of two steps
 * in each vector, the first one in the lower halves. */
INLINE void load_pairs(const uint16_t *samples, v16 pairs[4])
{
    for (int i = 0; i < 4; i++)
        pairs[i] =
            v16_gather_parts((const uint8_t *)(samples + i * ROW), 4 * ROW * sizeof *samples);
    v32_transpose_4(pairs);
    for (int i = 0; i < 4; i++)
        pairs[i] = (v16)v32_swap_halves_if_big_endian((v32)pairs[i]);
}

/* Loads `count` samples of each row, a vector for each step; as signed or unsigned 16-bit
 * numbers. */
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

/* Stores samples in the same way. */
INLINE void store_samples(uint16_t *to, int count, const v32 *samples)
{
    for (int first = 0; first < count; first += EIGHT) {
        v16 pairs[4];
        for (int i = 0; i < 4; i++) {
            v32 pair = samples[first + 2 * i] | samples[first + 2 * i + 1] << 16;
            pairs[i] = (v16)v32_swap_halves_if_big_endian(pair);
        }
        v32_transpose_4(pairs);
        for (int i = 0; i < 4; i++)
            v16_scatter_parts((uint8_t *)(to + i * ROW + first), 4 * ROW * sizeof *to, pairs[i]);
    }
}

/* ---- What a step collects ------------------------------------------------------------------ */

/* What the steps of a block need of the band and its plan. This is a copy, so that the compiler
 * knows that no store changes it. */
struct collector {
    enum errdiff_wide_kernel kernel;
    int channels, skew, line_count;
    const struct errdiff_wave *wave;
    const struct errdiff_wide_plan *plan;
    v32 weights[4][7]; /* of 5 × 3 or 7 × 4 taps, or of pairs of them, from dx = −3 */
    const int32_t *from[ERRDIFF_MAX_LINES];
    int32_t *to[ERRDIFF_MAX_LINES];
    struct errdiff_wide_rounding rounding;
    v32 early; /* rounding.early in each lane */
};

/* Whether the code reads all taps of a window, also those with a weight of 0. */
INLINE bool has_constant_window(enum errdiff_wide_kernel kernel)
{
    return kernel == ERRDIFF_WIDE_FIVE_BY_THREE || errdiff_wide_holds_pairs(kernel);
}

/* The weight of the tap at dx = i − 3, or those of a pair that begins with it, in each lane. */
INLINE v32 weights_at(const struct collector *collector, int dy, int i)
{
    const int32_t *weights = collector->plan->weights[dy] + i;
    if (!errdiff_wide_holds_pairs(collector->kernel))
        return v32_all(weights[0]);
    return v32_all(errdiff_wide_pair(weights[0], i < 6 ? weights[1] : 0));
}

/* In the rows above, the pairs of 5 × 3 taps begin at dx = −2, 0 and 2; those of 7 × 4 taps at −3,
 * −1, 1 and 3. */
INLINE void prepare_weights(struct collector *collector)
{
    bool holds_pairs = errdiff_wide_holds_pairs(collector->kernel);
    int reach = collector->kernel == ERRDIFF_WIDE_SEVEN_BY_FOUR ? 3 : 2;
    for (int dy = 1; has_constant_window(collector->kernel) && dy <= reach; dy++)
        for (int i = 3 - reach; i <= 3 + reach; i += holds_pairs ? 2 : 1)
            collector->weights[dy][i] = weights_at(collector, dy, i);
    /* The error of the previous pixel is a 32-bit number here, whose high half is only its sign. */
    int32_t next = collector->plan->weights[0][4];
    collector->weights[0][4] = v32_all(holds_pairs ? errdiff_wide_pair(next, 0) : next);
    collector->weights[0][5] = weights_at(collector, 0, 5);
}

INLINE void prepare(struct collector *collector, const struct errdiff_band *band, int64_t step)
{
    const struct errdiff_wave *wave = band->wave;
    bool has_one_line = collector->kernel == ERRDIFF_WIDE_FLOYD_STEINBERG ||
                        collector->kernel == ERRDIFF_WIDE_TONES;
    collector->wave = wave;
    collector->plan = wave->plan;
    collector->skew = wave->skew;
    collector->line_count = has_one_line ? 1 : wave->line_count;
    collector->rounding = collector->plan->rounding;
    collector->early = v32_all(collector->rounding.early);
    prepare_weights(collector);
    for (int line = 0; line < collector->line_count; line++) {
        collector->from[line] = (const int32_t *)band->from[line] + step;
        collector->to[line] = (int32_t *)band->to[line] + step;
    }
}

/* In each lane: the sum of the two products of a pair of errors and a pair of weights. */
INLINE v32 products(v32 errors, v32 weights)
{
    return v16_sum_of_products((v16)errors, (v16)weights);
}

/* Adds Σ weight · error over the taps with the given dy to `sum`; `e` is where the error of this
 * step will be. The last one added is the nearest neighbor's, which is known last. */
INLINE v32 add_taps(const struct collector *collector, v32 sum, int dy, const v32 *e)
{
    const struct errdiff_wave *wave = collector->wave;
    const struct errdiff_wave_tap *first = wave->taps + wave->first_tap[dy];
    const struct errdiff_wave_tap *tap = wave->taps + wave->first_tap[dy + 1];
    if (collector->plan->has_bytes)
        while (tap-- > first)
            sum += products(*(const v32 *)((const char *)e + tap->offset), v32_all(tap->weight));
    else
        while (tap-- > first)
            sum += *(const v32 *)((const char *)e + tap->offset) * v32_all(tap->weight);
    return sum;
}

/*
 * The sum over the taps with dy = line + 1. The code for 5 × 3 taps reads all of them, also those
 * with a weight of 0. If rows trail each other by few columns, one of these is the error of this
 * very step. Any number may be there, since it is multiplied by 0.
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
        v32 sum = above[-2 * channels] * weights[5];
        for (int i = 4; i >= 1; i--)
            sum += above[(3 - i) * channels] * weights[i];
        return sum;
    }
    case ERRDIFF_WIDE_PAIRS: {
        const v32 *weights = collector->weights[line + 1];
        return (products(above[-2 * channels], weights[5]) + products(above[0], weights[3])) +
               products(above[2 * channels], weights[1]);
    }
    case ERRDIFF_WIDE_SEVEN_BY_FOUR: {
        const v32 *weights = collector->weights[line + 1];
        return ((products(above[-3 * channels], weights[6]) +
                 products(above[-channels], weights[4])) +
                products(above[channels], weights[2])) +
               products(above[3 * channels], weights[0]);
    }
    default:
        return add_taps(collector, (v32){0}, line + 1, e);
    }
}

/* Adds the sum over the taps with dy = 0 to `base`; `last` is the error of the previous pixel. */
INLINE v32 add_own_row(const struct collector *collector, v32 base, const v32 *e, v32 last)
{
    switch (collector->kernel) {
    case ERRDIFF_WIDE_FLOYD_STEINBERG:
        return (base - last) + (last << 3);
    case ERRDIFF_WIDE_FIVE_BY_THREE:
        return (base + e[-2 * collector->channels] * collector->weights[0][5]) +
               last * collector->weights[0][4];
    case ERRDIFF_WIDE_PAIRS:
    case ERRDIFF_WIDE_SEVEN_BY_FOUR:
        /* The weight of the high half of `last` is 0. */
        return (base + products(e[-2 * collector->channels], collector->weights[0][5])) +
               products(last, collector->weights[0][4]);
    default:
        return add_taps(collector, base, 0, e);
    }
}

/* Adds to `sum` what a line gets in step i of the block, and stores it to the line for the rows
 * below the band. Returns the sums moved by one lane. */
INLINE v32 pass_to_line(const struct collector *collector, int line, int i, const v32 *e,
                        const v32 *below_left, v32 sum)
{
    if (collector->kernel == ERRDIFF_WIDE_TONES)
        sum = e[-collector->skew] + below_left[collector->channels - collector->skew];
    else
        sum += sum_below(collector, line, e);
    v32_store_first(collector->to[line] + i, sum);
    return v32_from_next(sum, v32_load_first(collector->from[line] + i));
}

/* Adds up what a row collects from the rows above it in step i of the block, and stores to the
 * lines what the rows below the band will collect. */
INLINE v32 pass_down(const struct collector *collector, int i, const v32 *e, const v32 *below_left)
{
    v32 sum = {0};
    if (has_constant_window(collector->kernel)) {
        /* The compiler does not find out that there are no more lines. */
        if (collector->kernel == ERRDIFF_WIDE_SEVEN_BY_FOUR && collector->line_count == 3)
            sum = pass_to_line(collector, 2, i, e, below_left, sum);
        if (collector->line_count >= 2)
            sum = pass_to_line(collector, 1, i, e, below_left, sum);
        return pass_to_line(collector, 0, i, e, below_left, sum);
    }
    for (int line = collector->line_count - 1; line >= 0; line--)
        sum = pass_to_line(collector, line, i, e, below_left, sum);
    return sum;
}

/* The quotient of a sum to which rounding.early was added, plus rounding.bias: see struct
 * errdiff_wide_rounding. */
INLINE v32 round_sum(const struct errdiff_wide_rounding *rounding, v32 sum)
{
    if (rounding->kind == ERRDIFF_WIDE_SHIFT)
        return sum >> rounding->shift;
    bool has_doubles = rounding->kind == ERRDIFF_WIDE_LARGE && rounding->factor == 0;
    if (has_doubles)
        return v32_rounded_quotient(sum, rounding->numerator, rounding->late + 0.5,
                                    rounding->double_reciprocal);
    if (rounding->numerator != 1)
        sum = sum * rounding->numerator + rounding->late;
    if (rounding->kind == ERRDIFF_WIDE_FLOAT)
        return v32_floor_of_product(sum, rounding->reciprocal);
    v32u factor = (v32u)v32_all((int32_t)rounding->factor);
    return (v32)(v32u_high_product((v32u)sum, factor) >> rounding->shift);
}

/* ---- Steps --------------------------------------------------------------------------------- */

/* Which code a block runs, and what stays the same in its steps. Arrays are not in here, since the
 * compiler then would not keep their elements in registers. */
struct block {
    struct errdiff_band *band;
    enum errdiff_wide_kernel kernel;
    int channels;
    enum errdiff_wide_decision decision;
    bool masked;
    int64_t first; /* the first step */
    v32 *errors, *below_left;
    v32 white, error_bias;
    const struct errdiff_wide_tones *tones;
    v32 constant; /* what is added to 16 · v, beside the rounded sum */
};

/* Decisions that take much longer than a predicted branch have the same code with and without a
 * mask, and their steps are not unrolled, since the code would become very long. */
INLINE bool is_long(enum errdiff_wide_decision decision)
{
    return decision == ERRDIFF_WIDE_MANY_LEVELS || decision == ERRDIFF_WIDE_MANY_COLORS;
}

/* The pixels of a step. */
INLINE struct place place_of_step(const struct errdiff_band *band, int64_t step, int channels)
{
    int skew = band->wave->skew / channels;
    v32 row;
    for (int lane = 0; lane < LANES; lane++)
        row[lane] = LANES - 1 - lane;
    return (struct place){.x = (int32_t)(step / channels) - row * skew,
                          .y = row + (band->wave->job->run.first_row + band->first_row)};
}

/* Sets the members that follow from the band and the decision. */
INLINE void begin_block(struct block *block, int tile, int number)
{
    const struct errdiff_wave *wave = block->band->wave;
    const struct errdiff_wide_plan *plan = wave->plan;
    struct state *state = block->band->state;
    bool is_biased = block->decision == ERRDIFF_WIDE_TWO_LEVELS;
    block->first = (int64_t)tile * TILE + number * BLOCK;
    block->errors = state->errors + ERRDIFF_WIDE_HISTORY + number * BLOCK;
    block->below_left = state->below_left + TONE_DEPTH + number * BLOCK;
    block->white = v32_all(wave->job->rule.max_value << ERRDIFF_FRACTION_BITS);
    block->error_bias = v32_all(is_biased ? plan->error_bias : 0);
    block->tones = &plan->tones;
    block->constant = block->error_bias - plan->rounding.bias;
}

/* What the first pixel of the block gets from the one before: its error or, if weights depend on
 * the tone, the part of it. */
INLINE v32 last_error(const struct block *block, int c)
{
    if (block->kernel == ERRDIFF_WIDE_TONES)
        return ((const struct state *)block->band->state)->right[c];
    v32 last = block->errors[c - block->channels];
    return errdiff_wide_holds_pairs(block->kernel) ? (last << 16) >> 16 : last;
}

/* Returns s for channel c of the pixel whose first channel is step i. */
INLINE v32 modify(const struct block *block, const struct collector *collector, int i, int c,
                  v32 sample, v32 last)
{
    const v32 *e = block->errors + i + c;
    v32 sum = pass_down(collector, i + c, e, block->below_left + i + c);
    if (block->kernel == ERRDIFF_WIDE_TONES)
        return ((sample << ERRDIFF_FRACTION_BITS) + sum) + last;
    sum = add_own_row(collector, sum + collector->early, e, last);
    return ((sample << ERRDIFF_FRACTION_BITS) + block->constant) +
           round_sum(&collector->rounding, sum);
}

/* What the steps of a block read and write, in steps. */
struct samples {
    v32 in[BLOCK], dithered[BLOCK], out[BLOCK];
    v32 planned[BLOCK], offsets[BLOCK]; /* the rule's d, and what prepare_offsets sets */
};

INLINE void decide(const struct block *block, const struct quantizer *quantizers, int i,
                   v32 is_dithered, const struct samples *samples, const v32 modified[3],
                   struct outcome *outcome, v32 *clamped)
{
    const struct errdiff_wave *wave = block->band->wave;
    if (block->decision == ERRDIFF_WIDE_TWO_LEVELS)
        decide_two_levels(quantizers, block->channels, block->white, modified, outcome);
    else if (block->decision == ERRDIFF_WIDE_FEW_LEVELS)
        decide_few_levels(quantizers, block->channels, block->white, modified, outcome);
    else if (block->decision == ERRDIFF_WIDE_MANY_LEVELS)
        decide_many_levels(wave->plan, block->channels, block->white, samples->in + i,
                           samples->planned + i, samples->offsets + i, modified, outcome);
    else if (block->decision == ERRDIFF_WIDE_FEW_COLORS)
        decide_few_colors(wave->plan, wave->job, is_dithered, modified, outcome, clamped);
    else
        decide_many_colors(wave->plan, &wave->job->rule, block->white, samples->in + i,
                           samples->planned + i, samples->offsets + i, is_dithered, modified,
                           outcome, clamped);
}

/* Keeps the errors and the results of the pixel whose first channel is step i. */
INLINE void keep(const struct block *block, int i, v32 is_dithered, const v32 *samples,
                 const struct outcome *outcome, v32 last[3], v32 *outputs)
{
    v32 bias = block->error_bias;
#pragma GCC unroll UNROLL_4
    for (int c = 0; c < block->channels; c++) {
        v32 before = last[c], error = outcome->error[c];
        if (block->masked)
            error = bias ^ ((bias ^ error) & is_dithered);
        outputs[c] = outcome->sample[c];
        last[c] = error;
        block->errors[i + c] = errdiff_wide_holds_pairs(block->kernel)
                                   ? (error & v32_all(UINT16_MAX)) | before << 16
                                   : error;
        if (block->kernel == ERRDIFF_WIDE_TONES) {
            v32 tones = tone_of(samples[c], block->white);
            struct parts parts = split_by_tone(block->tones, tones, error);
            last[c] = parts.right;
            block->errors[i + c] = parts.below;
            block->below_left[i + c] = parts.below_left;
        }
    }
}

/* Runs the steps of the pixel whose first channel is step i. */
INLINE void run_pixel(const struct block *block, const struct collector *collector,
                      const struct quantizer *quantizers, int i, struct samples *samples,
                      v32 last[3], v32 *clamped)
{
    v32 modified[3], is_dithered = block->masked ? samples->dithered[i] : v32_all(-1);
    struct outcome outcome;
#pragma GCC unroll UNROLL_4
    for (int c = 0; c < block->channels; c++)
        modified[c] = modify(block, collector, i, c, samples->in[i + c], last[c]);
    decide(block, quantizers, i, is_dithered, samples, modified, &outcome, clamped);
    keep(block, i, is_dithered, samples->in + i, &outcome, last, samples->out + i);
}

INLINE void load_block(const struct block *block, int in_place, int in_tile, bool masked,
                       struct samples *samples)
{
    const struct staging *staging = &((struct state *)block->band->state)->staging;
    const struct errdiff_wide_plan *plan = block->band->wave->plan;
    load_samples(staging->in[0] + in_place, BLOCK, false, samples->in);
    if (masked)
        load_samples(staging->mask[0] + in_tile, BLOCK, true, samples->dithered);
    for (int i = 0; block->masked && !masked && i < BLOCK; i++)
        samples->dithered[i] = v32_all(-1);
    if (!is_long(block->decision))
        return;
    if (plan->offsets.has_plane)
        load_samples(staging->planned[0] + in_tile, BLOCK, true, samples->planned);
    if (plan->offsets.has_plane || plan->offsets.has_noise)
        prepare_offsets(&plan->offsets, block->channels, BLOCK, block->white,
                        place_of_step(block->band, block->first, block->channels), samples->in,
                        samples->planned, samples->offsets);
}

INLINE void run_block(struct errdiff_band *band, int tile, int number,
                      enum errdiff_wide_kernel kernel, int channels,
                      enum errdiff_wide_decision decision, bool masked)
{
    struct state *state = band->state;
    const struct errdiff_wide_plan *plan = band->wave->plan;
    int in_place = place_of(tile) + number * BLOCK;
    v32 last[3], clamped = {0};
    struct samples samples;
    struct quantizer quantizers[3];
    struct collector collector; /* not cleared, which would take as long as some steps */
    struct block block = {.band = band,
                          .kernel = kernel,
                          .channels = channels,
                          .decision = decision,
                          .masked = masked || is_long(decision)};
    collector.kernel = kernel;
    collector.channels = channels;
    begin_block(&block, tile, number);
    prepare(&collector, band, block.first);
    load_block(&block, in_place, number * BLOCK, masked, &samples);
#pragma GCC unroll UNROLL_4
    for (int c = 0; c < channels; c++) {
        last[c] = last_error(&block, c);
        if (decision <= ERRDIFF_WIDE_FEW_LEVELS)
            broadcast(&quantizers[c], &plan->quantizers[c]);
    }

    if (is_long(decision))
        for (int i = 0; i < BLOCK; i += channels)
            run_pixel(&block, &collector, quantizers, i, &samples, last, &clamped);
    else {
#pragma GCC unroll UNROLL_4
        for (int i = 0; i < BLOCK; i += channels)
            run_pixel(&block, &collector, quantizers, i, &samples, last, &clamped);
    }
    for (int c = 0; kernel == ERRDIFF_WIDE_TONES && c < channels; c++)
        state->right[c] = last[c];
    for (int lane = 0; decision >= ERRDIFF_WIDE_FEW_COLORS && lane < LANES; lane++)
        band->clamped += clamped[lane];
    store_samples(state->staging.out[0] + in_place, BLOCK, samples.out);
}

/* ---- Steps of Floyd and Steinberg's kernel with levels, if all samples are dithered ---------- */

enum {
    REGISTER_DEPTH = 12, /* the largest delay, with three channels */
    /* Where comparisons result in bits, these are kept and become rows of samples all at once. */
    HAS_BIT_MASKS = VECTOR_BYTES == 64
};

INLINE int skew_in_registers(int channels)
{
    return channels == 1 ? 4 : 9;
}

/* Computes s of a step as (256 · v + 8 + S) >> 4, which saves an operation, from all of this but
 * 7 · last, where `last` is the error of the previous pixel. */
INLINE v32 modify_by_last(v32 rest, v32 last)
{
    return ((rest - last) + (last << 3)) >> 4;
}

/* Computes s of a step from 256 · v + 8. */
INLINE v32 modify_in_registers(const v32 *e, int channels, v32 sample, const int32_t *from,
                               int32_t *to)
{
    int skew = skew_in_registers(channels);
    v32 latest = e[channels - skew] + e[-skew];
    v32 sum = (e[-channels - skew] + e[-skew]) + e[-skew] + (latest + latest + latest);
    v32_store_first(to, sum);
    sum = v32_from_next(sum, v32_load_first(from));
    return modify_by_last(sum + sample, e[-channels]);
}

/* Decides s, and sets *sample and *is_white; the other one of these is not needed. */
INLINE v32 decide_in_registers(const struct quantizer *quantizer,
                               enum errdiff_wide_decision decision, v32 white, v32 modified,
                               v32 *sample, mask32 *is_white)
{
    struct outcome outcome;
    if (decision == ERRDIFF_WIDE_FEW_LEVELS)
        decide_few_levels(quantizer, 1, white, &modified, &outcome);
    else
        decide_two_levels(quantizer, 1, white, &modified, &outcome);
    *sample = outcome.sample[0];
    *is_white = v32_above(modified, white - 1);
    return outcome.error[0];
}

/* Errors stay in registers, so the steps are unrolled. */
INLINE void run_block_in_registers(struct errdiff_band *band, int tile, int block, int channels,
                                   enum errdiff_wide_decision decision)
{
    struct state *state = band->state;
    const struct errdiff_wide_plan *plan = band->wave->plan;
    int64_t first = (int64_t)tile * TILE + block * BLOCK;
    int in_place = place_of(tile) + block * BLOCK;
    bool keeps_masks = HAS_BIT_MASKS && decision == ERRDIFF_WIDE_TWO_LEVELS;
    const int32_t *from = (const int32_t *)band->from[0] + first;
    int32_t *to = (int32_t *)band->to[0] + first;
    v32 white = v32_all(band->wave->job->rule.max_value << ERRDIFF_FRACTION_BITS);
    struct quantizer quantizers[3];
#pragma GCC unroll UNROLL_4
    for (int c = 0; c < channels; c++)
        broadcast(&quantizers[c], &plan->quantizers[c]);

    v32 *kept = state->errors + ERRDIFF_WIDE_HISTORY + block * BLOCK;
    v32 recent[REGISTER_DEPTH + BLOCK], *e = recent + REGISTER_DEPTH, outputs[BLOCK];
    v16 pairs[4];
    mask32 *white_masks = state->white_masks + block * BLOCK;
#pragma GCC unroll 12
    for (int i = -channels - skew_in_registers(channels); i < 0; i++)
        e[i] = kept[i];

#pragma GCC unroll 24
    for (int i = 0; i < BLOCK; i++) {
        if (i % EIGHT == 0)
            load_pairs(state->staging.in[0] + in_place + i, pairs);
        v32 pair = (v32)pairs[i % EIGHT / 2];
        v32 sample = ((i % 2 ? pair >> 8 : pair << 8) & v32_all(0xFFFF00)) | v32_all(8);
        v32 modified = modify_in_registers(e + i, channels, sample, from + i, to + i);
        mask32 is_white;
        e[i] = decide_in_registers(&quantizers[i % channels], decision, white, modified,
                                   &outputs[i], &is_white);
        if (keeps_masks)
            white_masks[i] = is_white;
        else if (i % EIGHT == EIGHT - 1)
            store_samples(state->staging.out[0] + in_place + i + 1 - EIGHT, EIGHT,
                          outputs + i + 1 - EIGHT);
    }

#pragma GCC unroll 12
    for (int i = BLOCK - REGISTER_DEPTH; i < BLOCK; i++)
        kept[i] = e[i];
#if VECTOR_BYTES == 64
    for (int i = 0; keeps_masks && block == BLOCKS - 1 && i < TILE; i += 32)
        mask32_to_rows(state->white_masks + i, v16_all(plan->quantizers[0].stored[0]),
                       state->staging.out[0] + place_of(tile) + i, ROW);
#endif
}

#define DEFINE_IN_REGISTERS(name, channels, decision)                  \
    static void name(struct errdiff_band *band, int tile, int block)   \
    {                                                                  \
        run_block_in_registers(band, tile, block, channels, decision); \
    }

DEFINE_IN_REGISTERS(registers_gray_two, 1, ERRDIFF_WIDE_TWO_LEVELS)
DEFINE_IN_REGISTERS(registers_gray_few, 1, ERRDIFF_WIDE_FEW_LEVELS)
DEFINE_IN_REGISTERS(registers_rgb_two, 3, ERRDIFF_WIDE_TWO_LEVELS)
DEFINE_IN_REGISTERS(registers_rgb_few, 3, ERRDIFF_WIDE_FEW_LEVELS)

/* ---- Code for each kind of job ------------------------------------------------------------- */

typedef void run_any_block(struct errdiff_band *band, int tile, int block, bool masked);
typedef void run_register_block(struct errdiff_band *band, int tile, int block);

/* One function for each kind of job with special code. */
#define DEFINE_BLOCKS(name, kernel, channels, decision)                           \
    static void name(struct errdiff_band *band, int tile, int block, bool masked) \
    {                                                                             \
        if (masked)                                                               \
            run_block(band, tile, block, kernel, channels, decision, true);       \
        else                                                                      \
            run_block(band, tile, block, kernel, channels, decision, false);      \
    }

/* As DEFINE_BLOCKS, but jobs with and without a mask have the same code. */
#define DEFINE_LONG_BLOCKS(name, kernel, channels, decision)                      \
    static void name(struct errdiff_band *band, int tile, int block, bool masked) \
    {                                                                             \
        run_block(band, tile, block, kernel, channels, decision, masked);         \
    }

#define DEFINE_LEVELS(name, kernel)                                           \
    DEFINE_BLOCKS(name##_gray_few, kernel, 1, ERRDIFF_WIDE_FEW_LEVELS)        \
    DEFINE_LONG_BLOCKS(name##_gray_many, kernel, 1, ERRDIFF_WIDE_MANY_LEVELS) \
    DEFINE_BLOCKS(name##_rgb_few, kernel, 3, ERRDIFF_WIDE_FEW_LEVELS)         \
    DEFINE_LONG_BLOCKS(name##_rgb_many, kernel, 3, ERRDIFF_WIDE_MANY_LEVELS)

#define DEFINE_DECISIONS(name, kernel)                                   \
    DEFINE_LEVELS(name, kernel)                                          \
    DEFINE_BLOCKS(name##_few_colors, kernel, 3, ERRDIFF_WIDE_FEW_COLORS) \
    DEFINE_LONG_BLOCKS(name##_many_colors, kernel, 3, ERRDIFF_WIDE_MANY_COLORS)

#define DEFINE_TWO_LEVELS(name, kernel)                                \
    DEFINE_BLOCKS(name##_gray_two, kernel, 1, ERRDIFF_WIDE_TWO_LEVELS) \
    DEFINE_BLOCKS(name##_rgb_two, kernel, 3, ERRDIFF_WIDE_TWO_LEVELS)

DEFINE_DECISIONS(floyd_steinberg, ERRDIFF_WIDE_FLOYD_STEINBERG)
DEFINE_DECISIONS(five_by_three, ERRDIFF_WIDE_FIVE_BY_THREE)
DEFINE_DECISIONS(pairs, ERRDIFF_WIDE_PAIRS)
DEFINE_LEVELS(seven_by_four, ERRDIFF_WIDE_SEVEN_BY_FOUR)
DEFINE_DECISIONS(any, ERRDIFF_WIDE_ANY)
DEFINE_DECISIONS(tones, ERRDIFF_WIDE_TONES)
DEFINE_TWO_LEVELS(floyd_steinberg, ERRDIFF_WIDE_FLOYD_STEINBERG)
DEFINE_TWO_LEVELS(five_by_three, ERRDIFF_WIDE_FIVE_BY_THREE)
DEFINE_TWO_LEVELS(pairs, ERRDIFF_WIDE_PAIRS)
DEFINE_TWO_LEVELS(seven_by_four, ERRDIFF_WIDE_SEVEN_BY_FOUR)
DEFINE_TWO_LEVELS(any, ERRDIFF_WIDE_ANY)

/* The functions for each decision, in gray and in RGB. */
#define LEVELS(name)                                                                              \
    [ERRDIFF_WIDE_FEW_LEVELS] = {name##_gray_few, name##_rgb_few}, [ERRDIFF_WIDE_MANY_LEVELS] = { \
                                                                       name##_gray_many,          \
                                                                       name##_rgb_many}
#define DECISIONS(name)                                                  \
    LEVELS(name), [ERRDIFF_WIDE_FEW_COLORS] = {NULL, name##_few_colors}, \
                  [ERRDIFF_WIDE_MANY_COLORS] = {NULL, name##_many_colors}
#define TWO_LEVELS(name) [ERRDIFF_WIDE_TWO_LEVELS] = {name##_gray_two, name##_rgb_two}

static run_any_block *find_block(const struct errdiff_wave *wave)
{
    static run_any_block *const blocks[][ERRDIFF_WIDE_MANY_COLORS + 1][2] = {
        [ERRDIFF_WIDE_FLOYD_STEINBERG] = {TWO_LEVELS(floyd_steinberg), DECISIONS(floyd_steinberg)},
        [ERRDIFF_WIDE_FIVE_BY_THREE] = {TWO_LEVELS(five_by_three), DECISIONS(five_by_three)},
        [ERRDIFF_WIDE_PAIRS] = {TWO_LEVELS(pairs), DECISIONS(pairs)},
        [ERRDIFF_WIDE_SEVEN_BY_FOUR] = {TWO_LEVELS(seven_by_four), LEVELS(seven_by_four)},
        [ERRDIFF_WIDE_ANY] = {TWO_LEVELS(any), DECISIONS(any)},
        [ERRDIFF_WIDE_TONES] = {DECISIONS(tones)},
    };
    const struct errdiff_wide_plan *plan = wave->plan;
    return blocks[plan->kernel][plan->decision][wave->job->rule.channels == 3];
}

/* Returns NULL if there is no such code for the job. */
static run_register_block *find_register_block(const struct errdiff_wave *wave)
{
    const struct errdiff_wide_plan *plan = wave->plan;
    bool is_gray = wave->job->rule.channels == 1;
    if (!plan->in_registers)
        return NULL;
    if (plan->decision == ERRDIFF_WIDE_TWO_LEVELS)
        return is_gray ? registers_gray_two : registers_rgb_two;
    return is_gray ? registers_gray_few : registers_rgb_few;
}

/*
 * For an assertion: returns whether each tap reads an error that was written at least a pixel ago,
 * or one from before the first step, which the start of a band writes.
 */
static inline bool reads_what_was_written(const struct errdiff_wave *wave)
{
    const struct errdiff_wide_plan *plan = wave->plan;
    const errdiff_kernel *kernel = &wave->job->asked.kernel;
    int reach = plan->kernel == ERRDIFF_WIDE_SEVEN_BY_FOUR ? 3 : 2;
    for (int i = 0; i < kernel->tap_count; i++) {
        int dx = kernel->taps[i].dx, dy = kernel->taps[i].dy;
        /* In the rows above, the error for the second tap of a pair is read from the first. */
        bool is_in_next = errdiff_wide_holds_pairs(plan->kernel) && dy > 0 && (dx + reach) % 2 == 1;
        int delay = (dx - is_in_next) * wave->job->rule.channels + dy * wave->skew;
        if (delay < wave->job->rule.channels || delay > plan->depth)
            return false;
        if (has_constant_window(plan->kernel) && (dx < -reach || dx > reach || dy > reach))
            return false;
    }
    if (plan->in_registers && wave->skew + wave->job->rule.channels > REGISTER_DEPTH)
        return false;
    return plan->depth <= ERRDIFF_WIDE_HISTORY &&
           (!has_constant_window(plan->kernel) ||
            plan->depth == reach * (wave->job->rule.channels + wave->skew));
}

/* ---- The lane kernel ------------------------------------------------------------------------ */

static void start(struct errdiff_band *band)
{
    const struct errdiff_wide_plan *plan = band->wave->plan;
    struct state *state = band->state;
    v32 *begin = state->errors + ERRDIFF_WIDE_HISTORY - plan->depth;
    int32_t no_error = errdiff_wide_holds_pairs(plan->kernel)
                           ? errdiff_wide_pair(plan->error_bias, plan->error_bias)
                           : plan->error_bias;
    assert(reads_what_was_written(band->wave));
    for (int i = 0; i < plan->depth; i++)
        begin[i] = v32_all(no_error);
    /* The first tile reads these with weights of 0, before it has written them. */
    if (has_constant_window(plan->kernel))
        memset(state->errors + ERRDIFF_WIDE_HISTORY, 0, TILE * sizeof *state->errors);
    memset(state->below_left, 0, TONE_DEPTH * sizeof *state->below_left);
    memset(state->right, 0, sizeof state->right);
    begin_staging(&state->staging, band);
}

static void begin_tile(struct errdiff_band *band, int tile)
{
    const struct errdiff_wave *wave = band->wave;
    const struct errdiff_wide_plan *plan = wave->plan;
    struct state *state = band->state;
    bool masked = wave->job->in.mask || errdiff_is_edge(wave, tile) || band->row_count < LANES;
    state->is_masked = masked && stage_mask(&state->staging, band, tile);
    stage_in(&state->staging, band, tile);
    if (is_long(plan->decision) && plan->offsets.has_plane)
        stage_offsets(&state->staging, band, tile);
}

static void end_tile(struct errdiff_band *band, int tile)
{
    const struct errdiff_wide_plan *plan = band->wave->plan;
    struct state *state = band->state;
    v32 *begin = state->errors + ERRDIFF_WIDE_HISTORY - plan->depth;
    for (int i = 0; i < plan->depth; i++)
        begin[i] = begin[i + TILE];
    for (int i = 0; plan->kernel == ERRDIFF_WIDE_TONES && i < TONE_DEPTH; i++)
        state->below_left[i] = state->below_left[i + TILE];
    stage_out(&state->staging, band, tile);
}

static void run_blocks(struct errdiff_band *band, int tile, int first, int end)
{
    struct state *state = band->state;
    if (first == 0)
        begin_tile(band, tile);
    run_any_block *any = find_block(band->wave);
    run_register_block *in_registers = state->is_masked ? NULL : find_register_block(band->wave);
    for (int block = first; block < end; block++) {
        stage_lanes(&state->staging, band, tile, block);
        if (in_registers)
            in_registers(band, tile, block);
        else
            any(band, tile, block, state->is_masked);
    }
    if (end == BLOCKS)
        end_tile(band, tile);
}

static void finish(struct errdiff_band *band)
{
    end_staging(&((struct state *)band->state)->staging, band);
}

/* Tests of single functions include this file without the lane kernel, because it takes long to
 * compile. */
#ifndef ERRDIFF_ONLY_FUNCTIONS
const struct errdiff_lane_kernel ERRDIFF_ISA(errdiff_wide) = {
    .lanes = LANES,
    .tile = TILE,
    .blocks = BLOCKS,
    .lane_size = sizeof(int32_t),
    .min_samples = 1 << 16,
    .start = start,
    .run_blocks = run_blocks,
    .finish = finish,
};
#endif

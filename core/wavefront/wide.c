/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiled once for each instruction set. */
#include "wide.h"

#include "../pixel.h"
#include "vector.h"

enum { TILE = ERRDIFF_WIDE_TILE, BLOCK = 24, LANES = LANES_32, TONE_DEPTH = 8 };

/* Samples of a tile, a row for each lane. */
struct staging {
    _Alignas(64) uint16_t rows[LANES][TILE];
};

struct state {
    /* What was left in the steps before this tile, and in its own; with weights by tone the parts
     * that go below and below left. */
    v32 errors[ERRDIFF_WIDE_HISTORY + TILE];
    v32 below_left[TONE_DEPTH + TILE];
    v32 right[3]; /* for the next pixel, with weights by tone */
    struct staging in, mask, out;
};

_Static_assert(sizeof(struct state) <= ERRDIFF_MOST_STATE, "a state must fit");

/* ---- Between the picture and the lanes ----------------------------------------------------- */

/* Pixels begin..end − 1 of a row are in the tile; the first one has place `place` in it. */
struct part {
    int begin, end;
    int place;
};

static struct part part_of(const struct errdiff_band *band, int tile, int row)
{
    const struct errdiff_wave *wave = band->wave;
    int channels = wave->job->channels, width = wave->job->in.width;
    int64_t first = errdiff_sample_at(wave, (int64_t)tile * TILE, row) / channels;
    int64_t end = first + TILE / channels;
    struct part part = {.begin = first < 0       ? 0
                                 : first > width ? width
                                                 : (int)first,
                        .end = end < 0       ? 0
                               : end > width ? width
                                             : (int)end};
    part.place = (int)(part.begin - first) * channels;
    return part;
}

static void load_row(const struct errdiff_job *job, const void *row, struct part part, uint16_t *to)
{
    int channels = job->channels;
    ptrdiff_t first = (ptrdiff_t)part.begin * channels;
    int count = (part.end - part.begin) * channels;
    to += part.place;
    if (job->in.channels != channels || job->light) {
        for (int x = part.begin; x < part.end; x++, to += channels) {
            int32_t value[3] = {0};
            errdiff_load_pixel(job, row, x, value);
            for (int c = 0; c < channels; c++)
                to[c] = (uint16_t)value[c];
        }
    } else if (job->in.bits == 8) {
        for (int i = 0; i < count; i++)
            to[i] = ((const uint8_t *)row)[first + i];
    } else if (count > 0) {
        memcpy(to, (const uint16_t *)row + first, (size_t)count * sizeof *to);
    }
}

static void load_tile(struct errdiff_band *band, int tile)
{
    const struct errdiff_job *job = band->wave->job;
    struct state *state = band->state;
    for (int row = 0; row < band->row_count; row++)
        load_row(job, errdiff_row(&job->in, band->first_row + row, 0), part_of(band, tile, row),
                 state->in.rows[LANES - 1 - row]);
}

/* All bits where a sample is in the picture and takes part. */
static void load_mask(struct errdiff_band *band, int tile)
{
    const struct errdiff_job *job = band->wave->job;
    struct state *state = band->state;
    memset(&state->mask, 0, sizeof state->mask);
    for (int row = 0; row < band->row_count; row++) {
        uint16_t *to = state->mask.rows[LANES - 1 - row];
        const uint8_t *mask = errdiff_mask_row(&job->in, band->first_row + row);
        struct part part = part_of(band, tile, row);
        to += part.place;
        for (int x = part.begin; x < part.end; x++, to += job->channels)
            for (int c = 0; c < job->channels; c++)
                to[c] = !mask || mask[x] != 0 ? UINT16_MAX : 0;
    }
}

static void store_row(const struct errdiff_job *job, const void *in, const uint8_t *mask, void *out,
                      struct part part, const uint16_t *from)
{
    int channels = job->channels, out_channels = job->out.channels;
    ptrdiff_t first = (ptrdiff_t)part.begin * out_channels;
    int count = (part.end - part.begin) * out_channels;
    from += part.place;
    if (mask || out_channels != channels) {
        for (int x = part.begin; x < part.end; x++, from += channels) {
            if (mask && mask[x] == 0) {
                int32_t value[3] = {0};
                errdiff_load_pixel(job, in, x, value);
                errdiff_keep_pixel(job, in, out, x, value);
                continue;
            }
            for (int c = 0; c < out_channels; c++)
                errdiff_store(out, job->out.bits, (ptrdiff_t)x * out_channels + c, from[c]);
        }
    } else if (job->out.bits == 8) {
        for (int i = 0; i < count; i++)
            ((uint8_t *)out)[first + i] = (uint8_t)from[i];
    } else if (count > 0) {
        memcpy((uint16_t *)out + first, from, (size_t)count * sizeof *from);
    }
}

static void store_tile(struct errdiff_band *band, int tile)
{
    const struct errdiff_job *job = band->wave->job;
    struct state *state = band->state;
    for (int row = 0; row < band->row_count; row++) {
        int y = band->first_row + row;
        store_row(job, errdiff_row(&job->in, y, 0), errdiff_mask_row(&job->in, y),
                  errdiff_row(&job->out, y, 0), part_of(band, tile, row),
                  state->out.rows[LANES - 1 - row]);
    }
}

/* The samples of a block, a vector for each step; signs as in 16 bits where they are wanted. */
INLINE void load_block(const struct staging *staging, int place, bool is_signed, v32 samples[BLOCK])
{
    for (int part = 0; part < BLOCK / 8; part++) {
        v16 pairs[4];
        for (int i = 0; i < 4; i++)
            pairs[i] = v16_gather_parts((const uint8_t *)&staging->rows[i][place + 8 * part],
                                        4 * sizeof staging->rows[0]);
        v32_transpose_4(pairs);
        for (int i = 0; i < 4; i++) {
            v32 pair = (v32)pairs[i];
            samples[8 * part + 2 * i] = is_signed ? (pair << 16) >> 16 : pair & v32_all(0xFFFF);
            samples[8 * part + 2 * i + 1] = is_signed ? pair >> 16 : (v32)((v32u)pair >> 16);
        }
    }
}

INLINE void store_block(struct staging *staging, int place, const v32 samples[BLOCK])
{
    for (int part = 0; part < BLOCK / 8; part++) {
        v16 pairs[4];
        for (int i = 0; i < 4; i++)
            pairs[i] = (v16)(samples[8 * part + 2 * i] | samples[8 * part + 2 * i + 1] << 16);
        v32_transpose_4(pairs);
        for (int i = 0; i < 4; i++)
            v16_scatter_parts((uint8_t *)&staging->rows[i][place + 8 * part],
                              4 * sizeof staging->rows[0], pairs[i]);
    }
}

/* ---- What a step collects ------------------------------------------------------------------ */

/* Over the taps with that dy; `e` is where this step's error will be. */
INLINE v32 sum_of_taps(const struct errdiff_wide_plan *plan, int dy, const v32 *e)
{
    v32 sum = {0};
    for (int i = plan->first_tap[dy]; i < plan->first_tap[dy + 1]; i++)
        sum += e[-plan->taps[i].delay] * plan->taps[i].weight;
    return sum;
}

/* The sum over the taps with dy = line + 1. */
INLINE v32 sum_below(enum errdiff_wide_kernel kernel, const struct errdiff_wave *wave, int line,
                     int channels, const v32 *e)
{
    const struct errdiff_wide_plan *plan = wave->plan;
    const v32 *above = e - (line + 1) * wave->skew;
    switch (kernel) {
    case ERRDIFF_WIDE_FLOYD_STEINBERG:
        return (above[0] + above[-channels]) + above[0] + (above[channels] + above[0]) * 3;
    case ERRDIFF_WIDE_FIVE_BY_THREE: {
        const int32_t *weights = plan->weights[line + 1];
        v32 sum = above[2 * channels] * weights[0];
        for (int i = 1; i < 5; i++)
            sum += above[(2 - i) * channels] * weights[i];
        return sum;
    }
    default:
        return sum_of_taps(plan, line + 1, e);
    }
}

/* The sum over the taps with dy = 0; `last` is the error of the pixel before. */
INLINE v32 sum_own_row(enum errdiff_wide_kernel kernel, const struct errdiff_wide_plan *plan,
                       int channels, const v32 *e, v32 last)
{
    switch (kernel) {
    case ERRDIFF_WIDE_FLOYD_STEINBERG:
        return (last << 3) - last;
    case ERRDIFF_WIDE_FIVE_BY_THREE:
        return e[-2 * channels] * plan->weights[0][4] + last * plan->weights[0][3];
    default:
        return sum_of_taps(plan, 0, e);
    }
}

/* What comes from above, and to the lines what goes below. */
INLINE v32 pass_down(enum errdiff_wide_kernel kernel, struct errdiff_band *band, int channels,
                     int64_t step, const v32 *e, const v32 *below_left)
{
    v32 sum = {0};
    int line_count = kernel == ERRDIFF_WIDE_FLOYD_STEINBERG || kernel == ERRDIFF_WIDE_TONES
                         ? 1
                         : band->wave->line_count;
    for (int line = line_count - 1; line >= 0; line--) {
        if (kernel == ERRDIFF_WIDE_TONES)
            sum = e[-band->wave->skew] + below_left[channels - band->wave->skew];
        else
            sum += sum_below(kernel, band->wave, line, channels, e);
        ((int32_t *)band->to[line])[step] = sum[0];
        sum = v32_from_next(sum, v32_load_first((const int32_t *)band->from[line] + step));
    }
    return sum;
}

/* c = floor(S · numerator / denominator + 1/2). Floats and doubles hold S · numerator + half exactly;
 * with a half more it is at least 1/(2 · denominator) from where its quotient's floor changes, much
 * more than the product with the reciprocal can be wrong. */
INLINE v32 round_sum(const struct errdiff_wide_plan *plan, const struct errdiff_rounding *rounding,
                     v32 sum)
{
    if (plan->rounding == ERRDIFF_WIDE_SHIFT)
        return (sum + rounding->half) >> rounding->shift;
    if (plan->rounding == ERRDIFF_WIDE_FLOAT) {
        v32 dividend = sum * rounding->numerator + rounding->half;
        v32f quotient = (__builtin_convertvector(dividend, v32f) + 0.5f) *
                        (1.0f / (float)rounding->denominator);
        v32 whole = __builtin_convertvector(quotient, v32);
        return whole + (quotient < __builtin_convertvector(whole, v32f));
    }
    double reciprocal = 1.0 / rounding->denominator, half = rounding->half + 0.5;
    for (int i = 0; i < LANES; i++) {
        double quotient = (sum[i] * (double)rounding->numerator + half) * reciprocal;
        int32_t whole = (int32_t)quotient;
        sum[i] = whole - (quotient < whole);
    }
    return sum;
}

/* ---- What a step decides ------------------------------------------------------------------- */

/* The errors, and the samples to write, of a pixel in each lane. */
struct outcome {
    v32 error[3], sample[3];
};

INLINE void decide_few_levels(const struct errdiff_wide_plan *plan, const struct errdiff_job *job,
                              int channels, const v32 modified[3], struct outcome *outcome)
{
    v32 white = v32_all(job->max_value << ERRDIFF_FRACTION_BITS);
    for (int c = 0; c < channels; c++) {
        const struct errdiff_wide_quantizer *quantizer = &plan->quantizers[c];
        v32 error = modified[c], sample = {0};
        for (int i = 0; i < ERRDIFF_WIDE_LEVELS - 1; i++) {
            where32 above = v32_above(modified[c], v32_all(quantizer->threshold[i]));
            error = v32_sub_where(above, error, v32_all(quantizer->step[i]));
            sample = v32_add_where(above, sample, v32_all(quantizer->stored[i]));
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
        outcome->sample[c] = job->indexed ? number : component;
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
        for (int c = 0; c < job->channels; c++) {
            value[c] = values[c][lane];
            changed[c] = modified[c][lane];
        }
        if (takes_part[lane] != 0) {
            int x = (int)(errdiff_sample_at(band->wave, step, row) / job->channels);
            band->clamped +=
                errdiff_decide(&job->decision, x, job->first_row + band->first_row + row, value,
                               changed, error, level);
            for (int c = 0; c < job->channels; c++)
                stored[c] = job->indexed           ? (uint16_t)level[0]
                            : job->decision.search ? job->search.stored[level[0]][c]
                                                   : job->quantizers[c].stored[level[c]];
        }
        for (int c = 0; c < job->channels; c++) {
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
            int32_t tone = errdiff_tone(values[c][lane], job->max_value);
            struct errdiff_parts parts =
                errdiff_parts_of(error[c][lane], job->strength, job->tones.weights[tone]);
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
    const struct errdiff_job *job = band->wave->job;
    const struct errdiff_wide_plan *plan = band->wave->plan;
    const struct errdiff_rounding rounding = job->rounding;
    int64_t first = (int64_t)tile * TILE + block * BLOCK;
    v32 *errors = state->errors + ERRDIFF_WIDE_HISTORY + block * BLOCK;
    v32 *below_left = state->below_left + TONE_DEPTH + block * BLOCK;
    v32 samples[BLOCK], takes_part[BLOCK], outputs[BLOCK], last[3], clamped = {0};
    load_block(&state->in, block * BLOCK, false, samples);
    if (masked)
        load_block(&state->mask, block * BLOCK, true, takes_part);
    for (int c = 0; c < channels; c++)
        last[c] = errors[c - channels];

    for (int i = 0; i < BLOCK; i += channels) {
        v32 modified[3], part = masked ? takes_part[i] : v32_all(-1);
        struct outcome outcome;
        for (int c = 0; c < channels; c++) {
            v32 *e = errors + i + c;
            v32 sum = pass_down(kernel, band, channels, first + i + c, e, below_left + i + c);
            if (kernel == ERRDIFF_WIDE_TONES)
                sum += state->right[c];
            else
                sum = round_sum(plan, &rounding,
                                sum + sum_own_row(kernel, plan, channels, e, last[c]));
            modified[c] = (samples[i + c] << ERRDIFF_FRACTION_BITS) + sum;
        }
        if (decision == ERRDIFF_WIDE_FEW_LEVELS)
            decide_few_levels(plan, job, channels, modified, &outcome);
        else if (decision == ERRDIFF_WIDE_FEW_COLOURS)
            decide_few_colours(plan, job, part, modified, &outcome, &clamped);
        else
            decide_lane_by_lane(band, first + i, part, samples + i, modified, &outcome);
        for (int c = 0; c < channels; c++) {
            last[c] = masked ? outcome.error[c] & part : outcome.error[c];
            errors[i + c] = last[c];
            outputs[i + c] = outcome.sample[c];
        }
        if (kernel == ERRDIFF_WIDE_TONES)
            split_by_tone(job, channels, samples + i, last, state->right, errors + i,
                          below_left + i);
    }
    for (int lane = 0; decision == ERRDIFF_WIDE_FEW_COLOURS && lane < LANES; lane++)
        band->clamped += clamped[lane];
    store_block(&state->out, block * BLOCK, outputs);
}

typedef void run_blocks(struct errdiff_band *band, int tile, bool masked);

/* One function for each kind of job that has its own code. */
#define DEFINE_BLOCKS(name, kernel, channels, decision)                          \
    static void name(struct errdiff_band *band, int tile, bool masked)           \
    {                                                                            \
        for (int block = 0; block < TILE / BLOCK; block++)                       \
            if (masked)                                                          \
                run_block(band, tile, block, kernel, channels, decision, true);  \
            else                                                                 \
                run_block(band, tile, block, kernel, channels, decision, false); \
    }

#define DEFINE_DECISIONS(name, kernel)                             \
    DEFINE_BLOCKS(name##_gray, kernel, 1, ERRDIFF_WIDE_FEW_LEVELS) \
    DEFINE_BLOCKS(name##_rgb, kernel, 3, ERRDIFF_WIDE_FEW_LEVELS)  \
    DEFINE_BLOCKS(name##_colours, kernel, 3, ERRDIFF_WIDE_FEW_COLOURS)

DEFINE_DECISIONS(floyd_steinberg, ERRDIFF_WIDE_FLOYD_STEINBERG)
DEFINE_DECISIONS(five_by_three, ERRDIFF_WIDE_FIVE_BY_THREE)
DEFINE_DECISIONS(any, ERRDIFF_WIDE_ANY)
DEFINE_BLOCKS(any_gray_by_lane, ERRDIFF_WIDE_ANY, 1, ERRDIFF_WIDE_LANE_BY_LANE)
DEFINE_BLOCKS(any_rgb_by_lane, ERRDIFF_WIDE_ANY, 3, ERRDIFF_WIDE_LANE_BY_LANE)
DEFINE_BLOCKS(tones_gray, ERRDIFF_WIDE_TONES, 1, ERRDIFF_WIDE_LANE_BY_LANE)
DEFINE_BLOCKS(tones_rgb, ERRDIFF_WIDE_TONES, 3, ERRDIFF_WIDE_LANE_BY_LANE)

static run_blocks *find_blocks(const struct errdiff_wave *wave)
{
    static run_blocks *const by_decision[][3] = {
        [ERRDIFF_WIDE_FLOYD_STEINBERG] = {floyd_steinberg_gray, floyd_steinberg_rgb,
                                          floyd_steinberg_colours},
        [ERRDIFF_WIDE_FIVE_BY_THREE] = {five_by_three_gray, five_by_three_rgb,
                                        five_by_three_colours},
        [ERRDIFF_WIDE_ANY] = {any_gray, any_rgb, any_colours},
    };
    const struct errdiff_wide_plan *plan = wave->plan;
    bool is_gray = wave->job->channels == 1;
    if (plan->kernel == ERRDIFF_WIDE_TONES)
        return is_gray ? tones_gray : tones_rgb;
    if (plan->decision == ERRDIFF_WIDE_LANE_BY_LANE)
        return is_gray ? any_gray_by_lane : any_rgb_by_lane;
    bool has_colours = plan->decision == ERRDIFF_WIDE_FEW_COLOURS;
    return by_decision[plan->kernel][has_colours ? 2 : is_gray ? 0 : 1];
}

/* ---- The form ------------------------------------------------------------------------------ */

static void start(struct errdiff_band *band)
{
    const struct errdiff_wide_plan *plan = band->wave->plan;
    struct state *state = band->state;
    v32 *begin = state->errors + ERRDIFF_WIDE_HISTORY - plan->depth;
    memset(begin, 0, (size_t)plan->depth * sizeof *begin);
    memset(state->below_left, 0, TONE_DEPTH * sizeof *state->below_left);
    memset(state->right, 0, sizeof state->right);
    /* Lanes outside the picture run on values, too. */
    memset(&state->in, 0, sizeof state->in);
}

static void run_tile(struct errdiff_band *band, int tile)
{
    const struct errdiff_wave *wave = band->wave;
    const struct errdiff_wide_plan *plan = wave->plan;
    struct state *state = band->state;
    bool masked = wave->job->in.mask || errdiff_is_edge(wave, tile) || band->row_count < LANES;
    load_tile(band, tile);
    if (masked)
        load_mask(band, tile);
    find_blocks(wave)(band, tile, masked);
    v32 *begin = state->errors + ERRDIFF_WIDE_HISTORY - plan->depth;
    memmove(begin, begin + TILE, (size_t)plan->depth * sizeof *begin);
    memcpy(state->below_left, state->below_left + TILE, TONE_DEPTH * sizeof *state->below_left);
    store_tile(band, tile);
}

static void finish(struct errdiff_band *band)
{
    (void)band;
}

const struct errdiff_form ERRDIFF_ISA(errdiff_wide) = {
    .lanes = LANES,
    .tile = TILE,
    .number_size = sizeof(int32_t),
    .start = start,
    .run_tile = run_tile,
    .finish = finish,
};

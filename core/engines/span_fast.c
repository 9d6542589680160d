/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fast path of error collection: dithers a span in chunks of a few hundred samples.
 *
 * The sum of a pixel has two parts. Errors of the rows above are known before the chunk begins, so
 * their part is computed for the whole chunk first, with SIMD instructions, and stays in the L1
 * cache. Errors of the row itself form a chain of dependent operations from pixel to pixel; they
 * stay in registers, and the processor overlaps the chains of a pixel's channels.
 *
 *       rows above    e e e e e e e e        above[i] = Σ weight · e    (dy ≥ 1)
 *       this row      e e e X                S = above[i] + Σ weight · e    (dy = 0)
 *
 * All arrays are in the order of columns. In a row that runs from right to left only the chain goes
 * through them backwards.
 */
#include "span_fast.h"

#include "rule/sample.h"
#include "weighted_sum.h"

#include <string.h>

enum {
    CHUNK = 768, /* samples; a multiple of 1 and of 3 channels */
    PAIR_CHUNK =
        256, /* smaller, since the first and the last chunk of a pair of rows overlap with none */
    REGISTERS = 2, /* errors of this row that are in registers: dx = 1 and 2 */
    CHANNELS = 3,  /* largest number */
    MARGIN = 4     /* of the array `above`, at each end; CHANNELS or more */
};

/* The taps of a kernel, by where the errors are stored. */
struct taps {
    int32_t near_weights[REGISTERS];
    int near_reach;         /* largest dx of near_weights that are not 0 */
    const errdiff_tap *far; /* in the pixel's own row, beyond the registers */
    int far_count;
    const errdiff_tap *above;
    int above_count;
};

/* Adjacent pixels of a span. */
struct chunk {
    const struct errdiff_job *job;
    const struct taps *taps;
    int channels;                               /* of the span */
    const struct errdiff_quantizer *quantizers; /* of these channels */
    const void *in; /* at the leftmost pixel, as are `out`, `mask` and `errors` */
    void *out;
    const uint8_t *mask;
    int pixel_count;
    int direction;                          /* +1, or −1: from right to left */
    int32_t *errors;                        /* beside the errors of the row's earlier pixels */
    int32_t above[MARGIN + CHUNK + MARGIN]; /* that of the leftmost pixel at MARGIN */
};

static int min(int a, int b)
{
    return a < b ? a : b;
}

static int max(int a, int b)
{
    return a > b ? a : b;
}

static struct taps sort_taps(const errdiff_kernel *kernel)
{
    /* A kernel's taps are sorted by dy, then by dx. */
    struct taps taps = {.far = kernel->taps};
    int i = 0;
    for (; i < kernel->tap_count && kernel->taps[i].dy == 0; i++) {
        const errdiff_tap *tap = &kernel->taps[i];
        if (tap->dx <= REGISTERS) {
            taps.near_weights[tap->dx - 1] = tap->weight;
            taps.near_reach = tap->dx;
            taps.far = tap + 1;
        } else {
            taps.far_count++;
        }
    }
    taps.above = kernel->taps + i;
    taps.above_count = kernel->tap_count - i;
    return taps;
}

/* The pixel of the chunk that is dithered first. */
static int first_pixel(const struct chunk *chunk)
{
    return chunk->direction > 0 ? 0 : chunk->pixel_count - 1;
}

/* The error of the pixel that is dithered `dx` pixels before the first one of the chunk. It exists
 * in memory only if a tap reaches so far. */
static int32_t error_before(const struct chunk *chunk, int dx, int channel)
{
    if (dx > chunk->taps->near_reach)
        return 0;
    int pixel = first_pixel(chunk) - chunk->direction * dx;
    return chunk->errors[pixel * chunk->channels + channel];
}

/* ---- Any levels, any kernel ---------------------------------------------------------------- */

HOST_DEVICE_INLINE void dither_any(const struct chunk *chunk, int bits, int channels,
                                   enum errdiff_rounding_kind kind, bool two_levels)
{
    /* Local copies, since for all the compiler knows, storing a sample may change the originals. */
    const struct errdiff_rounding *rounding = &chunk->job->rule.rounding;
    const struct errdiff_quantizer *quantizers = chunk->quantizers;
    const uint8_t *mask = chunk->mask;
    const void *in = chunk->in;
    void *out = chunk->out;
    int32_t *errors = chunk->errors;
    const int32_t *above = chunk->above + MARGIN;
    int x = first_pixel(chunk), direction = chunk->direction;
    const struct taps *taps = chunk->taps;
    int32_t weight_1 = taps->near_weights[0], weight_2 = taps->near_weights[1];
    int32_t error_1[CHANNELS], error_2[CHANNELS]; /* of the previous pixel, and the one before */
    for (int c = 0; c < channels; c++) {
        error_1[c] = error_before(chunk, 1, c);
        error_2[c] = error_before(chunk, 2, c);
    }
    for (int rest = chunk->pixel_count; rest > 0; rest--, x += direction) {
        bool is_kept = mask && mask[x] == 0;
        for (int c = 0; c < channels; c++) {
            int index = x * channels + c;
            int32_t value = errdiff_load(in, bits, index);
            int32_t error = 0;
            if (!is_kept) {
                int32_t sum = above[index] + weight_1 * error_1[c] + weight_2 * error_2[c];
                for (int i = 0; i < taps->far_count; i++)
                    sum += taps->far[i].weight *
                           errors[index - direction * taps->far[i].dx * channels];
                error =
                    errdiff_decide_plainly(rounding, kind, &quantizers[c], two_levels, sum, &value);
            }
            errdiff_store(out, bits, index, value);
            errors[index] = error;
            error_2[c] = error_1[c];
            error_1[c] = error;
        }
    }
}

/* ---- Two levels, with a short chain -------------------------------------------------------- */

static bool has_two_levels(const struct errdiff_job *job)
{
    return job->analysis.max_level_count == 2;
}

static bool can_be_short(const struct errdiff_job *job, const struct taps *taps)
{
    return job->analysis.has_short_chain && taps->far_count == 0;
}

/* The constants of the chain from pixel to pixel. */
struct row_weights {
    int32_t near[REGISTERS];
    int32_t shift; /* of the rounding */
};

/* Constants for the most common kernel, since a multiplication would take half of the chain's
 * time. */
static const struct row_weights floyd_steinberg = {{7, 0}, 4};

static struct row_weights row_weights_of(const struct chunk *chunk)
{
    return (struct row_weights){{chunk->taps->near_weights[0], chunk->taps->near_weights[1]},
                                chunk->job->rule.rounding.shift};
}

static bool is_floyd_steinberg(const struct row_weights *weights)
{
    return memcmp(weights, &floyd_steinberg, sizeof *weights) == 0;
}

/*
 * The chain of a row computes distances d = s − t, where t is the smallest s that becomes white. T
 * is d before c is rounded, in units of 1/D:
 *
 *     T = D · (16·v − t) + D / 2 + S        d = floor(T / D)
 *
 * A pixel is black if T < 0, and then e = d + t; otherwise it is white, and e = d + t − 16·W. The
 * next pixel's T' follows in few operations, without a branch on the decision:
 *
 *     T' = above' + weight_1 · d + (T < 0 ? weight_1 · 16·W : 0)
 *
 * `above` contains all terms that are known before the chunk begins. Only T is stored until the
 * chunk ends.
 */
struct chain {
    const uint8_t *mask;
    const int32_t *above;
    int32_t *distances;      /* each T, in the array of the errors, which later replace it */
    int32_t white, of_white; /* 16·W; t − 16·W, the e of a white pixel with d = 0 */
    int32_t distance[CHANNELS], before[CHANNELS]; /* T of this pixel; e of the previous one */
};

static int32_t error_of_min_white(const struct errdiff_job *job)
{
    return job->rule.quantizers[0].threshold[0] + 1 - job->rule.quantizers[0].white;
}

HOST_DEVICE_INLINE struct chain begin_chain(const struct chunk *chunk, int channels,
                                            struct row_weights weights)
{
    struct chain chain = {.mask = chunk->mask,
                          .above = chunk->above + MARGIN,
                          .distances = chunk->errors,
                          .white = chunk->job->rule.quantizers[0].white,
                          .of_white = error_of_min_white(chunk->job)};
    for (int c = 0; c < channels; c++) {
        chain.before[c] = error_before(chunk, 1, c);
        chain.distance[c] = chain.above[first_pixel(chunk) * channels + c] +
                            weights.near[0] * (chain.before[c] - chain.of_white) +
                            weights.near[1] * error_before(chunk, 2, c);
    }
    return chain;
}

HOST_DEVICE_INLINE void dither_pixel(struct chain *chain, int x, int direction, int channels,
                                     struct row_weights weights)
{
    bool is_kept = chain->mask && chain->mask[x] == 0;
    for (int c = 0; c < channels; c++) {
        int index = x * channels + c;
        int32_t distance = chain->distance[c];
        int32_t next =
            chain->above[index + direction * channels] + weights.near[1] * chain->before[c];
        if (is_kept) {
            next -= weights.near[0] * chain->of_white;
            chain->before[c] = 0;
        } else {
            int32_t steps = distance >> weights.shift;
            int32_t is_black = distance >> 31; /* all bits set, or none */
            /* weight · steps as (weight + 1) · steps − steps: times 8 is a single shift, and the
             * subtraction runs in parallel to it. */
            next = (next + (weights.near[0] + 1) * steps) +
                   ((is_black & weights.near[0] * chain->white) - steps);
            chain->before[c] = steps + (is_black & chain->white) + chain->of_white;
        }
        chain->distances[index] = distance;
        chain->distance[c] = next;
    }
}

/* Turns distances into samples and, in place, into errors. Compilers vectorize the loop. */
HOST_DEVICE_INLINE void make_errors(int32_t *restrict errors, void *restrict out, int bits,
                                    int count, int32_t white, int32_t of_white, int shift)
{
    for (int i = 0; i < count; i++) {
        int32_t is_black = errors[i] >> 31;
        errors[i] = (errors[i] >> shift) + (is_black & white) + of_white;
        errdiff_store(out, bits, i, ~is_black); /* all bits set is W */
    }
}

HOST_DEVICE_INLINE void finish_short_chunk(const struct chunk *chunk, int bits, int channels,
                                           int shift)
{
    int32_t white = chunk->job->rule.quantizers[0].white, of_white = error_of_min_white(chunk->job);
    if (!chunk->mask) {
        make_errors(chunk->errors, chunk->out, bits, chunk->pixel_count * channels, white, of_white,
                    shift);
        return;
    }
    ptrdiff_t pixel_bytes = (ptrdiff_t)channels * bits / 8;
    for (int x = 0; x < chunk->pixel_count; x++) {
        int32_t *errors = chunk->errors + x * channels;
        uint8_t *out = (uint8_t *)chunk->out + x * pixel_bytes;
        if (chunk->mask[x] == 0) {
            memset(errors, 0, (size_t)channels * sizeof *errors);
            memmove(out, (const uint8_t *)chunk->in + x * pixel_bytes, (size_t)pixel_bytes);
        } else {
            make_errors(errors, out, bits, channels, white, of_white, shift);
        }
    }
}

HOST_DEVICE_INLINE void dither_two_levels(const struct chunk *chunk, int bits, int channels,
                                          struct row_weights weights)
{
    int pixel_count = chunk->pixel_count;
    struct chain chain = begin_chain(chunk, channels, weights);
    if (chunk->direction > 0)
        for (int x = 0; x < pixel_count; x++)
            dither_pixel(&chain, x, 1, channels, weights);
    else
        for (int x = pixel_count - 1; x >= 0; x--)
            dither_pixel(&chain, x, -1, channels, weights);
    finish_short_chunk(chunk, bits, channels, weights.shift);
}

/* ---- Chunks -------------------------------------------------------------------------------- */

/* Sets the chunk's `above` to start + Σ weight · e over the rows above. */
static void sum_above(struct chunk *chunk, const struct errdiff_span *span, int32_t start)
{
    const struct errdiff_job *job = chunk->job;
    struct errdiff_weighted terms[ERRDIFF_MAX_TAPS];
    int count = chunk->taps->above_count;
    ptrdiff_t first = chunk->errors - span->errors[0];
    for (int i = 0; i < count; i++) {
        const errdiff_tap *tap = &chunk->taps->above[i];
        int columns = errdiff_direction(job, span->y - tap->dy) * tap->dx;
        terms[i].numbers = span->errors[tap->dy] + first - columns * chunk->channels;
        terms[i].weight = tap->weight;
    }
    errdiff_weighted_sum(chunk->above + MARGIN, chunk->pixel_count * chunk->channels, start, terms,
                         count, job->in.bits == 8);
}

/* Adds the values v, times 2^shift. Compilers vectorize the loop. */
HOST_DEVICE_INLINE void add_values(int32_t *restrict above, const void *restrict in, int bits,
                                   int count, int32_t shift)
{
    for (int i = 0; i < count; i++)
        above[i] += errdiff_load(in, bits, i) << shift;
}

HOST_DEVICE_INLINE void prepare_short_chunk(struct chunk *chunk, const struct errdiff_span *span,
                                            int bits, int channels)
{
    const struct errdiff_job *job = chunk->job;
    const struct errdiff_rounding *rounding = &job->rule.rounding;
    int32_t min_white = job->rule.quantizers[0].threshold[0] + 1;
    int sample_count = chunk->pixel_count * channels;
    sum_above(chunk, span,
              rounding->half - (min_white << rounding->shift) +
                  chunk->taps->near_weights[0] * error_of_min_white(job));
    int32_t *above = chunk->above + MARGIN;
    add_values(above, chunk->in, bits, sample_count, ERRDIFF_FRACTION_BITS + rounding->shift);
    /* The pixel that is dithered last computes a T', too, which is not used. */
    int32_t *beside = chunk->direction > 0 ? above + sample_count : above - MARGIN;
    memset(beside, 0, MARGIN * sizeof *beside);
}

HOST_DEVICE_INLINE void dither_short_chunk(struct chunk *chunk, const struct errdiff_span *span,
                                           int bits, int channels)
{
    prepare_short_chunk(chunk, span, bits, channels);
    struct row_weights weights = row_weights_of(chunk);
    if (is_floyd_steinberg(&weights))
        dither_two_levels(chunk, bits, channels, floyd_steinberg);
    else
        dither_two_levels(chunk, bits, channels, weights);
}

/* Common cases are compiled separately, with their parameters as constants. */
static void dither_chunk(struct chunk *chunk, const struct errdiff_span *span, bool is_short)
{
    int bits = chunk->job->in.bits, channels = chunk->channels;
    if (is_short && bits == 8 && channels == 1)
        dither_short_chunk(chunk, span, 8, 1);
    else if (is_short && bits == 8)
        dither_short_chunk(chunk, span, 8, 3);
    else if (is_short && channels == 1)
        dither_short_chunk(chunk, span, 16, 1);
    else if (is_short)
        dither_short_chunk(chunk, span, 16, 3);
    if (is_short)
        return;

    enum errdiff_rounding_kind kind = chunk->job->rule.rounding.kind;
    bool two_levels = has_two_levels(chunk->job);
    sum_above(chunk, span, 0);
    if (bits == 8 && kind == ERRDIFF_ROUND_SHIFT && channels == 1)
        dither_any(chunk, 8, 1, ERRDIFF_ROUND_SHIFT, two_levels);
    else if (bits == 8 && channels == 1)
        dither_any(chunk, 8, 1, kind, two_levels);
    else if (bits == 8)
        dither_any(chunk, 8, 3, kind, two_levels);
    else if (channels == 1)
        dither_any(chunk, 16, 1, kind, two_levels);
    else
        dither_any(chunk, 16, 3, kind, two_levels);
}

/* Sets the chunk to `pixel_count` pixels of a span, from column x on. */
static void set_chunk(struct chunk *chunk, const struct errdiff_span *span, int x, int pixel_count)
{
    const struct errdiff_job *job = chunk->job;
    const uint8_t *mask = errdiff_mask_row(&job->in, span->y);
    ptrdiff_t first_byte = (ptrdiff_t)x * job->rule.channels * (job->in.bits / 8);
    chunk->channels = errdiff_span_channels(span);
    chunk->quantizers = &job->rule.quantizers[span->first_channel];
    chunk->in = (const uint8_t *)errdiff_input_row(job, span->y, span->first_channel) + first_byte;
    chunk->out = (uint8_t *)errdiff_row(&job->out, span->y, span->first_channel) + first_byte;
    chunk->mask = mask ? mask + x : NULL;
    chunk->pixel_count = pixel_count;
    chunk->direction = errdiff_direction(job, span->y);
    chunk->errors = span->errors[0] + (ptrdiff_t)(x - span->begin) * chunk->channels;
}

HOST_DEVICE_INLINE void copy_samples(void *to, int to_step, const void *from, int from_step,
                                     int bits, int count)
{
    for (int i = 0; i < count; i++)
        errdiff_store(to, bits, i * to_step, errdiff_load(from, bits, i * from_step));
}

/* Dithers a chunk of one of the three channels as if it were of a gray image. */
static void dither_chunk_of_one(struct chunk *chunk, const struct errdiff_span *span, bool is_short)
{
    const void *in = chunk->in;
    void *out = chunk->out;
    uint16_t samples[CHUNK]; /* or twice as many of 8 bits */
    int count = chunk->pixel_count;
    chunk->in = chunk->out = samples;
    if (chunk->job->in.bits == 8)
        copy_samples(samples, 1, in, CHANNELS, 8, count);
    else
        copy_samples(samples, 1, in, CHANNELS, 16, count);
    dither_chunk(chunk, span, is_short);
    if (chunk->job->in.bits == 8)
        copy_samples(out, CHANNELS, samples, 1, 8, count);
    else
        copy_samples(out, CHANNELS, samples, 1, 16, count);
}

void errdiff_span_dither_fast(const struct errdiff_job *job, const struct errdiff_span *span)
{
    struct taps taps = sort_taps(&job->asked.kernel);
    bool is_short = can_be_short(job, &taps);
    int max_pixels = CHUNK / errdiff_span_channels(span);
    bool is_backward = errdiff_direction(job, span->y) < 0;
    struct chunk chunk;
    chunk.job = job;
    chunk.taps = &taps;
    for (int rest = span->end - span->begin; rest > 0; rest -= chunk.pixel_count) {
        int count = min(rest, max_pixels);
        set_chunk(&chunk, span, is_backward ? span->begin + rest - count : span->end - rest, count);
        if (chunk.channels == job->rule.channels)
            dither_chunk(&chunk, span, is_short);
        else
            dither_chunk_of_one(&chunk, span, is_short);
    }
}

/* ---- Two rows at once ---------------------------------------------------------------------- */

/* Dithers chunks of two rows, with one channel and no mask. Either chunk may be empty. */
HOST_DEVICE_INLINE void dither_two_chains(const struct chunk chunks[2], int bits,
                                          struct row_weights weights)
{
    int upper_count = chunks[0].pixel_count, lower_count = chunks[1].pixel_count, both = 0;
    struct chain upper = begin_chain(&chunks[0], 1, weights);
    struct chain lower = begin_chain(&chunks[1], 1, weights);
    upper.mask = lower.mask = NULL; /* They are NULL already; this tells the compiler. */
    for (; both < upper_count && both < lower_count; both++) {
        dither_pixel(&upper, both, 1, 1, weights);
        dither_pixel(&lower, both, 1, 1, weights);
    }
    for (int x = both; x < upper_count; x++)
        dither_pixel(&upper, x, 1, 1, weights);
    for (int x = both; x < lower_count; x++)
        dither_pixel(&lower, x, 1, 1, weights);
    finish_short_chunk(&chunks[0], bits, 1, weights.shift);
    finish_short_chunk(&chunks[1], bits, 1, weights.shift);
}

HOST_DEVICE_INLINE void dither_two_chunks(struct chunk chunks[2], const struct errdiff_span *upper,
                                          const struct errdiff_span *lower, int bits)
{
    prepare_short_chunk(&chunks[0], upper, bits, 1);
    prepare_short_chunk(&chunks[1], lower, bits, 1);
    struct row_weights weights = row_weights_of(&chunks[0]);
    if (is_floyd_steinberg(&weights))
        dither_two_chains(chunks, bits, floyd_steinberg);
    else
        dither_two_chains(chunks, bits, weights);
}

/* The number of columns to the right that a pixel collects from, in the row above it. */
static int reach_right(const struct taps *taps)
{
    int reach = 0;
    for (int i = 0; i < taps->above_count; i++)
        if (taps->above[i].dy == 1)
            reach = max(reach, -taps->above[i].dx);
    return reach;
}

/*
 * The lower row is a chunk behind the upper one, so that the errors that it collects are known when
 * its chunk begins. The two chains from pixel to pixel are then independent, and the processor
 * overlaps them.
 */
void errdiff_span_dither_pair_fast(const struct errdiff_job *job, const struct errdiff_span *upper,
                                   const struct errdiff_span *lower)
{
    struct taps taps = sort_taps(&job->asked.kernel);
    /* Three channels are three independent chains already. */
    if (!can_be_short(job, &taps) || job->rule.channels > 1 || job->analysis.has_mask) {
        errdiff_span_dither_fast(job, upper);
        errdiff_span_dither_fast(job, lower);
        return;
    }
    int reach = reach_right(&taps);
    struct chunk chunks[2];
    chunks[0].job = chunks[1].job = job;
    chunks[0].taps = chunks[1].taps = &taps;
    int upper_x = upper->begin, lower_x = lower->begin;
    while (upper_x < upper->end || lower_x < lower->end) {
        int lower_end = upper_x == upper->end ? lower->end : min(upper_x - reach, lower->end);
        set_chunk(&chunks[0], upper, upper_x, min(upper->end - upper_x, PAIR_CHUNK));
        set_chunk(&chunks[1], lower, lower_x, max(min(lower_end - lower_x, PAIR_CHUNK), 0));
        upper_x += chunks[0].pixel_count;
        lower_x += chunks[1].pixel_count;
        if (job->in.bits == 8)
            dither_two_chunks(chunks, upper, lower, 8);
        else
            dither_two_chunks(chunks, upper, lower, 16);
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Error collection of a span of a plain job, a chunk at a time.
 *
 * The sum of a pixel has two parts. What comes from the rows above is known before the chunk
 * begins, so it is summed for the whole chunk first, in SIMD, and stays in the first cache.
 * What comes from the row itself is a chain from pixel to pixel, and its errors stay in registers;
 * the chains of a pixel's channels run side by side.
 *
 *       rows above    e e e e e e e e        above[i] = Σ weight · e    (dy ≥ 1)
 *       this row      e e e X                S = above[i] + Σ weight · e    (dy = 0)
 */
#include "span.h"

#include "sample.h"
#include "weighted_sum.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 768,   /* samples; whole pixels of 1 and of 3 channels */
    REGISTERS = 2, /* errors of this row that are kept in registers: dx = 1 and 2 */
    CHANNELS = 3   /* at most */
};

/* The taps of a kernel, by where their errors are found. */
struct taps {
    int32_t near_weights[REGISTERS];
    int near_reach;         /* the largest dx of those that are not 0 */
    const errdiff_tap *far; /* of the pixel's own row, beyond the registers */
    int far_count;
    const errdiff_tap *above;
    int above_count;
};

/* Some pixels of a span. */
struct chunk {
    const struct errdiff_job *job;
    const struct taps *taps;
    const void *in; /* of the first pixel, as are `out`, `mask` and `errors` */
    void *out;
    const uint8_t *mask;
    int pixel_count;
    int32_t *errors; /* those of the row's earlier pixels are before it */
    int32_t above[CHUNK + CHANNELS];
};

static struct taps sort_taps(const errdiff_kernel *kernel)
{
    /* They come sorted by dy, then by dx. */
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

/* The error of the pixel `dx` columns before the chunk. There is room for it only where a tap
 * reaches so far. */
static int32_t error_before(const struct chunk *chunk, int dx, int channel)
{
    if (dx > chunk->taps->near_reach)
        return 0;
    return chunk->errors[channel - dx * chunk->job->channels];
}

/* ---- Any levels, any kernel ---------------------------------------------------------------- */

ERRDIFF_RULE void dither_any(const struct chunk *chunk, int bits, int channels,
                             enum errdiff_rounding_kind kind, bool two_levels)
{
    /* Copies, since a compiler must fear that writing samples changes what it has read. */
    const struct errdiff_job *job = chunk->job;
    const uint8_t *mask = chunk->mask;
    const void *in = chunk->in;
    void *out = chunk->out;
    int32_t *errors = chunk->errors;
    int pixel_count = chunk->pixel_count;
    const struct taps *taps = chunk->taps;
    int32_t weight_1 = taps->near_weights[0], weight_2 = taps->near_weights[1];
    int32_t error_1[CHANNELS], error_2[CHANNELS]; /* of the pixels 1 and 2 to the left */
    for (int c = 0; c < channels; c++) {
        error_1[c] = error_before(chunk, 1, c);
        error_2[c] = error_before(chunk, 2, c);
    }
    for (int x = 0; x < pixel_count; x++) {
        bool is_kept = mask && mask[x] == 0;
        for (int c = 0; c < channels; c++) {
            int index = x * channels + c;
            int32_t value = errdiff_load(in, bits, index);
            int32_t error = 0;
            if (!is_kept) {
                int32_t sum = chunk->above[index] + weight_1 * error_1[c] + weight_2 * error_2[c];
                for (int i = 0; i < taps->far_count; i++)
                    sum += taps->far[i].weight * errors[index - taps->far[i].dx * channels];
                error = errdiff_decide_plainly(&job->rounding, kind, &job->quantizers[c],
                                               two_levels, sum, &value);
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
    for (int c = 0; c < job->channels; c++)
        if (job->quantizers[c].level_count != 2)
            return false;
    return true;
}

/*
 * Whether dither_two_levels can do it. Where the |weights| sum to no more than D, |e| is 8·W at
 * most, and c likewise: s is at most 8·W away from the nearer level, or as far beyond it as c took
 * it. So nothing is ever clamped. And 32 bits must hold each term: a few products of |weights|,
 * D at most in all, with 16·W.
 */
static bool can_be_short(const struct errdiff_job *job, const struct taps *taps)
{
    const struct errdiff_rounding *rounding = &job->rounding;
    if (!has_two_levels(job) || taps->far_count > 0 || rounding->kind != ERRDIFF_ROUND_SHIFT)
        return false;
    int32_t weight_sum = 0;
    for (int i = 0; i < job->kernel.tap_count; i++)
        weight_sum += abs(job->kernel.taps[i].weight);
    return weight_sum <= rounding->denominator &&
           (int64_t)job->quantizers[0].white * rounding->denominator <= INT32_MAX / 4;
}

/* What is known of the pixels of a chunk before the first one is decided. */
struct known {
    int32_t limits[CHUNK];             /* S < limit where s is not above the threshold */
    int32_t lowered[CHANNELS + CHUNK]; /* 16·v − 16·W; 0 where the mask is, and before the chunk */
};

ERRDIFF_RULE void find_known(struct known *known, const struct chunk *chunk, int bits, int channels)
{
    const struct errdiff_quantizer *quantizer = &chunk->job->quantizers[0];
    int shift = chunk->job->rounding.shift;
    int32_t first_white = (quantizer->threshold[0] + 1) << shift, white = quantizer->white;
    int32_t *lowered = known->lowered + channels;
    memset(known->lowered, 0, (size_t)channels * sizeof *lowered);
    for (int i = 0; i < chunk->pixel_count * channels; i++) {
        int32_t fixed = errdiff_load(chunk->in, bits, i) << ERRDIFF_FRACTION_BITS;
        lowered[i] = fixed - white;
        known->limits[i] = first_white - (fixed << shift);
    }
    for (int x = 0; chunk->mask && x < chunk->pixel_count; x++)
        if (chunk->mask[x] == 0)
            memset(lowered + x * channels, 0, (size_t)channels * sizeof *lowered);
}

/* What the chain from pixel to pixel has of a kernel. */
struct row_weights {
    int32_t near[REGISTERS];
    int32_t shift; /* of the rounding */
};

/* The most usual ones, which are worth constants: a multiplication would be half of the chain. */
static const struct row_weights floyd_steinberg = {{7, 0}, 4};

/* Where the chain from pixel to pixel is in a chunk. */
struct chain {
    const uint8_t *mask;
    const void *in;
    void *out;
    int32_t *errors;
    int32_t sum[CHANNELS], before[CHANNELS]; /* S of this pixel, e of the one before it */
};

ERRDIFF_RULE struct chain begin_chain(const struct chunk *chunk, int channels,
                                      struct row_weights weights)
{
    /* Copies, since a compiler must fear that writing samples changes what it has read. */
    struct chain chain = {
        .mask = chunk->mask, .in = chunk->in, .out = chunk->out, .errors = chunk->errors};
    for (int c = 0; c < channels; c++) {
        chain.before[c] = error_before(chunk, 1, c);
        chain.sum[c] = chunk->above[c] + weights.near[0] * chain.before[c] +
                       weights.near[1] * error_before(chunk, 2, c);
    }
    return chain;
}

/*
 * From one sum S to the next there are few steps, and none waits for the decision: with e as
 * lowered + c + (16·W where S < limit),
 *
 *     S' = above' + weight_1 · floor(S / D) + (weight_1 · 16·W where S < limit)
 *
 * where `above` has D / 2, and weight_1 · lowered of the pixel before, in it.
 */
ERRDIFF_RULE void dither_pixel(struct chain *chain, const int32_t *above, const struct known *known,
                               int x, int bits, int channels, int32_t white,
                               struct row_weights weights)
{
    bool is_kept = chain->mask && chain->mask[x] == 0;
    for (int c = 0; c < channels; c++) {
        int index = x * channels + c;
        int32_t next = above[index + channels] + weights.near[1] * chain->before[c];
        if (is_kept) {
            errdiff_store(chain->out, bits, index, errdiff_load(chain->in, bits, index));
            chain->before[c] = 0;
        } else {
            int32_t correction = chain->sum[c] >> weights.shift;
            int32_t is_black = (chain->sum[c] - known->limits[index]) >> 31; /* all bits, or none */
            next = (next + (is_black & weights.near[0] * white)) + weights.near[0] * correction;
            chain->before[c] = known->lowered[index + channels] + correction + (is_black & white);
            errdiff_store(chain->out, bits, index, ~is_black); /* W has all bits set */
        }
        chain->errors[index] = chain->before[c];
        chain->sum[c] = next;
    }
}

ERRDIFF_RULE void dither_two_levels(const struct chunk *chunk, const struct known *known, int bits,
                                    int channels, struct row_weights weights)
{
    int32_t white = chunk->job->quantizers[0].white;
    int pixel_count = chunk->pixel_count;
    struct chain chain = begin_chain(chunk, channels, weights);
    for (int x = 0; x < pixel_count; x++)
        dither_pixel(&chain, chunk->above, known, x, bits, channels, white, weights);
}

/* ---- Chunks -------------------------------------------------------------------------------- */

/* Sums what the rows above hand to the chunk, and with `known` what its pixels hand on for sure. */
static void sum_above(struct chunk *chunk, const struct errdiff_span *span,
                      const struct known *known)
{
    const struct errdiff_job *job = chunk->job;
    struct errdiff_weighted terms[ERRDIFF_MAX_TAPS + 1];
    int count = chunk->taps->above_count;
    ptrdiff_t first = chunk->errors - span->errors[0];
    for (int i = 0; i < count; i++) {
        const errdiff_tap *tap = &chunk->taps->above[i];
        terms[i].numbers = span->errors[tap->dy] + first - tap->dx * job->channels;
        terms[i].weight = tap->weight;
    }
    if (known)
        terms[count++] = (struct errdiff_weighted){known->lowered, chunk->taps->near_weights[0]};
    errdiff_weighted_sum(chunk->above, chunk->pixel_count * job->channels,
                         known ? job->rounding.half : 0, terms, count, job->in.bits == 8);
}

ERRDIFF_RULE void dither_short_chunk(struct chunk *chunk, const struct errdiff_span *span, int bits,
                                     int channels)
{
    struct known known;
    find_known(&known, chunk, bits, channels);
    sum_above(chunk, span, &known);
    /* The last pixel has a next sum, too, which nothing reads. */
    memset(chunk->above + chunk->pixel_count * channels, 0, sizeof *chunk->above * CHANNELS);
    struct row_weights weights = {{chunk->taps->near_weights[0], chunk->taps->near_weights[1]},
                                  chunk->job->rounding.shift};
    if (memcmp(&weights, &floyd_steinberg, sizeof weights) == 0)
        dither_two_levels(chunk, &known, bits, channels, floyd_steinberg);
    else
        dither_two_levels(chunk, &known, bits, channels, weights);
}

/* The usual cases are compiled for themselves, with what they have in common as constants. */
static void dither_chunk(struct chunk *chunk, const struct errdiff_span *span, bool is_short)
{
    int bits = chunk->job->in.bits, channels = chunk->job->channels;
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

    enum errdiff_rounding_kind kind = chunk->job->rounding.kind;
    bool two_levels = has_two_levels(chunk->job);
    sum_above(chunk, span, NULL);
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

void errdiff_span_dither_plainly(const struct errdiff_job *job, const struct errdiff_span *span)
{
    struct taps taps = sort_taps(&job->kernel);
    bool is_short = can_be_short(job, &taps);
    int most = CHUNK / job->channels, pixel_bytes = job->channels * job->in.bits / 8;
    const uint8_t *mask = errdiff_mask_row(&job->in, span->y);
    struct chunk chunk;
    chunk.job = job;
    chunk.taps = &taps;
    for (int x = span->begin; x < span->end; x += chunk.pixel_count) {
        chunk.in = (const uint8_t *)errdiff_row(&job->in, span->y, 0) + (ptrdiff_t)x * pixel_bytes;
        chunk.out = (uint8_t *)errdiff_row(&job->out, span->y, 0) + (ptrdiff_t)x * pixel_bytes;
        chunk.mask = mask ? mask + x : NULL;
        chunk.pixel_count = span->end - x < most ? span->end - x : most;
        chunk.errors = span->errors[0] + (ptrdiff_t)(x - span->begin) * job->channels;
        dither_chunk(&chunk, span, is_short);
    }
}

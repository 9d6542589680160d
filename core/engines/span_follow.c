/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Follows a result along a span: finds the errors that its decisions have left. As in span_fast.c,
 * what pixels collect from the rows above is summed for many of them at once; only the errors of
 * the row itself form a chain from pixel to pixel. */
/* Compiled once for each instruction set. */
#include "span_follow.h"

#include "base/vector.h"
#include "decisions.h"
#include "rule/pixel.h"

#include <string.h>

enum { PIXELS = 256, CHANNELS = 3 /* largest number */ };

/* Adjacent pixels of a span. */
struct chunk {
    const struct errdiff_job *job;
    const struct errdiff_span *span;
    int begin, end; /* columns */
    int channels;   /* of the job; a span that is followed has all of them */
    /* For each sample 16·(v − o(q)) or 16·(v − p(q)), and what it collects from the rows above: the
     * sum of weight · e, or with tone-dependent weights that of the parts. */
    int32_t left[PIXELS * CHANNELS], above[PIXELS * CHANNELS];
};

/* The place of the chunk's first sample in the span's arrays. */
static ptrdiff_t first_index(const struct chunk *chunk)
{
    return (ptrdiff_t)(chunk->begin - chunk->span->begin) * chunk->channels;
}

/* How many samples lie between a pixel of the span and the one from which a tap collects, for which
 * the arrays of row y − dy are read. */
static ptrdiff_t samples_back(const struct chunk *chunk, int dx, int dy)
{
    return (ptrdiff_t)errdiff_direction(chunk->job, chunk->span->y - dy) * dx * chunk->channels;
}

/* ---- What is left of a value --------------------------------------------------------------- */

/* Sets chosen[c] to 16·o(q) or 16·p(q) of each channel of a pixel of `row`, a row of job->out. */
static void find_chosen(const struct errdiff_job *job, const void *row, int x, int32_t chosen[3])
{
    const struct errdiff_pixel_rule *rule = &job->rule;
    uint16_t sample[3] = {0};
    errdiff_decisions_load(&job->out, row, x, sample);
    if (rule->search) {
        int color = errdiff_decisions_color(job->run.decisions, rule, &job->out, sample);
        for (int c = 0; c < CHANNELS; c++)
            chosen[c] = rule->search->colors[color][c];
        return;
    }
    for (int c = 0; c < CHANNELS && c < rule->channels; c++) {
        int level = errdiff_decisions_level(&rule->quantizers[c], sample[c]);
        chosen[c] = errdiff_output_of(&rule->quantizers[c], level) << ERRDIFF_FRACTION_BITS;
    }
}

/* Those of pixels whose mask is 0 stay as they are, and are not used. */
static void find_left(struct chunk *chunk)
{
    const struct errdiff_job *job = chunk->job;
    const struct errdiff_span *span = chunk->span;
    const void *in = errdiff_input_row(job, span->y, 0), *out = errdiff_row(&job->out, span->y, 0);
    const uint8_t *mask = errdiff_mask_row(&job->in, span->y);
    uint8_t *tones = job->rule.tone_weights ? span->tones[0] + first_index(chunk) : NULL;
    int i = 0;
    for (int x = chunk->begin; x < chunk->end; x++, i += chunk->channels) {
        if (mask && mask[x] == 0)
            continue;
        int32_t value[3], chosen[3];
        errdiff_load_pixel(&job->rule, &job->in, in, x, value);
        find_chosen(job, out, x, chosen);
        for (int c = 0; c < chunk->channels; c++) {
            chunk->left[i + c] = (value[c] << ERRDIFF_FRACTION_BITS) - chosen[c];
            if (tones)
                tones[i + c] = (uint8_t)errdiff_tone(value[c], job->rule.max_value);
        }
    }
}

/* ---- What pixels collect ------------------------------------------------------------------- */

static void sum_above(struct chunk *chunk)
{
    const errdiff_kernel *kernel = &chunk->job->asked.kernel;
    int count = (chunk->end - chunk->begin) * chunk->channels;
    memset(chunk->above, 0, (size_t)count * sizeof *chunk->above);
    for (int t = 0; t < kernel->tap_count; t++) {
        const errdiff_tap *tap = &kernel->taps[t];
        if (tap->dy == 0)
            continue;
        const int32_t *errors = chunk->span->errors[tap->dy] + first_index(chunk) -
                                samples_back(chunk, tap->dx, tap->dy);
        int32_t *restrict above = chunk->above, weight = tap->weight;
        for (int i = 0; i < count; i++) /* which compilers vectorize */
            above[i] += weight * errors[i];
    }
}

static void add_parts_above(struct chunk *chunk)
{
    const struct errdiff_pixel_rule *rule = &chunk->job->rule;
    const int32_t *errors = chunk->span->errors[1] + first_index(chunk);
    const uint8_t *tones = chunk->span->tones[1] + first_index(chunk);
    ptrdiff_t back = samples_back(chunk, -1, 1);
    for (int i = 0; i < (chunk->end - chunk->begin) * chunk->channels; i++)
        chunk->above[i] = errdiff_parts_of(rule, errors[i], tones[i]).below +
                          errdiff_parts_of(rule, errors[i - back], tones[i - back]).below_left;
}

/* ---- The chain ----------------------------------------------------------------------------- */

/* The taps in the row of the span, and how many samples before a sample they collect. */
struct row_taps {
    int count;
    int32_t weight[ERRDIFF_MAX_TAPS];
    ptrdiff_t back[ERRDIFF_MAX_TAPS];
};

static struct row_taps find_row_taps(const struct chunk *chunk)
{
    const errdiff_kernel *kernel = &chunk->job->asked.kernel;
    struct row_taps taps = {0};
    for (int i = 0; i < kernel->tap_count && kernel->taps[i].dy == 0; i++) { /* they come first */
        taps.weight[taps.count] = kernel->taps[i].weight;
        taps.back[taps.count++] = samples_back(chunk, kernel->taps[i].dx, 0);
    }
    return taps;
}

/* Common cases are compiled separately, with `kind`, `channels` and `tap_count`, which is
 * taps->count, as constants. */
HOST_DEVICE_INLINE void run_chain(const struct chunk *chunk, const struct row_taps *taps,
                                  enum errdiff_rounding_kind kind, int channels, int tap_count)
{
    const struct errdiff_job *job = chunk->job;
    const uint8_t *mask = errdiff_mask_row(&job->in, chunk->span->y);
    const uint8_t *tones =
        job->rule.tone_weights ? chunk->span->tones[0] + first_index(chunk) : NULL;
    int32_t *errors = chunk->span->errors[0] + first_index(chunk);
    int32_t white = job->rule.max_value << ERRDIFF_FRACTION_BITS;
    int count = chunk->end - chunk->begin, direction = errdiff_direction(job, chunk->span->y);
    ptrdiff_t back = direction * channels; /* to the pixel before */
    for (int step = 0, at = direction > 0 ? 0 : count - 1; step < count; step++, at += direction) {
        bool is_kept = mask && mask[chunk->begin + at] == 0;
        for (ptrdiff_t i = at * channels; i < (at + 1) * channels; i++) {
            int32_t collected = chunk->above[i];
            if (tones)
                collected += errdiff_parts_of(&job->rule, errors[i - back], tones[i - back]).right;
            for (int t = 0; t < tap_count; t++)
                collected += taps->weight[t] * errors[i - taps->back[t]];
            if (!tones)
                collected = errdiff_round(&job->rule.rounding, kind, collected);
            errors[i] = is_kept ? 0 : errdiff_clamp(chunk->left[i] + collected, -white, white);
        }
    }
}

static void follow_chain(const struct chunk *chunk)
{
    struct row_taps taps = find_row_taps(chunk);
    enum errdiff_rounding_kind kind = chunk->job->rule.rounding.kind;
    if (chunk->job->rule.tone_weights)
        run_chain(chunk, &taps, kind, chunk->channels, 0);
    else if (kind == ERRDIFF_ROUND_SHIFT && chunk->channels == 3 && taps.count == 1)
        run_chain(chunk, &taps, ERRDIFF_ROUND_SHIFT, 3, 1);
    else if (kind == ERRDIFF_ROUND_SHIFT && chunk->channels == 3 && taps.count == 2)
        run_chain(chunk, &taps, ERRDIFF_ROUND_SHIFT, 3, 2);
    else
        run_chain(chunk, &taps, kind, chunk->channels, taps.count);
}

/* ---- The span ------------------------------------------------------------------------------ */

static void keep_errors(const struct chunk *chunk)
{
    const struct errdiff_job *job = chunk->job;
    ptrdiff_t first = (ptrdiff_t)chunk->span->y * job->in.width + chunk->begin;
    size_t count = (size_t)(chunk->end - chunk->begin) * (size_t)chunk->channels;
    memcpy(job->run.kept->errors + first * chunk->channels,
           chunk->span->errors[0] + first_index(chunk), count * sizeof *chunk->left);
}

static void follow_chunk(struct chunk *chunk)
{
    find_left(chunk);
    if (chunk->job->rule.tone_weights)
        add_parts_above(chunk);
    else
        sum_above(chunk);
    follow_chain(chunk);
    keep_errors(chunk);
}

void ERRDIFF_ISA(errdiff_span_follow)(const struct errdiff_job *job,
                                      const struct errdiff_span *span)
{
    struct chunk chunk = {.job = job, .span = span, .channels = job->rule.channels};
    bool is_backward = errdiff_direction(job, span->y) < 0;
    for (int rest = span->end - span->begin, count; rest > 0; rest -= count) {
        count = rest < PIXELS ? rest : PIXELS;
        chunk.begin = is_backward ? span->begin + rest - count : span->end - rest;
        chunk.end = chunk.begin + count;
        follow_chunk(&chunk);
    }
}

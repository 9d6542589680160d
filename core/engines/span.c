/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dithers a span, which is some adjacent pixels of one row, by error collection. */
#include "span.h"

#include "rule/pixel.h"

/* What the first pixel of a span collects by one tap; the other pixels' sources follow. */
struct source {
    const int32_t *errors;
    const uint8_t *tones;
    int32_t weight;
};

struct sources {
    int count;
    struct source of_taps[ERRDIFF_MAX_TAPS];
    struct source right, below, below_left; /* of tone-dependent weights */
};

static struct source source_at(const struct errdiff_job *job, const struct errdiff_span *span,
                               int dx, int dy, int32_t weight)
{
    int columns = errdiff_direction(job, span->y - dy) * dx;
    ptrdiff_t back = (ptrdiff_t)columns * errdiff_span_channels(span);
    struct source source = {.errors = span->errors[dy] - back, .weight = weight};
    if (job->rule.tone_weights)
        source.tones = span->tones[dy] - back;
    return source;
}

static void find_sources(struct sources *sources, const struct errdiff_job *job,
                         const struct errdiff_span *span)
{
    sources->count = 0;
    if (job->rule.tone_weights) {
        sources->right = source_at(job, span, 1, 0, 0);
        sources->below = source_at(job, span, 0, 1, 0);
        sources->below_left = source_at(job, span, -1, 1, 0);
        return;
    }
    for (int i = 0; i < job->asked.kernel.tap_count; i++) {
        const errdiff_tap *tap = &job->asked.kernel.taps[i];
        sources->of_taps[sources->count++] = source_at(job, span, tap->dx, tap->dy, tap->weight);
    }
}

static struct errdiff_parts parts_from(const struct errdiff_job *job, const struct source *source,
                                       ptrdiff_t index)
{
    return errdiff_parts_of(&job->rule, source->errors[index], source->tones[index]);
}

/* c, or with tone-dependent weights the sum of the parts, for one channel of a pixel. */
static int32_t collect(const struct errdiff_job *job, const struct sources *sources,
                       ptrdiff_t index)
{
    if (job->rule.tone_weights)
        return parts_from(job, &sources->right, index).right +
               parts_from(job, &sources->below, index).below +
               parts_from(job, &sources->below_left, index).below_left;
    int32_t sum = 0;
    for (int i = 0; i < sources->count; i++)
        sum += sources->of_taps[i].weight * sources->of_taps[i].errors[index];
    return errdiff_round(&job->rule.rounding, job->rule.rounding.kind, sum);
}

/* The column that is dithered in step `step`: in serpentine order odd rows run backwards. */
static int column_at(const struct errdiff_job *job, const struct errdiff_span *span, int step)
{
    return errdiff_direction(job, span->y) > 0 ? span->begin + step : span->end - 1 - step;
}

static void dither_levels(const struct errdiff_job *job, const struct errdiff_span *span,
                          const struct sources *sources)
{
    const void *in = errdiff_input_row(job, span->y, 0);
    void *out = errdiff_row(&job->out, span->y, 0);
    const uint8_t *mask = errdiff_mask_row(&job->in, span->y);
    int channels = errdiff_span_channels(span), first_channel = span->first_channel;
    for (int step = 0; step < span->end - span->begin; step++) {
        int x = column_at(job, span, step);
        bool is_kept = mask && mask[x] == 0;
        ptrdiff_t first_index = (ptrdiff_t)(x - span->begin) * channels - first_channel;
        for (int c = first_channel; c < first_channel + channels; c++) {
            ptrdiff_t in_row = (ptrdiff_t)x * job->rule.channels + c;
            ptrdiff_t index = first_index + c;
            int32_t sample = errdiff_load(in, job->in.bits, in_row);
            if (is_kept) {
                errdiff_store(out, job->out.bits, in_row,
                              errdiff_kept_sample(&job->in, &job->out, sample));
                span->errors[0][index] = 0;
                continue;
            }
            int32_t value = job->rule.light ? job->rule.light[sample] : sample;
            int32_t modified = (value << ERRDIFF_FRACTION_BITS) + collect(job, sources, index);
            int32_t level = errdiff_decide_level(&job->rule, x, span->y, c, value, modified,
                                                 &span->errors[0][index]);
            if (job->rule.tone_weights)
                span->tones[0][index] = (uint8_t)errdiff_tone(value, job->rule.max_value);
            errdiff_store(out, job->out.bits, in_row,
                          errdiff_stored_of(&job->rule.quantizers[c], level));
        }
    }
}

static int64_t dither_colors(const struct errdiff_job *job, const struct errdiff_span *span,
                             const struct sources *sources)
{
    const void *in = errdiff_input_row(job, span->y, 0);
    void *out = errdiff_row(&job->out, span->y, 0);
    const uint8_t *mask = errdiff_mask_row(&job->in, span->y);
    int64_t clamped = 0;
    for (int step = 0; step < span->end - span->begin; step++) {
        int x = column_at(job, span, step);
        ptrdiff_t index = (ptrdiff_t)(x - span->begin) * job->rule.channels;
        int32_t value[3], modified[3], level[3] = {0};
        int32_t *errors = span->errors[0] + index;
        errdiff_load_pixel(&job->rule, &job->in, in, x, value);
        if (mask && mask[x] == 0) {
            errdiff_keep_pixel(&job->rule, &job->in, &job->out, in, out, x, value);
            for (int c = 0; c < job->rule.channels; c++)
                errors[c] = 0;
            continue;
        }
        for (int c = 0; c < job->rule.channels; c++) {
            modified[c] = (value[c] << ERRDIFF_FRACTION_BITS) + collect(job, sources, index + c);
            if (job->rule.tone_weights)
                span->tones[0][index + c] = (uint8_t)errdiff_tone(value[c], job->rule.max_value);
        }
        clamped += errdiff_decide(&job->rule, x, span->y, value, modified, errors, level);
        errdiff_store_pixel(&job->rule, &job->out, out, x, level);
    }
    return clamped;
}

int64_t errdiff_span_dither(const struct errdiff_job *job, const struct errdiff_span *span)
{
    if (job->run.follow_span) {
        job->run.follow_span(job, span);
        return 0;
    }
    if (job->analysis.has_fast_path) {
        errdiff_span_dither_fast(job, span);
        return 0;
    }
    struct sources sources;
    find_sources(&sources, job, span);
    if (job->rule.search)
        return dither_colors(job, span, &sources);
    dither_levels(job, span, &sources);
    return 0;
}

int64_t errdiff_span_dither_pair(const struct errdiff_job *job, const struct errdiff_span *upper,
                                 const struct errdiff_span *lower)
{
    if (job->analysis.has_fast_path && !job->run.follow_span) {
        errdiff_span_dither_pair_fast(job, upper, lower);
        return 0;
    }
    int64_t clamped = errdiff_span_dither(job, upper);
    return clamped + errdiff_span_dither(job, lower);
}

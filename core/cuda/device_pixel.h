/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What every general kernel does with a pixel:
 *
 *     errdiff_collect      gathers what earlier pixels left for it; a kernel that scatters has the sums
 *     errdiff_settle       rounds, decides, stores; says what the pixel leaves
 *
 * What a pixel leaves in a channel is one number, its *trace*: the error e; or, where weights
 * depend on tone, e · 256 + the pixel's tone, for which 32 bits are enough, since |e| < 2^20. Where
 * traces are kept is the schedule's affair.
 */
#ifndef ERRDIFF_DEVICE_PIXEL_H
#define ERRDIFF_DEVICE_PIXEL_H

#include "device_job.h"

#define ERRDIFF_PIXEL_JOB struct errdiff_device_job
#include "engines/pixel.h"

enum { ERRDIFF_TONE_BITS = 8 };

ERRDIFF_RULE int32_t errdiff_trace_make(int32_t error, int32_t tone)
{
    return (int32_t)((uint32_t)error << ERRDIFF_TONE_BITS | (uint32_t)tone);
}

/* The three parts of what a pixel left, by the weights of its tone. */
ERRDIFF_RULE struct errdiff_parts errdiff_trace_parts(const struct errdiff_device_job *job,
                                                      int32_t trace)
{
    int32_t tone = trace & ((1 << ERRDIFF_TONE_BITS) - 1);
    return errdiff_parts_of(trace >> ERRDIFF_TONE_BITS, job->strength, job->tone_weights[tone]);
}

/* The traces, one a channel, of the pixel at (x, y) in a schedule's store; NULL outside the
 * picture. */
typedef const int32_t *errdiff_trace_at(const void *store, int x, int y);

ERRDIFF_RULE void errdiff_collect_by_tone(const struct errdiff_device_job *job, int x, int y,
                                          errdiff_trace_at *trace_at, const void *store,
                                          int32_t sums[3])
{
    const int32_t *left = trace_at(store, x - 1, y);
    const int32_t *above_right = trace_at(store, x + 1, y - 1);
    const int32_t *above = trace_at(store, x, y - 1);
    for (int c = 0; c < 3 && c < job->channels; c++) {
        if (left)
            sums[c] += errdiff_trace_parts(job, left[c]).right;
        if (above_right)
            sums[c] += errdiff_trace_parts(job, above_right[c]).below_left;
        if (above)
            sums[c] += errdiff_trace_parts(job, above[c]).below;
    }
}

/* The sums S of the pixel at (x, y); with weights by tone what it receives. trace_at is to be a
 * constant, so that it is inlined. */
ERRDIFF_RULE void errdiff_collect(const struct errdiff_device_job *job, int x, int y,
                                  errdiff_trace_at *trace_at, const void *store, int32_t sums[3])
{
    sums[0] = sums[1] = sums[2] = 0;
    if (job->by_tone) {
        errdiff_collect_by_tone(job, x, y, trace_at, store, sums);
        return;
    }
    for (int i = 0; i < job->tap_count; i++) {
        const errdiff_tap *tap = &job->taps[i];
        const int32_t *trace = trace_at(store, x - tap->dx, y - tap->dy);
        if (trace)
            for (int c = 0; c < 3 && c < job->channels; c++)
                sums[c] += tap->weight * trace[c];
    }
}

/* Pictures whose pixels have a common numbering: raster order, or a schedule's own. */
struct errdiff_pixels {
    const void *in;
    void *out;
    const uint8_t *mask; /* NULL: every pixel takes part */
};

/*
 * Decides the pixel at (x, y) with the input values `value`. `sums` are as errdiff_collect gives them,
 * or as they were scattered; level[c] is what is to be stored, and traces[c] is what the pixel leaves.
 * Returns whether a palette's clamp changed it.
 */
ERRDIFF_RULE bool errdiff_settle_values(const struct errdiff_device_job *job, int x, int y,
                                        const int32_t value[3], const int32_t sums[3],
                                        int32_t level[3], int32_t traces[3])
{
    int32_t modified[3], error[3];
    for (int c = 0; c < 3 && c < job->channels; c++) {
        int32_t correction =
            job->by_tone ? sums[c] : errdiff_round(&job->rounding, job->rounding.kind, sums[c]);
        modified[c] = (value[c] << ERRDIFF_FRACTION_BITS) + correction;
    }
    bool is_clamped = errdiff_decide(&job->decision, x, y, value, modified, error, level);
    for (int c = 0; c < 3 && c < job->channels; c++)
        traces[c] = job->by_tone
                        ? errdiff_trace_make(error[c], errdiff_tone(value[c], job->max_value))
                        : error[c];
    return is_clamped;
}

/* The same for the pixel with number `index` of `pixels`, which is read and written; traces[c] is 0
 * where the mask is. */
ERRDIFF_RULE bool errdiff_settle(const struct errdiff_device_job *job,
                                 const struct errdiff_pixels *pixels, ptrdiff_t index, int x, int y,
                                 const int32_t sums[3], int32_t traces[3])
{
    int32_t value[3], level[3];
    traces[0] = traces[1] = traces[2] = 0;
    errdiff_load_pixel(job, pixels->in, index, value);
    if (pixels->mask && pixels->mask[index] == 0) {
        errdiff_keep_pixel(job, pixels->in, pixels->out, index, value);
        return false;
    }
    bool is_clamped = errdiff_settle_values(job, x, y, value, sums, level, traces);
    errdiff_store_pixel(job, pixels->out, index, level);
    return is_clamped;
}

#endif

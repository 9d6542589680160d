/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What every CUDA kernel does with a pixel, unless it is written for some kinds of job only:
 *
 *     errdiff_collect          sums up what earlier pixels left for it; schedules that scatter have
 *                              the sums already, and skip this
 *     errdiff_process_pixel    rounds, decides and stores; returns what the pixel leaves
 *
 * A pixel leaves one number for each channel, its *trace*: the error e or, where weights depend on
 * tone, e · 256 + the tone of the pixel. 32 bits are enough, because |e| < 2^20. Each schedule
 * chooses where it keeps the traces.
 */
#ifndef ERRDIFF_DEVICE_PIXEL_H
#define ERRDIFF_DEVICE_PIXEL_H

#include "device_job.h"

#include "rule/pixel.h"

enum { ERRDIFF_TONE_BITS = 8 };

HOST_DEVICE_INLINE int32_t errdiff_trace_make(int32_t error, int32_t tone)
{
    return (int32_t)((uint32_t)error << ERRDIFF_TONE_BITS | (uint32_t)tone);
}

/* Splits what a pixel left into three parts, by the weights for its tone. */
HOST_DEVICE_INLINE struct errdiff_parts errdiff_trace_parts(const struct errdiff_device_job *job,
                                                            int32_t trace)
{
    int32_t tone = trace & ((1 << ERRDIFF_TONE_BITS) - 1);
    return errdiff_parts_of(&job->rule, trace >> ERRDIFF_TONE_BITS, tone);
}

/* Returns the traces of the pixel at (x, y), one for each channel, from the storage of a schedule;
 * NULL outside the image. */
typedef const int32_t *errdiff_trace_at(const void *store, int x, int y);

HOST_DEVICE_INLINE void errdiff_collect_by_tone(const struct errdiff_device_job *job, int x, int y,
                                                errdiff_trace_at *trace_at, const void *store,
                                                int32_t sums[3])
{
    const int32_t *left = trace_at(store, x - 1, y);
    const int32_t *above_right = trace_at(store, x + 1, y - 1);
    const int32_t *above = trace_at(store, x, y - 1);
    for (int c = 0; c < 3 && c < job->rule.channels; c++) {
        if (left)
            sums[c] += errdiff_trace_parts(job, left[c]).right;
        if (above_right)
            sums[c] += errdiff_trace_parts(job, above_right[c]).below_left;
        if (above)
            sums[c] += errdiff_trace_parts(job, above[c]).below;
    }
}

/* Computes the sums S of the pixel at (x, y) or, with tone-dependent weights, what it receives.
 * Pass a constant as `trace_at`, so that it is inlined. */
HOST_DEVICE_INLINE void errdiff_collect(const struct errdiff_device_job *job, int x, int y,
                                        errdiff_trace_at *trace_at, const void *store,
                                        int32_t sums[3])
{
    sums[0] = sums[1] = sums[2] = 0;
    if (job->rule.tone_weights) {
        errdiff_collect_by_tone(job, x, y, trace_at, store, sums);
        return;
    }
    for (int i = 0; i < job->tap_count; i++) {
        const errdiff_tap *tap = &job->taps[i];
        const int32_t *trace = trace_at(store, x - tap->dx, y - tap->dy);
        if (trace)
            for (int c = 0; c < 3 && c < job->rule.channels; c++)
                sums[c] += tap->weight * trace[c];
    }
}

/* Images whose pixels are numbered in the same way: in raster order, or in a schedule's own
 * order. */
struct errdiff_pixels {
    const void *in;
    void *out;
    const uint8_t *mask; /* NULL if every pixel is dithered */
};

/*
 * Dithers the pixel at (x, y), whose input is `value`. `sums` come from errdiff_collect, or were
 * added up by the pixels that scattered their errors. Sets level[c] to what is to be stored, and
 * traces[c] to what the pixel leaves. Returns what errdiff_decide does.
 */
HOST_DEVICE_INLINE bool errdiff_process_values(const struct errdiff_device_job *job, int x, int y,
                                               const int32_t value[3], const int32_t sums[3],
                                               int32_t level[3], int32_t traces[3])
{
    int32_t modified[3] = {0}, error[3] = {0};
    for (int c = 0; c < 3 && c < job->rule.channels; c++) {
        int32_t correction =
            job->rule.tone_weights
                ? sums[c]
                : errdiff_round(&job->rule.rounding, job->rule.rounding.kind, sums[c]);
        modified[c] = (value[c] << ERRDIFF_FRACTION_BITS) + correction;
    }
    bool is_clamped = errdiff_decide(&job->rule, x, y, value, modified, error, level);
    for (int c = 0; c < 3 && c < job->rule.channels; c++)
        traces[c] = job->rule.tone_weights
                        ? errdiff_trace_make(error[c], errdiff_tone(value[c], job->rule.max_value))
                        : error[c];
    return is_clamped;
}

/* As errdiff_process_values, for pixel `index` of `pixels`, which is read and written here. Where
 * the mask is 0, the pixel keeps its value and the traces are 0. */
HOST_DEVICE_INLINE bool errdiff_process_pixel(const struct errdiff_device_job *job,
                                              const struct errdiff_pixels *pixels, ptrdiff_t index,
                                              int x, int y, const int32_t sums[3],
                                              int32_t traces[3])
{
    int32_t value[3] = {0}, level[3] = {0};
    traces[0] = traces[1] = traces[2] = 0;
    errdiff_load_pixel(&job->rule, &job->in, pixels->in, index, value);
    if (pixels->mask && pixels->mask[index] == 0) {
        errdiff_keep_pixel(&job->rule, &job->in, &job->out, pixels->in, pixels->out, index, value);
        return false;
    }
    bool is_clamped = errdiff_process_values(job, x, y, value, sums, level, traces);
    errdiff_store_pixel(&job->rule, &job->out, pixels->out, index, level);
    return is_clamped;
}

/* Adds to a sum of a later pixel, in schedules that scatter. `needs_atomic` says whether another
 * thread may add to the same sum at the same time. */
HOST_DEVICE_INLINE void errdiff_add_to_sum(int32_t *sum, bool needs_atomic, int32_t addend)
{
#if defined(__CUDA_ARCH__)
    if (needs_atomic) {
        atomicAdd(sum, addend);
        return;
    }
#endif
    (void)needs_atomic;
    *sum += addend;
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The work for one pixel in cuda-pwed. */
#ifndef ERRDIFF_PWED_H
#define ERRDIFF_PWED_H

#include "cuda/device_pixel.h"
#include "iterations_of_job.h"

/* The sums that pixels add to, in raster order, with margins around the image for taps that lead
 * outside. */
struct errdiff_scatter {
    int channels;
    int left;             /* margin before the first column, in pixels */
    ptrdiff_t row_pixels; /* pixels of a row, with both margins */
    int32_t *sums;
    bool needs_atomic[ERRDIFF_MAX_TAPS]; /* other taps can add to the same sum in one iteration */
};

/* Sets everything except the sums. Returns how many sums there are. They must start at 0. */
static inline size_t errdiff_scatter_plan(struct errdiff_scatter *scatter,
                                          const struct errdiff_device_job *job)
{
    int left = 0, right = 0, below = 0;
    for (int i = 0; i < job->tap_count; i++) {
        const errdiff_tap *tap = &job->taps[i];
        left = -tap->dx > left ? -tap->dx : left;
        right = tap->dx > right ? tap->dx : right;
        below = tap->dy > below ? tap->dy : below;
        /* Taps that lead equally many iterations ahead can lead to the same pixel. */
        scatter->needs_atomic[i] = false;
        for (int other = 0; other < job->tap_count; other++)
            scatter->needs_atomic[i] |=
                other != i && job->taps[other].dx + job->slope * job->taps[other].dy ==
                                  tap->dx + job->slope * tap->dy;
    }
    scatter->channels = job->rule.channels;
    scatter->left = left;
    scatter->row_pixels = (ptrdiff_t)left + job->in.width + right;
    return (size_t)scatter->row_pixels * ((size_t)job->in.height + (size_t)below) *
           (size_t)job->rule.channels;
}

HOST_DEVICE_INLINE int32_t *errdiff_scatter_at(const struct errdiff_scatter *scatter, int x, int y)
{
    return scatter->sums + (y * scatter->row_pixels + scatter->left + x) * scatter->channels;
}

/* The part of a trace that tap number `tap` passes on. With tone-dependent weights the taps are
 * (1, 0), (−1, 1) and (0, 1). */
HOST_DEVICE_INLINE int32_t errdiff_pwed_part(const struct errdiff_device_job *job, int tap,
                                             int32_t trace)
{
    if (!job->rule.tone_weights)
        return job->taps[tap].weight * trace;
    struct errdiff_parts parts = errdiff_trace_parts(job, trace);
    return tap == 0 ? parts.right : tap == 1 ? parts.below_left : parts.below;
}

/* Dithers the pixel of iteration t in row y. `given` and `job` are as for errdiff_run_iterations.
 * Returns what errdiff_decide does. */
HOST_DEVICE_INLINE bool errdiff_pwed_pixel(const struct errdiff_device_job *given,
                                           const struct errdiff_device_job *job,
                                           const struct errdiff_iterations *iterations,
                                           const struct errdiff_scatter *scatter, int64_t t, int y)
{
    int x = (int)errdiff_iterations_column(iterations, t, y);
    int32_t sums[3] = {0}, traces[3] = {0};
    const int32_t *found = errdiff_scatter_at(scatter, x, y);
    for (int c = 0; c < 3 && c < job->rule.channels; c++)
        sums[c] = found[c];
    struct errdiff_pixels pixels = {job->in.data, job->out.data, job->in.mask};
    ptrdiff_t index = (ptrdiff_t)y * job->in.width + x;
    bool is_clamped = errdiff_process_pixel(job, &pixels, index, x, y, sums, traces);
    for (int i = 0; i < given->tap_count; i++) {
        int32_t *target = errdiff_scatter_at(scatter, x + given->taps[i].dx, y + given->taps[i].dy);
        for (int c = 0; c < 3 && c < job->rule.channels; c++)
            errdiff_add_to_sum(&target[c], scatter->needs_atomic[i],
                               errdiff_pwed_part(given, i, traces[c]));
    }
    return is_clamped;
}

#endif

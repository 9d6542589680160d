/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The work for one pixel in cuda-pwed. */
#ifndef ERRDIFF_PWED_H
#define ERRDIFF_PWED_H

#include "fronts_of_job.h"
#include "scatter.h"

/* What tap number `tap` passes on of a trace. With tone-dependent weights the taps are (1, 0), (−1,
 * 1) and (0, 1). */
HOST_DEVICE_INLINE int32_t errdiff_pwed_part(const struct errdiff_device_job *job, int tap,
                                             int32_t trace)
{
    if (!job->rule.tone_weights)
        return job->taps[tap].weight * trace;
    struct errdiff_parts parts = errdiff_trace_parts(job, trace);
    return tap == 0 ? parts.right : tap == 1 ? parts.below_left : parts.below;
}

/* Dithers the pixel of iteration t in row y. `given` and `job` are as for errdiff_run_fronts.
 * Returns what errdiff_decide does. */
HOST_DEVICE_INLINE bool errdiff_pwed_pixel(const struct errdiff_device_job *given,
                                           const struct errdiff_device_job *job,
                                           const struct errdiff_fronts *fronts,
                                           const struct errdiff_scatter *scatter, int64_t t, int y)
{
    int x = (int)errdiff_fronts_column(fronts, t, y);
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The work for one pixel in cuda-pwec. */
#ifndef ERRDIFF_PWEC_H
#define ERRDIFF_PWEC_H

#include "cuda/device_pixel.h"
#include "iterations_of_job.h"

/* Traces in raster order. Those of pixel (x, y) begin at (y · width + x) · channels. */
struct errdiff_raster {
    int width, channels;
    int32_t *traces;
};

HOST_DEVICE_INLINE ptrdiff_t errdiff_raster_index(const struct errdiff_raster *raster, int x, int y)
{
    return (ptrdiff_t)y * raster->width + x;
}

HOST_DEVICE_INLINE const int32_t *errdiff_raster_at(const void *store, int x, int y)
{
    const struct errdiff_raster *raster = (const struct errdiff_raster *)store;
    if (x < 0 || x >= raster->width || y < 0)
        return NULL;
    return raster->traces + errdiff_raster_index(raster, x, y) * raster->channels;
}

/* Dithers the pixel of iteration t in row y. `given` and `job` are as for errdiff_run_iterations.
 * Returns what errdiff_decide does. */
HOST_DEVICE_INLINE bool errdiff_pwec_pixel(const struct errdiff_device_job *given,
                                           const struct errdiff_device_job *job,
                                           const struct errdiff_iterations *iterations,
                                           const struct errdiff_raster *raster, int64_t t, int y)
{
    int x = (int)errdiff_iterations_column(iterations, t, y);
    int32_t sums[3], traces[3] = {0};
    errdiff_collect(given, x, y, errdiff_raster_at, raster, sums);
    struct errdiff_pixels pixels = {job->in.data, job->out.data, job->in.mask};
    ptrdiff_t index = errdiff_raster_index(raster, x, y);
    bool is_clamped = errdiff_process_pixel(job, &pixels, index, x, y, sums, traces);
    for (int c = 0; c < 3 && c < job->rule.channels; c++)
        raster->traces[index * job->rule.channels + c] = traces[c];
    return is_clamped;
}

#endif

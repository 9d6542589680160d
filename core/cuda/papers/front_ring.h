/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The traces of the latest fronts, in a ring in which the pixels of a front are adjacent: what
 * cuda-knight, handover and hybrid keep in device memory. */
#ifndef ERRDIFF_FRONT_RING_H
#define ERRDIFF_FRONT_RING_H

#include "cuda/device_pixel.h"
#include "fronts_of_job.h"

/* The rows where front t has a pixel in columns begin_x..end_x − 1: *first up to, but not
 * including, the returned one. If the two are equal there are none. */
HOST_DEVICE_INLINE int errdiff_front_rows(const struct errdiff_fronts *fronts, int64_t t,
                                          int begin_x, int end_x, int *first)
{
    int64_t low = 0, end = fronts->height;
    if (t < begin_x || begin_x >= end_x || (fronts->slope == 0 && t >= end_x))
        end = 0;
    if (fronts->slope > 0 && end > 0) {
        low = t < end_x ? 0 : (t - end_x) / fronts->slope + 1;
        int64_t last = (t - begin_x) / fronts->slope;
        end = last + 1 < end ? last + 1 : end;
    }
    *first = (int)(low < end ? low : end);
    return (int)end;
}

/* The columns of row y in fronts begin..end − 1: *first up to, but not including, the returned
 * one. */
static inline int errdiff_fronts_columns(const struct errdiff_fronts *fronts, int64_t begin,
                                         int64_t end, int y, int *first)
{
    int64_t lean = fronts->slope * y;
    int64_t low = begin - lean, high = end - lean;
    low = low < 0 ? 0 : low > fronts->width ? fronts->width : low;
    high = high < low ? low : high > fronts->width ? fronts->width : high;
    *first = (int)low;
    return (int)high;
}

/* The traces of the latest `length` fronts, with room for a pixel in every row. Front t is at t %
 * length. */
struct errdiff_front_ring {
    struct errdiff_fronts fronts;
    int64_t length; /* a power of two, so that no tap needs a division */
    int channels;
    int32_t *traces;
};

/* Everything except the memory for the traces. */
static inline struct errdiff_front_ring errdiff_front_ring_of(const struct errdiff_device_job *job)
{
    struct errdiff_front_ring ring = {errdiff_fronts_of(job), 1, job->rule.channels, NULL};
    while (ring.length <= job->front_reach)
        ring.length *= 2;
    return ring;
}

/* How many int32_t the traces need. */
static inline size_t errdiff_front_ring_size(const struct errdiff_front_ring *ring)
{
    return (size_t)ring->length * (size_t)ring->fronts.height * (size_t)ring->channels;
}

HOST_DEVICE_INLINE ptrdiff_t errdiff_front_place(const struct errdiff_front_ring *ring, int64_t t,
                                                 int64_t y)
{
    return (ptrdiff_t)(((t & (ring->length - 1)) * ring->fronts.height + y) * ring->channels);
}

/* An errdiff_trace_at. */
HOST_DEVICE_INLINE const int32_t *errdiff_front_trace_at(const void *store, int x, int y)
{
    const struct errdiff_front_ring *ring = (const struct errdiff_front_ring *)store;
    if (x < 0 || x >= ring->fronts.width || y < 0)
        return NULL;
    return ring->traces + errdiff_front_place(ring, x + ring->fronts.slope * y, y);
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The traces of the latest iterations, in a ring in which the pixels of an iteration are adjacent:
 * what cuda-knight, handover and hybrid keep in device memory. */
#ifndef ERRDIFF_ITERATION_RING_H
#define ERRDIFF_ITERATION_RING_H

#include "cuda/device_pixel.h"
#include "iterations_of_job.h"

/* The rows where iteration t has a pixel in columns begin_x..end_x − 1: *first up to, but not
 * including, the returned one. If the two are equal there are none. */
HOST_DEVICE_INLINE int errdiff_iteration_rows(const struct errdiff_iterations *iterations,
                                              int64_t t, int begin_x, int end_x, int *first)
{
    int64_t low = 0, end = iterations->height;
    if (t < begin_x || begin_x >= end_x || (iterations->slope == 0 && t >= end_x))
        end = 0;
    if (iterations->slope > 0 && end > 0) {
        low = t < end_x ? 0 : (t - end_x) / iterations->slope + 1;
        int64_t last = (t - begin_x) / iterations->slope;
        end = last + 1 < end ? last + 1 : end;
    }
    *first = (int)(low < end ? low : end);
    return (int)end;
}

/* The columns of row y in iterations begin..end − 1: *first up to, but not including, the returned
 * one. */
static inline int errdiff_iterations_columns(const struct errdiff_iterations *iterations,
                                             int64_t begin, int64_t end, int y, int *first)
{
    int64_t lean = iterations->slope * y;
    int64_t low = begin - lean, high = end - lean;
    low = low < 0 ? 0 : low > iterations->width ? iterations->width : low;
    high = high < low ? low : high > iterations->width ? iterations->width : high;
    *first = (int)low;
    return (int)high;
}

/* The traces of the latest `length` iterations, with room for a pixel in every row. Iteration t is
 * at t % length. */
struct errdiff_iteration_ring {
    struct errdiff_iterations iterations;
    int64_t length; /* a power of two, so that no tap needs a division */
    int channels;
    int32_t *traces;
};

/* Everything except the memory for the traces. */
static inline struct errdiff_iteration_ring
errdiff_iteration_ring_of(const struct errdiff_device_job *job)
{
    struct errdiff_iteration_ring ring = {errdiff_iterations_of(job), 1, job->rule.channels, NULL};
    while (ring.length <= job->iteration_reach)
        ring.length *= 2;
    return ring;
}

/* How many int32_t the traces need. */
static inline size_t errdiff_iteration_ring_size(const struct errdiff_iteration_ring *ring)
{
    return (size_t)ring->length * (size_t)ring->iterations.height * (size_t)ring->channels;
}

HOST_DEVICE_INLINE ptrdiff_t errdiff_iteration_place(const struct errdiff_iteration_ring *ring,
                                                     int64_t t, int64_t y)
{
    return (ptrdiff_t)(((t & (ring->length - 1)) * ring->iterations.height + y) * ring->channels);
}

/* An errdiff_trace_at. */
HOST_DEVICE_INLINE const int32_t *errdiff_iteration_trace_at(const void *store, int x, int y)
{
    const struct errdiff_iteration_ring *ring = (const struct errdiff_iteration_ring *)store;
    if (x < 0 || x >= ring->iterations.width || y < 0)
        return NULL;
    return ring->traces + errdiff_iteration_place(ring, x + ring->iterations.slope * y, y);
}

#endif

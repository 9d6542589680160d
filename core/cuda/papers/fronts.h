/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Wavefronts: sets of pixels that can be decided at the same time. Iteration t decides the pixels
 * with x + p · y = t, where p is the slope of the kernel. With p = 2 this is the knight's move
 * order of Deshpande, Misra and Narayanan 2011, section 3:
 *
 *     0 1 2 3 4
 *     2 3 4 5 6
 *     4 5 6 7 8
 *
 * A tap (dx, dy) leads to iteration t + dx + p · dy, which is later by the definition of p. With p
 * = 0 rows are independent, and a front is a column.
 */
#ifndef ERRDIFF_FRONTS_H
#define ERRDIFF_FRONTS_H

#include "cuda/device_job.h"

struct errdiff_fronts {
    int64_t width, height; /* of the picture, pixels */
    int64_t slope;
};

static inline struct errdiff_fronts errdiff_fronts_of(const struct errdiff_device_job *job)
{
    struct errdiff_fronts fronts;
    fronts.width = job->in.width;
    fronts.height = job->in.height;
    fronts.slope = job->slope;
    return fronts;
}

HOST_DEVICE_INLINE int64_t errdiff_fronts_count(const struct errdiff_fronts *fronts)
{
    return fronts->width + fronts->slope * (fronts->height - 1);
}

/* The first row with a pixel in iteration t. Every row from there to errdiff_fronts_end_row has
 * one. */
HOST_DEVICE_INLINE int64_t errdiff_fronts_first_row(const struct errdiff_fronts *fronts, int64_t t)
{
    if (fronts->slope == 0 || t < fronts->width)
        return 0;
    return (t - fronts->width) / fronts->slope + 1;
}

/* The row after the last one with a pixel in iteration t. After the last iteration it is no greater
 * than the first row. */
HOST_DEVICE_INLINE int64_t errdiff_fronts_end_row(const struct errdiff_fronts *fronts, int64_t t)
{
    if (fronts->slope == 0)
        return t < fronts->width ? fronts->height : 0;
    int64_t end = t / fronts->slope + 1;
    return end < fronts->height ? end : fronts->height;
}

HOST_DEVICE_INLINE int64_t errdiff_fronts_column(const struct errdiff_fronts *fronts, int64_t t,
                                                 int64_t row)
{
    return t - fronts->slope * row;
}

/* The largest number of pixels in one iteration. */
HOST_DEVICE_INLINE int64_t errdiff_fronts_longest(const struct errdiff_fronts *fronts)
{
    int64_t longest = fronts->slope == 0 ? fronts->height : (fronts->width - 1) / fronts->slope + 1;
    return longest < fronts->height ? longest : fronts->height;
}

/* How many thread blocks are enough for every iteration, with one thread for each pixel. */
static inline unsigned errdiff_blocks_for(const struct errdiff_fronts *fronts, int block_threads)
{
    return (unsigned)((errdiff_fronts_longest(fronts) + block_threads - 1) / block_threads);
}

#endif

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
 * = 0 a front is a column.
 */
#ifndef ERRDIFF_FRONTS_H
#define ERRDIFF_FRONTS_H

#include "base/host_device.h"
#include "errdiff.h"

#include <stdint.h>

/* errdiff_kernel_slope for taps without a kernel. */
int errdiff_slope_of_taps(const errdiff_tap *taps, int tap_count);

struct errdiff_fronts {
    int64_t width, height; /* of the picture, pixels */
    int64_t slope;
};

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

/* The rows of iteration t, for loops over iterations: no division for each of them. */
struct errdiff_front_cursor {
    int64_t first, end;       /* errdiff_fronts_first_row, and t / p + 1 */
    int64_t to_first, to_end; /* after how many more iterations each of them rises by one */
};

HOST_DEVICE_INLINE struct errdiff_front_cursor
errdiff_front_cursor_at(const struct errdiff_fronts *fronts, int64_t t)
{
    int64_t p = fronts->slope;
    struct errdiff_front_cursor cursor = {0, fronts->height, INT64_MAX, INT64_MAX};
    if (p == 0)
        return cursor;
    cursor.first = errdiff_fronts_first_row(fronts, t);
    cursor.to_first = t < fronts->width ? fronts->width - t : p - (t - fronts->width) % p;
    cursor.end = t / p + 1;
    cursor.to_end = p - t % p;
    return cursor;
}

HOST_DEVICE_INLINE void errdiff_front_cursor_advance(struct errdiff_front_cursor *cursor,
                                                     const struct errdiff_fronts *fronts)
{
    if (--cursor->to_first == 0) {
        cursor->first++;
        cursor->to_first = fronts->slope;
    }
    if (--cursor->to_end == 0) {
        cursor->end++;
        cursor->to_end = fronts->slope;
    }
}

/* errdiff_fronts_end_row. */
HOST_DEVICE_INLINE int64_t errdiff_front_cursor_end(const struct errdiff_front_cursor *cursor,
                                                    const struct errdiff_fronts *fronts)
{
    return cursor->end < fronts->height ? cursor->end : fronts->height;
}

/* The largest number of pixels in one iteration. */
HOST_DEVICE_INLINE int64_t errdiff_fronts_longest(const struct errdiff_fronts *fronts)
{
    int64_t longest = fronts->slope == 0 ? fronts->height : (fronts->width - 1) / fronts->slope + 1;
    return longest < fronts->height ? longest : fronts->height;
}

/* Σ floor(i / p) for i in 0..count − 1. */
HOST_DEVICE_INLINE int64_t errdiff_fronts_floors(int64_t count, int64_t p)
{
    int64_t whole = count / p, rest = count % p;
    return p * (whole * (whole - 1) / 2) + rest * whole;
}

/* How many pixels are in iterations before iteration t: those of earlier iterations of an infinite
 * picture, minus those to the right of this picture, minus those below it. */
HOST_DEVICE_INLINE int64_t errdiff_fronts_start(const struct errdiff_fronts *fronts, int64_t t)
{
    int64_t p = fronts->slope;
    if (p == 0)
        return t * fronts->height;
    int64_t before = t + errdiff_fronts_floors(t, p);
    int64_t beyond = t - fronts->width; /* how many iterations began to the right of the picture */
    if (beyond > 0)
        before -= beyond + errdiff_fronts_floors(beyond, p);
    int64_t below = t - p * fronts->height; /* how many began below it */
    if (below > 0)
        before -= below + errdiff_fronts_floors(below, p);
    return before;
}

#endif

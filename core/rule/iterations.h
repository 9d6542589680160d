/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Iterations: sets of pixels that can be decided at the same time, elsewhere called wavefronts.
 * Iteration t decides the pixels with x + p · y = t, where p is the slope of the kernel. With p = 2
 * this is the knight's move order of Deshpande, Misra and Narayanan 2011, section 3:
 *
 *     0 1 2 3 4
 *     2 3 4 5 6
 *     4 5 6 7 8
 *
 * A tap (dx, dy) leads to iteration t + dx + p · dy, which is later by the definition of p. With p
 * = 0 an iteration is a column.
 */
#ifndef ERRDIFF_ITERATIONS_H
#define ERRDIFF_ITERATIONS_H

#include "base/host_device.h"
#include "errdiff.h"

#include <stdint.h>

/* errdiff_kernel_slope for taps without a kernel. */
int errdiff_slope_of_taps(const errdiff_tap *taps, int tap_count);

struct errdiff_iterations {
    int64_t width, height; /* of the image, pixels */
    int64_t slope;
};

HOST_DEVICE_INLINE int64_t errdiff_iterations_count(const struct errdiff_iterations *iterations)
{
    return iterations->width + iterations->slope * (iterations->height - 1);
}

/* The first row with a pixel in iteration t. Every row from there to errdiff_iterations_end_row has
 * one. */
HOST_DEVICE_INLINE int64_t errdiff_iterations_first_row(const struct errdiff_iterations *iterations,
                                                        int64_t t)
{
    if (iterations->slope == 0 || t < iterations->width)
        return 0;
    return (t - iterations->width) / iterations->slope + 1;
}

/* The row after the last one with a pixel in iteration t. After the last iteration it is no greater
 * than the first row. */
HOST_DEVICE_INLINE int64_t errdiff_iterations_end_row(const struct errdiff_iterations *iterations,
                                                      int64_t t)
{
    if (iterations->slope == 0)
        return t < iterations->width ? iterations->height : 0;
    int64_t end = t / iterations->slope + 1;
    return end < iterations->height ? end : iterations->height;
}

HOST_DEVICE_INLINE int64_t errdiff_iterations_column(const struct errdiff_iterations *iterations,
                                                     int64_t t, int64_t row)
{
    return t - iterations->slope * row;
}

/* The rows of iteration t, for loops over iterations: no division for each of them. */
struct errdiff_iteration_cursor {
    int64_t first, end;       /* errdiff_iterations_first_row, and t / p + 1 */
    int64_t to_first, to_end; /* after how many more iterations each of them rises by one */
};

HOST_DEVICE_INLINE struct errdiff_iteration_cursor
errdiff_iteration_cursor_at(const struct errdiff_iterations *iterations, int64_t t)
{
    int64_t p = iterations->slope;
    struct errdiff_iteration_cursor cursor = {0, iterations->height, INT64_MAX, INT64_MAX};
    if (p == 0)
        return cursor;
    cursor.first = errdiff_iterations_first_row(iterations, t);
    cursor.to_first =
        t < iterations->width ? iterations->width - t : p - (t - iterations->width) % p;
    cursor.end = t / p + 1;
    cursor.to_end = p - t % p;
    return cursor;
}

HOST_DEVICE_INLINE void
errdiff_iteration_cursor_advance(struct errdiff_iteration_cursor *cursor,
                                 const struct errdiff_iterations *iterations)
{
    if (--cursor->to_first == 0) {
        cursor->first++;
        cursor->to_first = iterations->slope;
    }
    if (--cursor->to_end == 0) {
        cursor->end++;
        cursor->to_end = iterations->slope;
    }
}

/* errdiff_iterations_end_row. */
HOST_DEVICE_INLINE int64_t errdiff_iteration_cursor_end(
    const struct errdiff_iteration_cursor *cursor, const struct errdiff_iterations *iterations)
{
    return cursor->end < iterations->height ? cursor->end : iterations->height;
}

/* The largest number of pixels in one iteration. */
HOST_DEVICE_INLINE int64_t errdiff_iterations_longest(const struct errdiff_iterations *iterations)
{
    int64_t longest = iterations->slope == 0 ? iterations->height
                                             : (iterations->width - 1) / iterations->slope + 1;
    return longest < iterations->height ? longest : iterations->height;
}

/* Σ floor(i / p) for i in 0..count − 1. */
HOST_DEVICE_INLINE int64_t errdiff_iterations_floors(int64_t count, int64_t p)
{
    int64_t whole = count / p, rest = count % p;
    return p * (whole * (whole - 1) / 2) + rest * whole;
}

/* How many pixels are in iterations before iteration t: those of earlier iterations of an infinite
 * image, minus those to the right of this image, minus those below it. */
HOST_DEVICE_INLINE int64_t errdiff_iterations_start(const struct errdiff_iterations *iterations,
                                                    int64_t t)
{
    int64_t p = iterations->slope;
    if (p == 0)
        return t * iterations->height;
    int64_t before = t + errdiff_iterations_floors(t, p);
    int64_t beyond =
        t - iterations->width; /* how many iterations began to the right of the image */
    if (beyond > 0)
        before -= beyond + errdiff_iterations_floors(beyond, p);
    int64_t below = t - p * iterations->height; /* how many began below it */
    if (below > 0)
        before -= below + errdiff_iterations_floors(below, p);
    return before;
}

#endif

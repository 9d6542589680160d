/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Knight's move storage: the pixels of an iteration are adjacent in memory, from the top row down,
 * and the iterations follow each other. So the threads of an iteration access adjacent addresses:
 *
 *     raster           iterations       stored as
 *     a b c d          0 1 2 3          a | b | c e | d f | g i | h j | k | l
 *     e f g h          2 3 4 5
 *     i j k l          4 5 6 7
 */
#ifndef ERRDIFF_KNIGHT_ORDER_H
#define ERRDIFF_KNIGHT_ORDER_H

#include "cuda/device_pixel.h"
#include "iteration_ring.h"

/* ---- Tiles for the reordering -------------------------------------------------------------- */

/* A tile is 32 rows of 32 iterations. Its rows are slanted to the left, as the iterations are. */
enum { ERRDIFF_KNIGHT_TILE = 32 };

struct errdiff_knight_tile {
    int64_t first_row, first_iteration;
};

HOST_DEVICE_INLINE int64_t errdiff_knight_tiles_across(const struct errdiff_iterations *iterations)
{
    int64_t count = iterations->width + iterations->slope * (ERRDIFF_KNIGHT_TILE - 1);
    return (count + ERRDIFF_KNIGHT_TILE - 1) / ERRDIFF_KNIGHT_TILE;
}

HOST_DEVICE_INLINE int64_t errdiff_knight_tile_count(const struct errdiff_iterations *iterations)
{
    return errdiff_knight_tiles_across(iterations) *
           ((iterations->height + ERRDIFF_KNIGHT_TILE - 1) / ERRDIFF_KNIGHT_TILE);
}

HOST_DEVICE_INLINE struct errdiff_knight_tile
errdiff_knight_tile_at(const struct errdiff_iterations *iterations, int64_t number)
{
    int64_t across = errdiff_knight_tiles_across(iterations);
    struct errdiff_knight_tile tile;
    tile.first_row = number / across * ERRDIFF_KNIGHT_TILE;
    tile.first_iteration =
        iterations->slope * tile.first_row + number % across * ERRDIFF_KNIGHT_TILE;
    return tile;
}

/* ---- A pixel ------------------------------------------------------------------------------- */

struct errdiff_knight {
    struct errdiff_iterations iterations;
    struct errdiff_pixels pixels; /* in knight's move order */
    const int64_t *starts;        /* for each iteration, where a pixel in row 0 would be stored */
    struct errdiff_iteration_ring ring;
};

HOST_DEVICE_INLINE int64_t
errdiff_knight_start_of_row_0(const struct errdiff_iterations *iterations, int64_t t)
{
    return errdiff_iterations_start(iterations, t) - errdiff_iterations_first_row(iterations, t);
}

/* Dithers the pixel of iteration t in row y. `given` and `job` are as for errdiff_run_iterations.
 * Returns what errdiff_decide does. The threads of an
 * iteration apply the same tap at the same time, so they all read from one iteration, at adjacent
 * addresses. */
HOST_DEVICE_INLINE bool errdiff_knight_pixel(const struct errdiff_device_job *given,
                                             const struct errdiff_device_job *job,
                                             const struct errdiff_knight *knight, int64_t t, int y)
{
    int x = (int)errdiff_iterations_column(&knight->iterations, t, y);
    int32_t sums[3], traces[3] = {0};
    errdiff_collect(given, x, y, errdiff_iteration_trace_at, &knight->ring, sums);
    ptrdiff_t index = (ptrdiff_t)(knight->starts[t] + y);
    bool is_clamped = errdiff_process_pixel(job, &knight->pixels, index, x, y, sums, traces);
    for (int c = 0; c < 3 && c < job->rule.channels; c++)
        knight->ring.traces[errdiff_iteration_place(&knight->ring, t, y) + c] = traces[c];
    return is_clamped;
}

#endif

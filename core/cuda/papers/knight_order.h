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
#include "front_ring.h"

/* ---- Tiles for the reordering -------------------------------------------------------------- */

/* A tile is 32 rows of 32 iterations. Its rows are slanted to the left, as the iterations are. */
enum { ERRDIFF_KNIGHT_TILE = 32 };

struct errdiff_knight_tile {
    int64_t first_row, first_iteration;
};

HOST_DEVICE_INLINE int64_t errdiff_knight_tiles_across(const struct errdiff_fronts *fronts)
{
    int64_t iterations = fronts->width + fronts->slope * (ERRDIFF_KNIGHT_TILE - 1);
    return (iterations + ERRDIFF_KNIGHT_TILE - 1) / ERRDIFF_KNIGHT_TILE;
}

HOST_DEVICE_INLINE int64_t errdiff_knight_tile_count(const struct errdiff_fronts *fronts)
{
    return errdiff_knight_tiles_across(fronts) *
           ((fronts->height + ERRDIFF_KNIGHT_TILE - 1) / ERRDIFF_KNIGHT_TILE);
}

HOST_DEVICE_INLINE struct errdiff_knight_tile
errdiff_knight_tile_at(const struct errdiff_fronts *fronts, int64_t number)
{
    int64_t across = errdiff_knight_tiles_across(fronts);
    struct errdiff_knight_tile tile;
    tile.first_row = number / across * ERRDIFF_KNIGHT_TILE;
    tile.first_iteration = fronts->slope * tile.first_row + number % across * ERRDIFF_KNIGHT_TILE;
    return tile;
}

/* ---- A pixel ------------------------------------------------------------------------------- */

struct errdiff_knight {
    struct errdiff_fronts fronts;
    struct errdiff_pixels pixels; /* in knight's move order */
    const int64_t *starts;        /* for each iteration, where a pixel in row 0 would be stored */
    struct errdiff_front_ring ring;
};

HOST_DEVICE_INLINE int64_t errdiff_knight_start_of_row_0(const struct errdiff_fronts *fronts,
                                                         int64_t t)
{
    return errdiff_fronts_start(fronts, t) - errdiff_fronts_first_row(fronts, t);
}

/* Dithers the pixel of iteration t in row y. `given` and `job` are as for errdiff_run_fronts.
 * Returns what errdiff_decide does. The threads of an
 * iteration apply the same tap at the same time, so they all read from one iteration, at adjacent
 * addresses. */
HOST_DEVICE_INLINE bool errdiff_knight_pixel(const struct errdiff_device_job *given,
                                             const struct errdiff_device_job *job,
                                             const struct errdiff_knight *knight, int64_t t, int y)
{
    int x = (int)errdiff_fronts_column(&knight->fronts, t, y);
    int32_t sums[3], traces[3] = {0};
    errdiff_collect(given, x, y, errdiff_front_trace_at, &knight->ring, sums);
    ptrdiff_t index = (ptrdiff_t)(knight->starts[t] + y);
    bool is_clamped = errdiff_process_pixel(job, &knight->pixels, index, x, y, sums, traces);
    for (int c = 0; c < 3 && c < job->rule.channels; c++)
        knight->ring.traces[errdiff_front_place(&knight->ring, t, y) + c] = traces[c];
    return is_clamped;
}

#endif

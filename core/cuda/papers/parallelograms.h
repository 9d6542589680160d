/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The blocks of Kasagi, Nakano and Ito 2014, section III, for any kernel: which there are, and which
 * come side by side.
 *
 * With u = x + slope · y a pixel collects from smaller u alone, so all pixels of one u in a block
 * may be side by side, a thread for each row. A block is a square in u and y, and a parallelogram
 * in the picture:
 *
 *       +-----+-----+-----+-----+---
 *      / 0   / 1   / 2   / 3   / 4          block (row, column): rows row · height and on,
 *     /     /     /     /     /             u from column · width on
 *    +-----+-----+-----+-----+---
 *   / 0   / 1   / 2   / 3   / 4             needs those at its left, above, and above left,
 *  /     /     /     /     /                so row + column is its iteration
 * +-----+-----+-----+-----+---
 *
 * The paper has squares of w × w and slope 2, Floyd–Steinberg's. Generalised: any slope and reach,
 * and a block's height apart from its width, for fewer steps in all.
 */
#ifndef ERRDIFF_PARALLELOGRAMS_H
#define ERRDIFF_PARALLELOGRAMS_H

#include "cuda/device_job.h"

struct errdiff_parallelograms {
    int picture_width, picture_height;
    int width, height; /* of a block: steps, and rows; 1 or more */
    int slope;         /* columns that a row of a block begins further left than the one above it */
    int reach;         /* how much smaller the u that a pixel collects from may be */
    int reach_up;      /* rows above a pixel that it may collect from */
    int rows;          /* of blocks */
};

static inline void errdiff_parallelograms_make(struct errdiff_parallelograms *blocks,
                                               const struct errdiff_device_job *job, int width,
                                               int height)
{
    blocks->picture_width = job->in.width;
    blocks->picture_height = job->in.height;
    blocks->width = width;
    blocks->height = height;
    blocks->slope = job->slope;
    blocks->reach = 0;
    blocks->reach_up = 0;
    blocks->rows = (job->in.height - 1) / height + 1;
    for (int i = 0; i < job->tap_count; i++) {
        const errdiff_tap *tap = &job->taps[i];
        int reach = tap->dx + blocks->slope * tap->dy;
        blocks->reach = reach > blocks->reach ? reach : blocks->reach;
        blocks->reach_up = tap->dy > blocks->reach_up ? tap->dy : blocks->reach_up;
    }
}

/* The column of the picture where row y of a block begins; it may be outside. */
ERRDIFF_RULE int errdiff_parallelogram_x(const struct errdiff_parallelograms *blocks, int column,
                                         int y)
{
    return (int)((int64_t)column * blocks->width - (int64_t)blocks->slope * y);
}

/* Which columns of a block, *begin to the one returned, less one, are inside the picture in its row
 * y; where they are equal, none is. */
ERRDIFF_RULE int errdiff_parallelogram_clip(const struct errdiff_parallelograms *blocks, int column,
                                            int y, int *begin)
{
    int x = errdiff_parallelogram_x(blocks, column, y);
    int end = errdiff_clamp(blocks->picture_width - x, 0, blocks->width);
    *begin = errdiff_clamp(-x, 0, end);
    return y < blocks->picture_height ? end : *begin;
}

/*
 * The first and the last block of a row of blocks: all with pixels of the picture, and those that
 * hand errors of the rows above or below on to such. Both rise from row to row.
 */
ERRDIFF_RULE int errdiff_parallelogram_first(const struct errdiff_parallelograms *blocks, int row)
{
    int64_t top = (int64_t)row * blocks->height - blocks->reach_up;
    return top > 0 ? (int)(top * blocks->slope / blocks->width) : 0;
}

ERRDIFF_RULE int errdiff_parallelogram_last(const struct errdiff_parallelograms *blocks, int row)
{
    int64_t bottom = ((int64_t)row + 1) * blocks->height - 1 + blocks->reach_up;
    if (bottom > blocks->picture_height - 1)
        bottom = blocks->picture_height - 1;
    return (int)((bottom * blocks->slope + blocks->picture_width - 1) / blocks->width);
}

/* Blocks of one iteration may come in any order, and side by side. */
ERRDIFF_RULE int errdiff_parallelogram_iteration(const struct errdiff_parallelograms *blocks,
                                                 int row, int column)
{
    return blocks->reach_up > 0 ? column + row : column;
}

ERRDIFF_RULE int errdiff_parallelogram_column(const struct errdiff_parallelograms *blocks,
                                              int iteration, int row)
{
    return blocks->reach_up > 0 ? iteration - row : iteration;
}

/* Iterations are 0 to this less one. */
static inline int errdiff_parallelogram_iterations(const struct errdiff_parallelograms *blocks)
{
    int last_row = blocks->rows - 1;
    return errdiff_parallelogram_iteration(blocks, last_row,
                                           errdiff_parallelogram_last(blocks, last_row)) +
           1;
}

/* The rows of blocks that have one in an iteration: *first_row to the one returned, less one. Where
 * they are equal there is none. */
static inline int errdiff_parallelogram_rows(const struct errdiff_parallelograms *blocks,
                                             int iteration, int *first_row)
{
    int low = 0, high = blocks->rows;
    while (low < high) {
        int row = low + (high - low) / 2;
        int last = errdiff_parallelogram_last(blocks, row);
        if (errdiff_parallelogram_iteration(blocks, row, last) < iteration)
            low = row + 1;
        else
            high = row;
    }
    *first_row = low;
    high = blocks->rows;
    while (low < high) {
        int row = low + (high - low) / 2;
        int first = errdiff_parallelogram_first(blocks, row);
        if (errdiff_parallelogram_iteration(blocks, row, first) <= iteration)
            low = row + 1;
        else
            high = row;
    }
    return low;
}

/* Whether the block at the left, and the one above, have left anything. */
ERRDIFF_RULE bool errdiff_parallelogram_has_left(const struct errdiff_parallelograms *blocks,
                                                 int row, int column)
{
    return column > errdiff_parallelogram_first(blocks, row);
}

ERRDIFF_RULE bool errdiff_parallelogram_has_above(const struct errdiff_parallelograms *blocks,
                                                  int row, int column)
{
    return row > 0 && column <= errdiff_parallelogram_last(blocks, row - 1);
}

#endif

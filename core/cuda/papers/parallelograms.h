/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The blocks of Kasagi, Nakano and Ito 2014, section III, for any kernel: where they are, and which
 * of them can run concurrently.
 *
 * Let u = x + slope · y. A pixel only collects from smaller u, so all pixels of a block with the
 * same u can be computed at the same time, with one thread for each row. A block is a rectangle in
 * u and y, and so a parallelogram in the image:
 *
 *         +-----+-----+-----+-----+---
 *        / 0   / 1   / 2   / 3   / 4        block (row, column) begins at row · height in the
 *       /     /     /     /     /           image, and at u = column · width
 *      +-----+-----+-----+-----+---
 *     / 0   / 1   / 2   / 3   / 4           a block depends on the blocks to its left, above, and
 *    /     /     /     /     /              above left, so it belongs to iteration row + column
 *   +-----+-----+-----+-----+---
 *
 * The paper has squares of w × w and slope 2, for Floyd–Steinberg. Generalized to any slope and
 * reach, and to blocks whose height differs from their width, which takes fewer steps in all.
 */
#ifndef ERRDIFF_PARALLELOGRAMS_H
#define ERRDIFF_PARALLELOGRAMS_H

#include "cuda/device_job.h"

struct errdiff_parallelograms {
    int image_width, image_height;
    int width, height; /* of a block, in steps and rows; at least 1 */
    int slope;         /* each row of a block begins this many columns left of the one above it */
    int reach;         /* the largest difference in u between a pixel and one it collects from */
    int reach_up;      /* how many rows up a pixel may collect from */
    int rows;          /* of blocks */
};

static inline void errdiff_parallelograms_make(struct errdiff_parallelograms *blocks,
                                               const struct errdiff_device_job *job, int width,
                                               int height)
{
    blocks->image_width = job->in.width;
    blocks->image_height = job->in.height;
    blocks->width = width;
    blocks->height = height;
    blocks->slope = job->slope;
    blocks->reach = job->iteration_reach;
    blocks->reach_up = job->reach_up;
    blocks->rows = (job->in.height - 1) / height + 1;
}

/* The image column where row y of a block begins; may be outside the image. */
HOST_DEVICE_INLINE int errdiff_parallelogram_x(const struct errdiff_parallelograms *blocks,
                                               int column, int y)
{
    return (int)((int64_t)column * blocks->width - (int64_t)blocks->slope * y);
}

/* The columns of a block that are inside the image in row y: *begin up to, but not including, the
 * returned one. If the two are equal there are none. */
HOST_DEVICE_INLINE int errdiff_parallelogram_clip(const struct errdiff_parallelograms *blocks,
                                                  int column, int y, int *begin)
{
    int x = errdiff_parallelogram_x(blocks, column, y);
    int end = errdiff_clamp(blocks->image_width - x, 0, blocks->width);
    *begin = errdiff_clamp(-x, 0, end);
    return y < blocks->image_height ? end : *begin;
}

/*
 * The first and the last block in a row of blocks. They include all blocks with pixels of the
 * image, and those that only pass errors from the rows above or below to such blocks. Neither
 * decreases from row to row.
 */
HOST_DEVICE_INLINE int errdiff_parallelogram_first(const struct errdiff_parallelograms *blocks,
                                                   int row)
{
    int64_t top = (int64_t)row * blocks->height - blocks->reach_up;
    return top > 0 ? (int)(top * blocks->slope / blocks->width) : 0;
}

HOST_DEVICE_INLINE int errdiff_parallelogram_last(const struct errdiff_parallelograms *blocks,
                                                  int row)
{
    int64_t bottom = ((int64_t)row + 1) * blocks->height - 1 + blocks->reach_up;
    if (bottom > blocks->image_height - 1)
        bottom = blocks->image_height - 1;
    return (int)((bottom * blocks->slope + blocks->image_width - 1) / blocks->width);
}

/* The blocks of one iteration are independent: they may run concurrently and in any order. */
HOST_DEVICE_INLINE int errdiff_parallelogram_iteration(const struct errdiff_parallelograms *blocks,
                                                       int row, int column)
{
    return blocks->reach_up > 0 ? column + row : column;
}

HOST_DEVICE_INLINE int errdiff_parallelogram_column(const struct errdiff_parallelograms *blocks,
                                                    int iteration, int row)
{
    return blocks->reach_up > 0 ? iteration - row : iteration;
}

/* The number of iterations. */
static inline int errdiff_parallelogram_iterations(const struct errdiff_parallelograms *blocks)
{
    int last_row = blocks->rows - 1;
    return errdiff_parallelogram_iteration(blocks, last_row,
                                           errdiff_parallelogram_last(blocks, last_row)) +
           1;
}

/* The rows of blocks that have a block in an iteration: *first_row up to, but not including, the
 * returned one. If the two are equal there are none. */
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

/* Whether there is a block to the left, or above, that has passed anything on. */
HOST_DEVICE_INLINE bool errdiff_parallelogram_has_left(const struct errdiff_parallelograms *blocks,
                                                       int row, int column)
{
    return column > errdiff_parallelogram_first(blocks, row);
}

HOST_DEVICE_INLINE bool errdiff_parallelogram_has_above(const struct errdiff_parallelograms *blocks,
                                                        int row, int column)
{
    return row > 0 && column <= errdiff_parallelogram_last(blocks, row - 1);
}

#endif

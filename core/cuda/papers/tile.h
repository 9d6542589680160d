/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A block's numbers in shared memory (its tile), and the lines C and R, which pass numbers from
 * block to block: Kasagi, Nakano and Ito 2014, section III, for any kernel.
 *
 * When collecting, a tile has the errors of the block's own pixels, and of those to the left and
 * above that they collect from. When scattering, it has the sums of the block's own pixels, and of
 * those to the right and below that they add to. Both have (height + reach_up) · (width + reach)
 * places; for Floyd–Steinberg these are the paper's (w + 1) × (w + 3):
 *
 *       collecting                            scattering
 *       reach    width                        width        reach
 *       +-----+----------+                    +----------+-----+
 *       | C   | R        | reach_up           |          |     |
 *       |.....+----------+                    |  block   |     | height
 *       |     |          |                    |          |     |
 *       |     |  block   | height             |          |     |
 *       |     |          |                    +----------+.....|
 *       |     |          |                    | R        | C   | reach_up
 *       +-----+----------+                    +----------+-----+
 *
 * The last `reach` columns of a tile, over its whole height, become the first columns of the next
 * tile to the right. They are line C; each row of blocks has one. The last `reach_up` rows become
 * the first rows of the tile below. They are line R. Numbers for the block below and to the right
 * go through both lines, one after the other, so a block passes numbers to only two others.
 *
 * Rows are an odd number of words apart. So the threads of a warp, each in its own row at the same
 * step, access 32 different banks.
 */
#ifndef ERRDIFF_TILE_H
#define ERRDIFF_TILE_H

#include "parallelograms.h"

struct errdiff_tile {
    int width, height; /* of the block, in pixels */
    int reach, reach_up;
    int channels;
    int stride;    /* words between rows */
    int own_place; /* place of the block's first pixel */
    int r_place;   /* place of the first number that comes through R */
};

/* `scatter` says whether the tile has sums. */
static inline void errdiff_tile_make(struct errdiff_tile *tile,
                                     const struct errdiff_parallelograms *blocks, int channels,
                                     bool scatter)
{
    tile->width = blocks->width;
    tile->height = blocks->height;
    tile->reach = blocks->reach;
    tile->reach_up = blocks->reach_up;
    tile->channels = channels;
    tile->stride = ((blocks->width + blocks->reach) * channels) | 1;
    tile->r_place = scatter ? 0 : blocks->reach * channels;
    tile->own_place = scatter ? 0 : tile->r_place + blocks->reach_up * tile->stride;
}

HOST_DEVICE_INLINE int errdiff_tile_rows(const struct errdiff_tile *tile)
{
    return tile->height + tile->reach_up;
}

/* In words. */
HOST_DEVICE_INLINE int errdiff_tile_size(const struct errdiff_tile *tile)
{
    return errdiff_tile_rows(tile) * tile->stride;
}

/* The place of a pixel of the block, with 0 ≤ row < height and 0 ≤ column < width. */
HOST_DEVICE_INLINE int errdiff_tile_place(const struct errdiff_tile *tile, int row, int column)
{
    return tile->own_place + row * tile->stride + column * tile->channels;
}

/* The size of line C, in words, which are numbered row by row. */
HOST_DEVICE_INLINE int errdiff_line_c_size(const struct errdiff_tile *tile)
{
    return errdiff_tile_rows(tile) * tile->reach * tile->channels;
}

/* The place in a tile where word i of C arrives, and the place from which it is passed on. */
HOST_DEVICE_INLINE int errdiff_line_c_from(const struct errdiff_tile *tile, int i)
{
    int row_words = tile->reach * tile->channels;
    return i / row_words * tile->stride + i % row_words;
}

HOST_DEVICE_INLINE int errdiff_line_c_to(const struct errdiff_tile *tile, int i)
{
    return errdiff_line_c_from(tile, i) + tile->width * tile->channels;
}

/* The size of the part of line R below one block, in words. While the block below reads this part,
 * the next block writes its own, so there are two, used in turn. */
HOST_DEVICE_INLINE int errdiff_line_r_size(const struct errdiff_tile *tile)
{
    return tile->reach_up * tile->width * tile->channels;
}

/* The first word of the part that the given row of blocks writes in an iteration. The block below
 * reads it in the next iteration. */
HOST_DEVICE_INLINE size_t errdiff_line_r_begin(const struct errdiff_tile *tile, int row,
                                               int iteration)
{
    return ((size_t)row * 2 + (iteration & 1)) * (size_t)errdiff_line_r_size(tile);
}

HOST_DEVICE_INLINE int errdiff_line_r_from(const struct errdiff_tile *tile, int i)
{
    int row_words = tile->width * tile->channels;
    return tile->r_place + i / row_words * tile->stride + i % row_words;
}

HOST_DEVICE_INLINE int errdiff_line_r_to(const struct errdiff_tile *tile, int i)
{
    return errdiff_line_r_from(tile, i) + tile->height * tile->stride;
}

#endif

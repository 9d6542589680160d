/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The numbers of a block in shared memory, and the lines C and R that hand them from block to block:
 * Kasagi, Nakano and Ito 2014, section III, for any kernel.
 *
 * When collecting, a tile has the errors of a block's own pixels and of those that it collects from,
 * at its left and above. When scattering it has the sums that its own pixels find, and those that
 * it adds to, at its right and below. Both have (height + reach_up) · (width + reach) places, for
 * Floyd–Steinberg the paper's (w + 1) × (w + 3):
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
 * The last `reach` columns of a tile, of all its rows, are the first ones of the next tile at the
 * right: line C, of which each row of blocks has one. The last `reach_up` rows are the first ones
 * of the tile below: line R. What lies above left or below right goes through C and then R, or R
 * and then C, so that a block hands to two others alone.
 *
 * Rows are an odd number of words apart: the threads of a warp, each in its row at the same step,
 * meet 32 different banks.
 */
#ifndef ERRDIFF_TILE_H
#define ERRDIFF_TILE_H

#include "parallelograms.h"

struct errdiff_tile {
    int width, height; /* of the block, in pixels */
    int reach, reach_up;
    int channels;
    int stride;    /* words from row to row */
    int own_place; /* of the block's first pixel */
    int r_place;   /* of the first number that comes through R */
};

/* `scatter`: a tile of sums. */
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

ERRDIFF_RULE int errdiff_tile_rows(const struct errdiff_tile *tile)
{
    return tile->height + tile->reach_up;
}

/* Words. */
ERRDIFF_RULE int errdiff_tile_size(const struct errdiff_tile *tile)
{
    return errdiff_tile_rows(tile) * tile->stride;
}

/* The place of a pixel of the block, 0 ≤ row < height and 0 ≤ column < width. */
ERRDIFF_RULE int errdiff_tile_place(const struct errdiff_tile *tile, int row, int column)
{
    return tile->own_place + row * tile->stride + column * tile->channels;
}

/* Line C of a row of blocks: its words are numbered row by row. */
ERRDIFF_RULE int errdiff_line_c_size(const struct errdiff_tile *tile)
{
    return errdiff_tile_rows(tile) * tile->reach * tile->channels;
}

/* Where a tile finds word i of C, and from where it hands one on. */
ERRDIFF_RULE int errdiff_line_c_from(const struct errdiff_tile *tile, int i)
{
    int row_words = tile->reach * tile->channels;
    return i / row_words * tile->stride + i % row_words;
}

ERRDIFF_RULE int errdiff_line_c_to(const struct errdiff_tile *tile, int i)
{
    return errdiff_line_c_from(tile, i) + tile->width * tile->channels;
}

/* Line R between two rows of blocks, as far as one block is wide. The next block writes its part
 * while the block below reads this one's, so there are two, by turns. */
ERRDIFF_RULE int errdiff_line_r_size(const struct errdiff_tile *tile)
{
    return tile->reach_up * tile->width * tile->channels;
}

/* The first word of the part that is written in an iteration below a row of blocks; the block below
 * reads it in the next iteration. */
ERRDIFF_RULE size_t errdiff_line_r_begin(const struct errdiff_tile *tile, int row, int iteration)
{
    return ((size_t)row * 2 + (iteration & 1)) * (size_t)errdiff_line_r_size(tile);
}

ERRDIFF_RULE int errdiff_line_r_from(const struct errdiff_tile *tile, int i)
{
    int row_words = tile->width * tile->channels;
    return tile->r_place + i / row_words * tile->stride + i % row_words;
}

ERRDIFF_RULE int errdiff_line_r_to(const struct errdiff_tile *tile, int i)
{
    return errdiff_line_r_from(tile, i) + tile->height * tile->stride;
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order of the soft-synchronised schedule: who computes what, when, and whom it waits for. Plain
 * arithmetic, for the GPU and for a walk on the CPU alike.
 *
 * A band is ERRDIFF_SOFT_ROWS rows, one in each lane of a warp. A lane takes four neighbouring pixels,
 * a group, in each round, and trails the lane above by one round: a skew of four columns.
 *
 *     round      0  1  2  3  4 ...
 *     lane 0     0  1  2  3  4         the group that a lane is at
 *     lane 1    -1  0  1  2  3
 *     lane 2    -2 -1  0  1  2
 *
 * Groups before the first and past the last are pixels outside the picture: their errors are made,
 * but reach nobody. After each round the last lane hands the errors of its group to the band below,
 * as one word of 64 bits that says by its own tag whether it is there. Words are numbered by the
 * round that made them.
 *
 * A block runs ERRDIFF_SOFT_WARPS neighbouring bands, and takes them by ticket: a band waits for the
 * one above it alone, which is in the same block or in one with a lower ticket, so already running.
 *
 * Four rounds are a body. The band below looks for the words of a whole body at once. Pixels come by
 * row sets, four rows of a tile of 128 columns: lanes 4i to 4i + 3 come to a tile in body 8 · tile + i,
 * and leave it eight bodies later. Results go as bits, 32 columns in a word.
 */
#ifndef ERRDIFF_SOFTSYNC_ORDER_H
#define ERRDIFF_SOFTSYNC_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__CUDACC__)
#define ERRDIFF_SOFT static __host__ __device__ __forceinline__
#else
#define ERRDIFF_SOFT static inline
#endif

enum {
    ERRDIFF_SOFT_ROWS = 32,  /* of a band */
    ERRDIFF_SOFT_WARPS = 4,  /* bands of a block */
    ERRDIFF_SOFT_GROUP = 4,  /* columns */
    ERRDIFF_SOFT_BODY = 4,   /* rounds */
    ERRDIFF_SOFT_TILE = 128, /* columns */
    ERRDIFF_SOFT_TILES = 4,  /* in shared memory for each row, a power of two */
    ERRDIFF_SOFT_SETS = 8,   /* row sets of a band */
    ERRDIFF_SOFT_OUT = 32,   /* columns in a word of the result */
    ERRDIFF_SOFT_RING = 256  /* words of a border in shared memory, a power of two */
};

ERRDIFF_SOFT int errdiff_soft_groups(int width)
{
    return (width + ERRDIFF_SOFT_GROUP - 1) / ERRDIFF_SOFT_GROUP;
}

ERRDIFF_SOFT int errdiff_soft_bands(int height)
{
    return (height + ERRDIFF_SOFT_ROWS - 1) / ERRDIFF_SOFT_ROWS;
}

ERRDIFF_SOFT int errdiff_soft_blocks(int height)
{
    return (errdiff_soft_bands(height) + ERRDIFF_SOFT_WARPS - 1) / ERRDIFF_SOFT_WARPS;
}

/* Words of a row of the result. */
ERRDIFF_SOFT int errdiff_soft_out_words(int width)
{
    return (width + ERRDIFF_SOFT_OUT - 1) / ERRDIFF_SOFT_OUT;
}

/* Bodies in which a band makes errors: the last lane goes a body past its last group, so that the
 * band below finds whole bodies of words, and past its last whole word of the result. */
ERRDIFF_SOFT int errdiff_soft_bodies(int width)
{
    const int in_word = ERRDIFF_SOFT_OUT / ERRDIFF_SOFT_GROUP / ERRDIFF_SOFT_BODY;
    return errdiff_soft_out_words(width) * in_word + ERRDIFF_SOFT_ROWS / ERRDIFF_SOFT_BODY + 1;
}

/* Bytes from row to row of the picture on the device: whole tiles. */
ERRDIFF_SOFT int errdiff_soft_pitch(int width)
{
    return (width + ERRDIFF_SOFT_TILE - 1) / ERRDIFF_SOFT_TILE * ERRDIFF_SOFT_TILE;
}

/* Words of the border of one band in device memory. */
ERRDIFF_SOFT int errdiff_soft_words(int width)
{
    return errdiff_soft_bodies(width) * ERRDIFF_SOFT_BODY;
}

/* The group that a lane is at; outside 0..groups − 1 it is outside the picture. */
ERRDIFF_SOFT int errdiff_soft_group(int round, int lane)
{
    return round - lane;
}

/* The word with the errors above the group that lane 0 is at, one round later, as its last pixel
 * there needs the first error above the next group. */
ERRDIFF_SOFT int errdiff_soft_word(int round)
{
    return round + ERRDIFF_SOFT_ROWS;
}

/* The first word of a border, with the errors of group 0. */
ERRDIFF_SOFT int errdiff_soft_first_word(void)
{
    return ERRDIFF_SOFT_ROWS - 1;
}

/* Whether a body needs words for its rounds; the one before it has taken the first. */
ERRDIFF_SOFT bool errdiff_soft_needs_words(int round, int groups)
{
    return round + 1 < groups;
}

/* Past the last word that is waited for. */
ERRDIFF_SOFT int errdiff_soft_last_word(int width)
{
    return errdiff_soft_first_word() + errdiff_soft_groups(width) + ERRDIFF_SOFT_BODY - 1;
}

/* ---- Words --------------------------------------------------------------------------------- */

/*
 * The low half has the errors of the first two pixels of a group, the high half of the other two, 16
 * bits each: 12 of an error, 4 of the tag in the high half. All 64 bits are written at once, so a
 * word with the right tag has all of its errors.
 */
#define ERRDIFF_SOFT_TAG_MASK 0xF000F000u
enum { ERRDIFF_SOFT_ERROR_MASK = 0xFFF };

/* In device memory: the lap of the ring of blocks in which the block that wrote it is, by its ticket.
 * Words begin as zeros, and are written in each lap. */
ERRDIFF_SOFT uint32_t errdiff_soft_device_tag(int ticket, int ring)
{
    return ((uint32_t)(ticket / ring) % 15 + 1) << 12;
}

/* In shared memory: the lap of the ring. Slots begin with the tag 0, which is not of the first lap,
 * and a slot is never more than one lap behind. */
ERRDIFF_SOFT uint32_t errdiff_soft_lap_tag(int word)
{
    return (((uint32_t)word / ERRDIFF_SOFT_RING + 1) & 15) << 12;
}

/* The slots of the ring that are free behind a word's, negative where its own is not, when the band
 * below is in the given round: it takes a word before the round that needs it. One less, for in round
 * 0 it may not have taken the first word yet. */
ERRDIFF_SOFT int errdiff_soft_free_slots(int word, int round_below)
{
    return errdiff_soft_word(round_below) - 1 + ERRDIFF_SOFT_RING - 1 - word;
}

/* ---- Row sets ------------------------------------------------------------------------------ */

/*
 * In each body one row set comes, in the place of the one that left a tile in the body before. Moves
 * are numbered so that move 8 · tile + set brings that tile; those before the first body's are made at
 * the start.
 */
ERRDIFF_SOFT int errdiff_soft_move(int body)
{
    return body + ERRDIFF_SOFT_SETS * (ERRDIFF_SOFT_TILES - 1) - 1;
}

ERRDIFF_SOFT int errdiff_soft_moved_set(int move)
{
    return move % ERRDIFF_SOFT_SETS;
}

ERRDIFF_SOFT int errdiff_soft_moved_tile(int move)
{
    return move / ERRDIFF_SOFT_SETS;
}

/* The place of the tile among those of a row in shared memory. */
ERRDIFF_SOFT int errdiff_soft_tile_place(int move)
{
    return errdiff_soft_moved_tile(move) % ERRDIFF_SOFT_TILES;
}

/* ---- The result ---------------------------------------------------------------------------- */

/*
 * A bit of a column is 1 where the upper level was taken; a word's lowest is of its first column.
 * A lane gathers the last 64 columns. Before each even body it has a whole word, from this bit on:
 */
ERRDIFF_SOFT int errdiff_soft_out_shift(int lane)
{
    return ERRDIFF_SOFT_GROUP * lane % ERRDIFF_SOFT_OUT;
}

/* Which word that is; outside 0..words − 1 it is outside the picture. */
ERRDIFF_SOFT int errdiff_soft_out_word(int body, int lane)
{
    return body / 2 - 2 - ERRDIFF_SOFT_GROUP * lane / ERRDIFF_SOFT_OUT;
}

ERRDIFF_SOFT bool errdiff_soft_gives_out(int body)
{
    return body % 2 == 0;
}

#endif

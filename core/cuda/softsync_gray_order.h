/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order of cuda-softsync for 8-bit gray, two levels and Floyd–Steinberg weights: who computes
 * what, when, and what it waits for. This is plain arithmetic, used by the GPU and by a test on the
 * CPU.
 *
 * A band is ERRDIFF_GRAY_ROWS rows, one in each lane of a warp. A lane takes a group of four
 * adjacent pixels in each round, and trails the lane above by one round, a skew of four columns:
 *
 *     round      0  1  2  3  4 ...
 *     lane 0     0  1  2  3  4         the group of each lane
 *     lane 1    -1  0  1  2  3
 *     lane 2    -2 -1  0  1  2
 *
 * Groups before the first and after the last one are outside the image. Their errors are
 * computed, but never used. After each round the last lane passes the errors of its group to the
 * band below as a 64-bit word, whose tag shows that it has been written (SOFTSYNC.md). Words are
 * numbered by the round that made them.
 *
 * A thread block takes ERRDIFF_GRAY_WARPS consecutive bands with one ticket. A band only waits for
 * the one above. That band is in the same block, or in one with a lower ticket, which is already
 * running.
 *
 * Four rounds are a body: an unrolled loop body, whose words are awaited together. Pixels are
 * copied to shared memory in row sets: four rows of a tile of 128 columns. Lanes 4i to 4i + 3 enter
 * a tile in body 8 · tile + i, and leave it eight bodies later. The result is one bit for each
 * pixel, 32 columns in a word.
 */
#ifndef ERRDIFF_SOFTSYNC_GRAY_ORDER_H
#define ERRDIFF_SOFTSYNC_GRAY_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__CUDACC__)
#define ERRDIFF_GRAY_ORDER static __host__ __device__ __forceinline__
#else
#define ERRDIFF_GRAY_ORDER static inline
#endif

enum {
    ERRDIFF_GRAY_ROWS = 32,  /* rows of a band */
    ERRDIFF_GRAY_WARPS = 4,  /* bands of a block */
    ERRDIFF_GRAY_GROUP = 4,  /* columns */
    ERRDIFF_GRAY_BODY = 4,   /* rounds */
    ERRDIFF_GRAY_TILE = 128, /* columns */
    ERRDIFF_GRAY_TILES = 4,  /* of each row in shared memory, a power of two */
    ERRDIFF_GRAY_SETS = 8,   /* row sets in a band */
    ERRDIFF_GRAY_OUT = 32,   /* columns in a word of the result */
    ERRDIFF_GRAY_RING = 256  /* words between two bands in shared memory, a power of two */
};

ERRDIFF_GRAY_ORDER int errdiff_gray_groups(int width)
{
    return (width + ERRDIFF_GRAY_GROUP - 1) / ERRDIFF_GRAY_GROUP;
}

ERRDIFF_GRAY_ORDER int errdiff_gray_bands(int height)
{
    return (height + ERRDIFF_GRAY_ROWS - 1) / ERRDIFF_GRAY_ROWS;
}

/* Words in a row of the result. */
ERRDIFF_GRAY_ORDER int errdiff_gray_out_words(int width)
{
    return (width + ERRDIFF_GRAY_OUT - 1) / ERRDIFF_GRAY_OUT;
}

/* The number of bodies of a band. The last lane runs one body past its last group, so that the band
 * below finds whole bodies of words, and past its last whole word of the result. */
ERRDIFF_GRAY_ORDER int errdiff_gray_bodies(int width)
{
    const int in_word = ERRDIFF_GRAY_OUT / ERRDIFF_GRAY_GROUP / ERRDIFF_GRAY_BODY;
    return errdiff_gray_out_words(width) * in_word + ERRDIFF_GRAY_ROWS / ERRDIFF_GRAY_BODY + 1;
}

/* Bytes between the rows of the image on the device: whole tiles. */
ERRDIFF_GRAY_ORDER int errdiff_gray_pitch(int width)
{
    return (width + ERRDIFF_GRAY_TILE - 1) / ERRDIFF_GRAY_TILE * ERRDIFF_GRAY_TILE;
}

/* How many words a band passes down through device memory. */
ERRDIFF_GRAY_ORDER int errdiff_gray_words(int width)
{
    return errdiff_gray_bodies(width) * ERRDIFF_GRAY_BODY;
}

/* The group of a lane in a round. Outside 0..groups − 1 it is outside the image. */
ERRDIFF_GRAY_ORDER int errdiff_gray_group(int round, int lane)
{
    return round - lane;
}

/* The word that lane 0 needs in a round: that above its next group, because the first error in it
 * is above and to the right of the last pixel of its group. */
ERRDIFF_GRAY_ORDER int errdiff_gray_word(int round)
{
    return round + ERRDIFF_GRAY_ROWS;
}

/* The word of group 0, which a band needs first. */
ERRDIFF_GRAY_ORDER int errdiff_gray_first_word(void)
{
    return ERRDIFF_GRAY_ROWS - 1;
}

/* Whether a body that begins with `round` still needs words. */
ERRDIFF_GRAY_ORDER bool errdiff_gray_needs_words(int round, int groups)
{
    return round + 1 < groups;
}

/* The number after the last word that is awaited. */
ERRDIFF_GRAY_ORDER int errdiff_gray_last_word(int width)
{
    return errdiff_gray_first_word() + errdiff_gray_groups(width) + ERRDIFF_GRAY_BODY - 1;
}

/* ---- Words --------------------------------------------------------------------------------- */

/*
 * The low half of a word has the errors of the first two pixels of a group, the high half those of
 * the other two. Each error has 16 bits, of which 12 are used. The 4 bits above the third error are
 * the tag, those above the fourth are 0. All 64 bits are written at once, so a word with the right
 * tag is complete.
 */
#define ERRDIFF_GRAY_TAG_MASK 0xF000F000u
enum { ERRDIFF_GRAY_ERROR_MASK = 0xFFF };

/* The tag in device memory: the lap of the ring of blocks, 1..15 in rotation. Words start as 0, and
 * each lap writes all of them. */
ERRDIFF_GRAY_ORDER uint32_t errdiff_gray_device_tag(int ticket, int ring)
{
    return ((uint32_t)(ticket / ring) % 15 + 1) << 12;
}

/* The tag in shared memory: the lap of the ring of words, modulo 16. Slots start with tag 0, which
 * is not the tag of the first lap, and are never more than one lap behind. */
ERRDIFF_GRAY_ORDER uint32_t errdiff_gray_lap_tag(int word)
{
    return (((uint32_t)word / ERRDIFF_GRAY_RING + 1) & 15) << 12;
}

/* How many slots behind that of a word are free while the band below is in round `round_below`;
 * negative if its own slot is not free. The band below takes a word before the round that needs it.
 * One slot less is counted, because in round 0 it may not have taken its first word yet. */
ERRDIFF_GRAY_ORDER int errdiff_gray_free_slots(int word, int round_below)
{
    return errdiff_gray_word(round_below) - 1 + ERRDIFF_GRAY_RING - 1 - word;
}

/* ---- Row sets ------------------------------------------------------------------------------ */

/*
 * Each body copies one row set, to the place of the one that was left in the body before. Copies
 * are numbered so that number 8 · tile + set brings that set of that tile. Those before the first
 * body's are made at the start.
 */
ERRDIFF_GRAY_ORDER int errdiff_gray_move(int body)
{
    return body + ERRDIFF_GRAY_SETS * (ERRDIFF_GRAY_TILES - 1) - 1;
}

ERRDIFF_GRAY_ORDER int errdiff_gray_moved_set(int move)
{
    return move % ERRDIFF_GRAY_SETS;
}

ERRDIFF_GRAY_ORDER int errdiff_gray_moved_tile(int move)
{
    return move / ERRDIFF_GRAY_SETS;
}

/* The place of the tile of a copy, among the tiles of a row in shared memory. */
ERRDIFF_GRAY_ORDER int errdiff_gray_tile_place(int move)
{
    return errdiff_gray_moved_tile(move) % ERRDIFF_GRAY_TILES;
}

/* ---- The result ---------------------------------------------------------------------------- */

/*
 * The bit of a column is 1 if the upper level was taken. The lowest bit of a word is its first
 * column. Each lane gathers the latest 64 columns; before each even body they contain a whole word,
 * which begins with this bit:
 */
ERRDIFF_GRAY_ORDER int errdiff_gray_out_shift(int lane)
{
    return ERRDIFF_GRAY_GROUP * lane % ERRDIFF_GRAY_OUT;
}

/* Which word of the row that is. Outside 0..words − 1 it is outside the image. */
ERRDIFF_GRAY_ORDER int errdiff_gray_out_word(int body, int lane)
{
    return body / 2 - 2 - ERRDIFF_GRAY_GROUP * lane / ERRDIFF_GRAY_OUT;
}

ERRDIFF_GRAY_ORDER bool errdiff_gray_gives_out(int body)
{
    return body % 2 == 0;
}

#endif

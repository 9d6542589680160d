/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order in which a picture goes through the device in slices of rows: up, through a kernel, down,
 * each while others do the same. Plain arithmetic, for the host of the GPU and for a test without one.
 *
 * A slice is a launch of blocks. Blocks take tickets from one counter over all launches, a ticket is a
 * block of rows from the top down, and a block waits for blocks above it alone. So whichever blocks
 * run, they have the lowest tickets that nobody has done, and no launch can keep another from going on,
 * even if a later one comes first. As a launch begins when its slice is up, and slices go up
 * in order, the tickets that are taken are of slices that are up. What a slice needs before and after
 * its launch counts as part of its upload and of its download.
 *
 *     upload     0  1  2  3  4  5 ...
 *     launch        0..0
 *                      1..1             `overlap` launches side by side
 *                         2..2
 *     download               0  1 ...
 *
 * A slice is finished when the blocks that have its tickets have ended, which may be of later
 * launches. Launch k begins when all up to k − overlap have ended: those have taken as many tickets as
 * their slices have, so it gets later ones. Slice k − overlap + 1 can have blocks of launches up to k
 * alone, and is finished with the last of these.
 *
 * Device memory is a ring of `slots` slices. A slice may go up to the slot of one before it when that
 * one is down. The errors there are written over by its launch, when those of the slice behind that
 * one have ended: there are at least twice as many slots as launches side by side.
 */
#ifndef ERRDIFF_SLICES_H
#define ERRDIFF_SLICES_H

#include <stdbool.h>
#include <stddef.h>

enum {
    ERRDIFF_SLICE_BYTES =
        8 << 20, /* about as many of the picture: long for a copy, short to wait for */
    ERRDIFF_SLICE_SLOTS = 6,
    ERRDIFF_MAX_SLOTS = 16,
    ERRDIFF_MAX_OVERLAP = ERRDIFF_MAX_SLOTS / 2
};

struct errdiff_slices {
    int rows;       /* of the picture */
    int block_rows; /* of a block */
    int blocks;     /* of a slice; the last one may have fewer */
    int slots;      /* 2..ERRDIFF_MAX_SLOTS */
};

static inline int errdiff_slices_blocks(const struct errdiff_slices *slices)
{
    return (slices->rows - 1) / slices->block_rows + 1;
}

/* Launches side by side. */
static inline int errdiff_slices_overlap(const struct errdiff_slices *slices)
{
    return slices->slots / 2;
}

/*
 * Slices of a picture of `rows` rows with `row_bytes` bytes each. Up to `at_once` blocks can be at work
 * side by side, one behind the other: so many are in the launches that are side by side, if the
 * ring's blocks take no more than `most_bytes` of the device, `block_bytes` each.
 */
static inline struct errdiff_slices errdiff_slices_of(int rows, int block_rows, size_t row_bytes,
                                                      size_t at_once, size_t block_bytes,
                                                      size_t most_bytes)
{
    struct errdiff_slices slices = {rows, block_rows, 1, ERRDIFF_SLICE_SLOTS};
    const size_t count = (size_t)errdiff_slices_blocks(&slices);
    size_t blocks = ERRDIFF_SLICE_BYTES / (row_bytes * (size_t)block_rows);
    blocks = blocks > 1 ? blocks : 1;
    while (slices.slots < ERRDIFF_MAX_SLOTS &&
           blocks * (size_t)errdiff_slices_overlap(&slices) < at_once)
        slices.slots += 2;
    const size_t overlap = (size_t)errdiff_slices_overlap(&slices);
    const size_t most = most_bytes / (block_bytes * (size_t)slices.slots);
    blocks = blocks * overlap < at_once ? at_once / overlap + 1 : blocks;
    blocks = blocks < most ? blocks : most;
    blocks = blocks < count ? blocks : count;
    slices.blocks = blocks > 0 ? (int)blocks : 1;
    return slices;
}

static inline int errdiff_slices_count(const struct errdiff_slices *slices)
{
    return (errdiff_slices_blocks(slices) - 1) / slices->blocks + 1;
}

/* Blocks for which there is device memory: those of the slots, or fewer where the picture has fewer. */
static inline int errdiff_slices_ring(const struct errdiff_slices *slices)
{
    int count = errdiff_slices_count(slices);
    return slices->blocks * (count < slices->slots ? count : slices->slots);
}

static inline int errdiff_slice_slot(const struct errdiff_slices *slices, int slice)
{
    return slice % slices->slots;
}

static inline int errdiff_slice_blocks(const struct errdiff_slices *slices, int slice)
{
    int left = errdiff_slices_blocks(slices) - slice * slices->blocks;
    return left < slices->blocks ? left : slices->blocks;
}

static inline int errdiff_slice_first_row(const struct errdiff_slices *slices, int slice)
{
    return slice * slices->blocks * slices->block_rows;
}

static inline int errdiff_slice_rows(const struct errdiff_slices *slices, int slice)
{
    int left = slices->rows - errdiff_slice_first_row(slices, slice);
    int most = slices->blocks * slices->block_rows;
    return left < most ? left : most;
}

/* Launches up to this one must have ended before a slice's begins; below 0: none. */
static inline int errdiff_slice_launch_after(const struct errdiff_slices *slices, int slice)
{
    return slice - errdiff_slices_overlap(slices);
}

/* A slice is finished when the launches up to this one have ended. */
static inline int errdiff_slice_finished_by(const struct errdiff_slices *slices, int slice)
{
    int last = errdiff_slices_count(slices) - 1;
    int launch = slice + errdiff_slices_overlap(slices) - 1;
    return launch < last ? launch : last;
}

/* Slices up to this one must be down before a slice goes up; below 0: none. */
static inline int errdiff_slice_upload_after(const struct errdiff_slices *slices, int slice)
{
    return slice - slices->slots;
}

#endif

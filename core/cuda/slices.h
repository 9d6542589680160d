/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order in which an image passes through the device in slices of rows: uploads, kernels and
 * downloads of different slices overlap. This is plain arithmetic, used by the host and by a test
 * without a GPU.
 *
 * Each slice is one launch of thread blocks. All launches share a ticket counter: ticket n stands
 * for the n-th block of rows from the top, and a block only waits for blocks above it. So the
 * running blocks always include the one with the lowest unfinished ticket, and no launch can
 * prevent another from making progress, even if a later one starts first. A launch begins after its
 * slice has been uploaded, and slices are uploaded in order, so only tickets of uploaded slices are
 * taken. Work before and after the launch of a slice counts as part of its upload and of its
 * download.
 *
 *     upload     0  1  2  3  4  5 ...
 *     launch        0..0
 *                      1..1             `overlap` concurrent launches
 *                         2..2
 *     download               0  1 ...
 *
 * A slice is finished when the blocks that took its tickets have ended. These may belong to later
 * launches. Launch k begins when all launches up to k − overlap have ended. By then all tickets of
 * the slices up to k − overlap have been taken, so launch k only takes later ones. Therefore only
 * launches up to k can take tickets of slice k − overlap + 1, and the slice is finished when these
 * have ended.
 *
 * Device memory is a ring of `slots` slices. A slice is uploaded into a slot after the slice that
 * was there has been downloaded. Its launch also overwrites the errors that the old slice passed
 * down; the slice below the old one has finished by then, because there are at least twice as many
 * slots as concurrent launches.
 */
#ifndef ERRDIFF_SLICES_H
#define ERRDIFF_SLICES_H

#include <stdbool.h>
#include <stddef.h>

enum {
    /* Approximate sizes: long enough to copy fast, short enough to wait for. A small image has
     * several slices, too, because its upload then overlaps with its kernels, and little memory is
     * pinned for it. */
    ERRDIFF_SLICE_MIN_BYTES = 1 << 20,
    ERRDIFF_SLICE_MAX_BYTES = 8 << 20,
    ERRDIFF_SLICES_WANTED = 16,
    ERRDIFF_SLICE_SLOTS = 6,
    ERRDIFF_MAX_SLOTS = 16,
    ERRDIFF_MAX_OVERLAP = ERRDIFF_MAX_SLOTS / 2
};

struct errdiff_slices {
    int rows;       /* of the image */
    int block_rows; /* of a block */
    int blocks;     /* of a full slice; the last one may have fewer */
    int slots;      /* 2..ERRDIFF_MAX_SLOTS */
};

static inline int errdiff_slices_blocks(const struct errdiff_slices *slices)
{
    return (slices->rows - 1) / slices->block_rows + 1;
}

/* The number of concurrent launches. */
static inline int errdiff_slices_overlap(const struct errdiff_slices *slices)
{
    return slices->slots / 2;
}

/* About how many bytes of an image a slice has. */
static inline size_t errdiff_slice_bytes(size_t image_bytes)
{
    const size_t bytes = image_bytes / ERRDIFF_SLICES_WANTED;
    const size_t least = ERRDIFF_SLICE_MIN_BYTES, most = ERRDIFF_SLICE_MAX_BYTES;
    return bytes < least ? least : bytes > most ? most : bytes;
}

/*
 * Chooses the slices for an image of `rows` rows of `row_bytes` bytes. Up to `at_once` blocks can
 * run concurrently, each behind the one above. The concurrent launches have at least that many, if
 * the blocks of the ring, of `block_bytes` bytes each, fit into `max_bytes` of device memory.
 */
static inline struct errdiff_slices errdiff_slices_of(int rows, int block_rows, size_t row_bytes,
                                                      size_t at_once, size_t block_bytes,
                                                      size_t max_bytes)
{
    struct errdiff_slices slices = {rows, block_rows, 1, ERRDIFF_SLICE_SLOTS};
    const size_t count = (size_t)errdiff_slices_blocks(&slices);
    size_t blocks =
        errdiff_slice_bytes(row_bytes * (size_t)rows) / (row_bytes * (size_t)block_rows);
    blocks = blocks > 1 ? blocks : 1;
    while (slices.slots < ERRDIFF_MAX_SLOTS &&
           blocks * (size_t)errdiff_slices_overlap(&slices) < at_once)
        slices.slots += 2;
    const size_t overlap = (size_t)errdiff_slices_overlap(&slices);
    const size_t max_blocks = max_bytes / (block_bytes * (size_t)slices.slots);
    blocks = blocks * overlap < at_once ? at_once / overlap + 1 : blocks;
    blocks = blocks < max_blocks ? blocks : max_blocks;
    blocks = blocks < count ? blocks : count;
    slices.blocks = blocks > 0 ? (int)blocks : 1;
    return slices;
}

static inline int errdiff_slices_count(const struct errdiff_slices *slices)
{
    return (errdiff_slices_blocks(slices) - 1) / slices->blocks + 1;
}

/* How many blocks there is device memory for: those of all slots, or of the image if it has
 * fewer. */
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
    int max_rows = slices->blocks * slices->block_rows;
    return left < max_rows ? left : max_rows;
}

/* The launch of a slice may begin when the launches up to this one have ended. Negative: at
 * once. */
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

/* A slice may be uploaded when the slices up to this one have been downloaded. Negative: at
 * once. */
static inline int errdiff_slice_upload_after(const struct errdiff_slices *slices, int slice)
{
    return slice - slices->slots;
}

#endif

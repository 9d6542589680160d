/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The shape of the blocks that Deshpande, Misra and Narayanan 2011, section 3.2, cut a picture
 * into, for any kernel.
 *
 * A block row is `height` rows. Its blocks lean to the left, by `slant` columns a row, just so much
 * that no pixel collects from a block at its right. The picture's edges cut the outer ones to
 * trapezoids:
 *
 *       +--------+-------+-------+-----+
 *       |   0   /   1   /   2   /   3  |
 *       |      /       /       /       |         slant 1, look_ahead 1
 *       |     /       /       /        |
 *       +----/--+----/--+----/--+------+         block 1 of the lower row needs
 *       |   0  /   1   /   2   /   3   |         0 at its left and, in the row above,
 *       |     /       /       /        |         0, 1 and 2
 *       |    /       /       /         |
 *       +---+-------+-------+----------+
 *
 * In a row r of a block row, block j is the columns x with x + slant · r in j · width to
 * (j + 1) · width − 1.
 */
#ifndef ERRDIFF_BLOCK_SHAPE_H
#define ERRDIFF_BLOCK_SHAPE_H

#include "base/team.h"
#include "errdiff.h"

struct errdiff_block_shape {
    int width, height; /* of a block, in pixels */
    int columns, rows; /* how many blocks; each row has all columns, but some may be empty */
    int slant;         /* columns that a row begins further left than the one above it */
    int reach;         /* columns before a pixel, with the slant, that it may collect from */
    int reach_up;      /* rows above a pixel that it may collect from */
    int look_ahead;    /* so many blocks beyond its own column a block needs of the row above */
};

/* Which blocks come side by side: those with one label, of which a block row has one at most.
 * A block needs only blocks of smaller labels. */
static inline int64_t errdiff_block_label(const struct errdiff_block_shape *shape, int row,
                                          int column)
{
    return column + (int64_t)(shape->look_ahead + 1) * row;
}

/*
 * How many threads are worth starting for a picture of `width` × `height` pixels of `channels`
 * channels; as many as asked for where the number is exact.
 */
struct errdiff_threads errdiff_block_threads(struct errdiff_threads wanted, int width, int height,
                                             int channels);

/*
 * Sets the shape for a picture of `width` × `height` pixels. `size` is a block's width and height
 * as "512x64", each 1 to 65536; the height becomes the kernel's reach_up where that is more. NULL:
 * the size is chosen for `thread_count` threads.
 *
 * ERRDIFF_OK, or ERRDIFF_CANNOT_RUN with the reason in *message.
 */
errdiff_status errdiff_block_shape_make(struct errdiff_block_shape *shape,
                                        const errdiff_kernel *kernel, int width, int height,
                                        int thread_count, const char *size,
                                        errdiff_message *message);

#endif

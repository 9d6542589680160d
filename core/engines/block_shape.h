/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The shape of the blocks into which Deshpande, Misra and Narayanan 2011, section 3.2, divide an
 * image, for any kernel.
 *
 * A block row has `height` rows of pixels. With each row its blocks begin `slant` columns further
 * to the left, just enough that no pixel collects from a block to the right. The image's edges
 * cut the outer blocks to trapezoids:
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
    int columns, rows; /* number of blocks; some blocks at the edges may be empty */
    int slant;         /* columns by which a row begins further left than the one above it */
    int reach;         /* columns to the left, plus slant · dy, from which a pixel collects */
    int reach_up;      /* rows above a pixel from which it collects */
    int look_ahead;    /* in the block row above, a block depends on blocks up to this many
                        * columns to the right of its own */
};

/* Blocks with the same label can be dithered in parallel; a block row has at most one of them. A
 * block depends only on blocks with smaller labels. */
static inline int64_t errdiff_block_label(const struct errdiff_block_shape *shape, int row,
                                          int column)
{
    return column + (int64_t)(shape->look_ahead + 1) * row;
}

/*
 * The number of threads that are worth starting for an image of `width` × `height` pixels with
 * `channels` channels, at most `wanted`; if that is exact, it is returned.
 */
struct errdiff_threads errdiff_block_threads(struct errdiff_threads wanted, int width, int height,
                                             int channels);

/*
 * Sets *shape for an image of `width` × `height` pixels. `size` is the width and height of a
 * block, such as "512x64", each 1 to 65536; a height below the kernel's reach_up is raised to it.
 * NULL: the size is chosen for `thread_count` threads.
 *
 * Returns ERRDIFF_OK, or ERRDIFF_CANNOT_RUN with the reason in *message.
 */
errdiff_status errdiff_block_shape_make(struct errdiff_block_shape *shape,
                                        const errdiff_kernel *kernel, int width, int height,
                                        int thread_count, const char *size,
                                        errdiff_message *message);

#endif

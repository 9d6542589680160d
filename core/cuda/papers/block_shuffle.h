/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cuda-shuffle: 8-bit gray, two levels, all taps next to the pixel. Of the blocks of Kasagi, Nakano
 * and Ito 2014 it has their order and the lines C and R; that errors pass by shuffles instead of
 * through shared memory is this project's own design. */
#ifndef ERRDIFF_BLOCK_SHUFFLE_H
#define ERRDIFF_BLOCK_SHUFFLE_H

#include "two_levels.h"

#include <cuda_runtime.h>

/* The size of a block. Its four warps occupy the four schedulers of a multiprocessor. */
enum { ERRDIFF_SHUFFLE_WIDTH = 128, ERRDIFF_SHUFFLE_HEIGHT = 128 };

struct errdiff_shuffle {
    struct errdiff_parallelograms blocks;
    const uint8_t *in;
    uint8_t *out;
    int32_t own;      /* weight of the left neighbour's error */
    int32_t above[3]; /* weights of the errors of the row above, 1, 2 and 3 steps old */
    struct errdiff_two_levels levels;
    int32_t *line_c, *line_r;
};

/*
 * Returns whether `job`, whose tables are in host memory, can take this way. In such a job no error
 * can leave −16·W..16·W, so nothing is clamped. Sets *fast except for in, out, and the two lines.
 */
bool errdiff_shuffle_make(struct errdiff_shuffle *fast, const struct errdiff_job *job);

/* The sizes of the two lines, in 32-bit words. */
size_t errdiff_shuffle_line_c_size(const struct errdiff_shuffle *fast);
size_t errdiff_shuffle_line_r_size(const struct errdiff_shuffle *fast);

/* Launches one iteration: `count` rows of blocks from first_row on, one block in each. With
 * `overlap` (compute capability 9.0 and later) the launch may begin before the previous one has
 * ended. */
cudaError_t errdiff_shuffle_launch(const struct errdiff_shuffle *fast, int iteration, int first_row,
                                   int count, bool overlap, cudaStream_t stream);

#endif

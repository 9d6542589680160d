/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A faster cuda-bwec for the plainest jobs: 8-bit gray, two levels, all taps next to the pixel. */
#ifndef ERRDIFF_BWEC_PLAIN_H
#define ERRDIFF_BWEC_PLAIN_H

#include "parallelograms.h"

#include <cuda_runtime.h>

/* The size of a block. Its four warps occupy the four schedulers of a multiprocessor. */
enum { ERRDIFF_PLAIN_WIDTH = 128, ERRDIFF_PLAIN_HEIGHT = 128 };

struct errdiff_bwec_plain {
    struct errdiff_parallelograms blocks;
    const uint8_t *in;
    uint8_t *out;
    int32_t own;      /* weight of the left neighbour's error */
    int32_t above[3]; /* weights of the errors of the row above, 1, 2 and 3 steps old */
    int32_t value_scale, half;
    int shift; /* s = (Σ weight · e + value_scale · v + half) >> shift */
    int32_t white, threshold;
    int32_t *line_c, *line_r;
};

/*
 * Returns whether `job`, whose tables are in host memory, is plain enough. In such a job no error
 * can leave −16·W..16·W, so nothing is clamped. Sets *plain except for in, out and the two lines.
 */
bool errdiff_bwec_plain_make(struct errdiff_bwec_plain *plain, const struct errdiff_job *job,
                             int slope);

/* The sizes of the two lines, in 32-bit words. */
size_t errdiff_bwec_plain_line_c_size(const struct errdiff_bwec_plain *plain);
size_t errdiff_bwec_plain_line_r_size(const struct errdiff_bwec_plain *plain);

/* Launches one iteration: `count` rows of blocks from first_row on, one block in each. With
 * `overlap` (compute capability 9.0 and later) the launch may begin before the previous one has
 * ended. */
cudaError_t errdiff_bwec_plain_launch(const struct errdiff_bwec_plain *plain, int iteration,
                                      int first_row, int count, bool overlap, cudaStream_t stream);

#endif

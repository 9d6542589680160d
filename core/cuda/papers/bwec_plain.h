/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cuda-bwec for the plainest jobs, faster: 8-bit gray, two levels, taps next to the pixel. */
#ifndef ERRDIFF_BWEC_PLAIN_H
#define ERRDIFF_BWEC_PLAIN_H

#include "parallelograms.h"

#include <cuda_runtime.h>

/* The blocks' sizes: four warps, one for each of a multiprocessor's schedulers. */
enum { ERRDIFF_PLAIN_WIDTH = 128, ERRDIFF_PLAIN_HEIGHT = 128 };

struct errdiff_bwec_plain {
    struct errdiff_parallelograms blocks;
    const uint8_t *in;
    uint8_t *out;
    int32_t own;      /* weight of what the left neighbour left */
    int32_t above[3]; /* and of the pixels of the row above 1, 2 and 3 steps ago */
    int32_t value_scale, half;
    int shift; /* s = (Σ weight · e + value_scale · v + half) >> shift */
    int32_t white, threshold;
    int32_t *line_c, *line_r;
};

/*
 * Whether `job`, whose tables are the host's, is plain enough: no error can leave −16·W..16·W then,
 * so that nothing is clamped. Fills *plain, but for in, out and the lines.
 */
bool errdiff_bwec_plain_make(struct errdiff_bwec_plain *plain, const struct errdiff_job *job,
                             int slope);

/* Words of both lines. */
size_t errdiff_bwec_plain_line_c_size(const struct errdiff_bwec_plain *plain);
size_t errdiff_bwec_plain_line_r_size(const struct errdiff_bwec_plain *plain);

/* Launches the blocks of an iteration, `count` rows of blocks from first_row on. With `overlap` the
 * launch begins before the one before it has ended; compute capability 9.0 and later. */
cudaError_t errdiff_bwec_plain_launch(const struct errdiff_bwec_plain *plain, int iteration,
                                      int first_row, int count, bool overlap, cudaStream_t stream);

#endif

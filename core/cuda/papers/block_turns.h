/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How the blocks of one launch wait for those of the launch before. Since compute capability 9.0 a
 * launch can begin before the one before it has ended, which takes microseconds. So a block does
 * not wait for that end, but for the two blocks that it takes numbers from: each row of blocks
 * counts its finished iterations.
 *
 * A launch begins when all blocks of the one before it have called errdiff_block_has_loaded, so it
 * finds them running, and no line is written before it has been read. On other GPUs one launch
 * follows the other, and nobody waits.
 */
#ifndef ERRDIFF_BLOCK_TURNS_H
#define ERRDIFF_BLOCK_TURNS_H

#include "parallelograms.h"

#include <cuda_runtime.h>

#if defined(__CUDACC__)
/* Waits for the block at the left and the one above, with all threads of the block. What they wrote
 * is to be read with __ldcg, since the multiprocessor's cache may have older values. */
static __device__ __forceinline__ void
errdiff_block_wait(const struct errdiff_parallelograms *blocks, const int *finished, int row,
                   int column, int iteration)
{
    const volatile int *latest = finished;
    if (threadIdx.x == 0) {
        while (errdiff_parallelogram_has_left(blocks, row, column) && latest[row] < iteration)
            ;
        while (errdiff_parallelogram_has_above(blocks, row, column) && latest[row - 1] < iteration)
            ;
        __threadfence();
    }
    __syncthreads();
}

/* The next launch may begin. */
static __device__ __forceinline__ void errdiff_block_has_loaded(void)
{
#if __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/* Says that the block's lines are written, with all its threads. */
static __device__ __forceinline__ void errdiff_block_finish(int *finished, int row, int iteration)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        *(volatile int *)&finished[row] = iteration + 1;
    }
}

/* To be called at the end, so that a launch ends after the one before it. */
static __device__ __forceinline__ void errdiff_block_end(void)
{
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
}
#endif

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One launch for each iteration of blocks: those that do not depend on each other. For cuda-bwec,
 * cuda-bwed and cuda-shuffle. */
#ifndef ERRDIFF_BLOCK_LAUNCHES_H
#define ERRDIFF_BLOCK_LAUNCHES_H

#include "cuda/session.h"
#include "parallelograms.h"

/* The blocks of one launch: one in each of `count` rows of blocks. */
struct errdiff_block_launch {
    int iteration, first_row, count;
    bool overlap; /* the launch may begin before the one before it has ended */
};

/* The configuration of a launch; `attribute` is memory for a part of it. */
static inline cudaLaunchConfig_t
errdiff_block_launch_config(const struct errdiff_session *session,
                            const struct errdiff_block_launch *launch, int threads,
                            cudaLaunchAttribute *attribute)
{
    attribute->id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute->val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3((unsigned)launch->count);
    config.blockDim = dim3((unsigned)threads);
    config.stream = session->stream;
    config.attrs = attribute;
    config.numAttrs = launch->overlap ? 1 : 0;
    return config;
}

/* Calls `start` for one launch after another, with a struct errdiff_block_launch. */
template <typename Start>
static errdiff_status errdiff_launch_blocks(struct errdiff_session *session,
                                            const struct errdiff_parallelograms *blocks,
                                            Start start)
{
    const int overlapping_arch = 9; /* since compute capability 9.0 launches can overlap */
    int major, iterations = errdiff_parallelogram_iterations(blocks);
    ERRDIFF_TRY_CUDA(
        session,
        cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, session->workspace->gpu),
        ERRDIFF_SETUP);
    ERRDIFF_TRY(errdiff_session_start(session));
    for (int i = 0; i < iterations; i++) {
        int first_row, end_row = errdiff_parallelogram_rows(blocks, i, &first_row);
        if (first_row == end_row)
            continue;
        const struct errdiff_block_launch launch = {i, first_row, end_row - first_row,
                                                    major >= overlapping_arch && i > 0};
        ERRDIFF_TRY_CUDA(session, start(launch), ERRDIFF_LAUNCH);
        ERRDIFF_TRY(errdiff_session_launched(session, (i + 1.0) / iterations));
    }
    return ERRDIFF_OK;
}

#endif

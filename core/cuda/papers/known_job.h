/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the compiler may know about a job: a fraction of the code is left then. */
#ifndef ERRDIFF_KNOWN_JOB_H
#define ERRDIFF_KNOWN_JOB_H

#include "cuda/device_job.h"

#if defined(__CUDACC__)
/* A copy of the job in which the compiler knows what is not in it. FAST_CHANNELS > 0 promises a job
 * of 8-bit levels in that many channels that uses no other part of the rule. */
template <int FAST_CHANNELS>
static __device__ __forceinline__ struct errdiff_device_job
errdiff_known_job(struct errdiff_device_job job)
{
    if (FAST_CHANNELS > 0) {
        job.rule.channels = job.in.channels = job.out.channels = FAST_CHANNELS;
        job.in.bits = job.out.bits = 8;
        job.in.mask = NULL;
        job.rule.indexed = false;
        job.rule.tone_weights = NULL;
        job.rule.light = NULL;
        job.rule.search = NULL;
        errdiff_drop_offsets(&job.rule);
    }
    return job;
}

/* Copies the levels of such a job to shared memory, with all threads of the block. Barriers of the
 * whole grid empty the multiprocessor's cache, in which they would be otherwise. */
template <int FAST_CHANNELS>
static __device__ __forceinline__ void errdiff_share_levels(struct errdiff_device_job *job,
                                                            struct errdiff_quantizer *shared)
{
    enum { WORDS = FAST_CHANNELS * sizeof *shared / sizeof(int32_t) };
    for (int i = (int)threadIdx.x; i < WORDS; i += (int)blockDim.x)
        ((int32_t *)shared)[i] = ((const int32_t *)job->rule.quantizers)[i];
    if (FAST_CHANNELS > 0)
        job->rule.quantizers = shared;
    __syncthreads();
}
#endif

/* The FAST_CHANNELS that suit the job; 0: it needs the general code. */
static inline int errdiff_fast_channels(const struct errdiff_job *job)
{
    bool is_fast = job->analysis.has_fast_path && job->in.bits == 8 && !job->analysis.has_mask;
    return is_fast ? job->rule.channels : 0;
}

#endif

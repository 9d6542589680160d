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
#endif

/* The FAST_CHANNELS that suit the job; 0: it needs the general code. */
static inline int errdiff_fast_channels(const struct errdiff_job *job)
{
    bool is_fast = job->analysis.has_fast_path && job->in.bits == 8 && !job->in.mask;
    return is_fast ? job->rule.channels : 0;
}

#endif

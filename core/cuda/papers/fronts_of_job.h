/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fronts of a job, and the thread blocks that they take. */
#ifndef ERRDIFF_FRONTS_OF_JOB_H
#define ERRDIFF_FRONTS_OF_JOB_H

#include "cuda/device_job.h"
#include "dependence/fronts.h"

static inline struct errdiff_fronts errdiff_fronts_of(const struct errdiff_device_job *job)
{
    struct errdiff_fronts fronts;
    fronts.width = job->in.width;
    fronts.height = job->in.height;
    fronts.slope = job->slope;
    return fronts;
}

/* How many thread blocks are enough for every iteration, with one thread for each pixel. */
static inline unsigned errdiff_blocks_for(const struct errdiff_fronts *fronts, int block_threads)
{
    return (unsigned)((errdiff_fronts_longest(fronts) + block_threads - 1) / block_threads);
}

#endif

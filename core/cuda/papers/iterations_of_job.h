/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The iterations of a job, and the thread blocks that they take. */
#ifndef ERRDIFF_ITERATIONS_OF_JOB_H
#define ERRDIFF_ITERATIONS_OF_JOB_H

#include "cuda/device_job.h"
#include "rule/iterations.h"

static inline struct errdiff_iterations errdiff_iterations_of(const struct errdiff_device_job *job)
{
    struct errdiff_iterations iterations;
    iterations.width = job->in.width;
    iterations.height = job->in.height;
    iterations.slope = job->slope;
    return iterations;
}

/* How many thread blocks are enough for every iteration, with one thread for each pixel. */
static inline unsigned errdiff_blocks_for(const struct errdiff_iterations *iterations,
                                          int block_threads)
{
    return (unsigned)((errdiff_iterations_longest(iterations) + block_threads - 1) / block_threads);
}

#endif

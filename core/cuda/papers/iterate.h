/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs schedules that launch one kernel for each iteration. */
#ifndef ERRDIFF_ITERATE_H
#define ERRDIFF_ITERATE_H

#include "cuda/session.h"

/* The iteration that a launch is for. In a graph the same launches are replayed, so the first
 * iteration comes from a counter in device memory. */
struct errdiff_iteration {
    const int64_t *first; /* NULL stands for 0 */
    int64_t number;
};

#if defined(__CUDACC__)
static __device__ __forceinline__ int64_t errdiff_iteration_of(struct errdiff_iteration iteration)
{
    return iteration.number + (iteration.first ? *iteration.first : 0);
}
#endif

/*
 * Launches iterations 0..count − 1 one after another. `launch` puts one launch on the session's
 * stream, with a grid large enough for every iteration, and may be called for iterations after the
 * last one. Long sequences are captured in a graph and replayed, because a launch from a graph
 * takes half the time.
 */
errdiff_status errdiff_iterate(struct errdiff_session *session, int64_t count,
                               void (*launch)(struct errdiff_session *session, void *schedule,
                                              struct errdiff_iteration iteration),
                               void *schedule);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One launch an iteration, for the schedules that have it so. */
#ifndef ERRDIFF_ITERATE_H
#define ERRDIFF_ITERATE_H

#include "cuda/session.h"

/* Which iteration a launch is: a graph that is replayed has its launches' numbers from a counter. */
struct errdiff_iteration {
    const int64_t *first; /* NULL: 0 */
    int64_t number;
};

#if defined(__CUDACC__)
static __device__ __forceinline__ int64_t errdiff_iteration_of(struct errdiff_iteration iteration)
{
    return iteration.number + (iteration.first ? *iteration.first : 0);
}
#endif

/*
 * Launches iterations 0..count − 1, one after the other. `launch` puts one on the session's stream, a
 * grid that suits every iteration; it may be asked for some behind the last one. Many are
 * captured in a graph, which is replayed: a launch from a graph takes half the time.
 */
errdiff_status errdiff_iterate(struct errdiff_session *session, int64_t count,
                               void (*launch)(struct errdiff_session *session, void *schedule,
                                              struct errdiff_iteration iteration),
                               void *schedule);

#endif

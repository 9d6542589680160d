/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs schedules that launch one kernel for each iteration. */
#ifndef ERRDIFF_ITERATE_H
#define ERRDIFF_ITERATE_H

#include "cuda/session.h"
#include "fronts_of_job.h"

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

#if defined(__CUDACC__)
enum { ERRDIFF_FRONT_THREADS = 128 };

/* PIXEL dithers pixel `number` of iteration t, if there is one, and returns what
 * errdiff_decide does, otherwise false. */
template <typename Schedule, bool PIXEL(const struct errdiff_device_job *job,
                                        const Schedule *schedule, int64_t t, int64_t number)>
__global__ static void __launch_bounds__(ERRDIFF_FRONT_THREADS)
    errdiff_run_front(const __grid_constant__ struct errdiff_device_job job,
                      const __grid_constant__ Schedule schedule, struct errdiff_iteration iteration)
{
    int64_t number = (int64_t)blockIdx.x * ERRDIFF_FRONT_THREADS + threadIdx.x;
    if (PIXEL(&job, &schedule, errdiff_iteration_of(iteration), number))
        atomicAdd(job.clamped, 1ull);
}

/* A `launch` for errdiff_iterate with one thread for each pixel. schedule->fronts are all pixels of
 * the picture. */
template <typename Schedule, bool PIXEL(const struct errdiff_device_job *job,
                                        const Schedule *schedule, int64_t t, int64_t number)>
static void errdiff_launch_front(struct errdiff_session *session, void *user,
                                 struct errdiff_iteration iteration)
{
    const Schedule *schedule = (const Schedule *)user;
    unsigned blocks = errdiff_blocks_for(&schedule->fronts, ERRDIFF_FRONT_THREADS);
    errdiff_run_front<Schedule, PIXEL><<<blocks, ERRDIFF_FRONT_THREADS, 0, session->stream>>>(
        session->device, *schedule, iteration);
}
#endif

#endif

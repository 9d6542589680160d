/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs schedules that do one iteration after the other, in one of two forms:
 *
 *     a kernel for each iteration, as the papers have it
 *     one kernel for all iterations, whose thread blocks meet at a barrier after each
 *
 * ERRDIFF_PERSISTENT=0 in the environment selects the first form, for comparison; a launch takes
 * longer than a barrier.
 */
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

enum { ERRDIFF_FRONT_THREADS = 128 };

/* The two forms of a schedule's kernel. */
struct errdiff_front_kernels {
    /* Puts the launch for one iteration on the session's stream. It may be called for iterations
     * after the last one. */
    void (*launch)(struct errdiff_session *session, void *schedule,
                   struct errdiff_iteration iteration, unsigned blocks);
    /* The kernel for all iterations. Its arguments are the device's job, the schedule, and, as
     * int64_t, the first iteration and the one after the last. */
    const void *all;
};

/* Runs iterations begin..end − 1, with one thread for each pixel where there are enough threads. */
errdiff_status errdiff_iterate(struct errdiff_session *session, const struct errdiff_fronts *fronts,
                               const struct errdiff_front_kernels *kernels, void *schedule,
                               int64_t begin, int64_t end);

#if defined(__CUDACC__)
#include <cooperative_groups.h>

/* PIXEL dithers pixel `number` of iteration t, if there is one, and returns what
 * errdiff_decide does, otherwise false. */
template <typename Schedule, bool PIXEL(const struct errdiff_device_job *job,
                                        const Schedule *schedule, int64_t t, int64_t number)>
__global__ static void __launch_bounds__(ERRDIFF_FRONT_THREADS)
    errdiff_front_kernel(const __grid_constant__ struct errdiff_device_job job,
                         const __grid_constant__ Schedule schedule,
                         struct errdiff_iteration iteration)
{
    int64_t number = (int64_t)blockIdx.x * ERRDIFF_FRONT_THREADS + threadIdx.x;
    int64_t t = iteration.number + (iteration.first ? *iteration.first : 0);
    if (PIXEL(&job, &schedule, t, number))
        atomicAdd(job.clamped, 1ull);
}

template <typename Schedule, bool PIXEL(const struct errdiff_device_job *job,
                                        const Schedule *schedule, int64_t t, int64_t number)>
__global__ static void __launch_bounds__(ERRDIFF_FRONT_THREADS)
    errdiff_fronts_kernel(const __grid_constant__ struct errdiff_device_job job,
                          const __grid_constant__ Schedule schedule, int64_t begin, int64_t end)
{
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    unsigned long long clamped = 0;
    for (int64_t t = begin; t < end; t++) {
        int64_t count = errdiff_fronts_end_row(&schedule.fronts, t) -
                        errdiff_fronts_first_row(&schedule.fronts, t);
        int64_t number = (int64_t)blockIdx.x * ERRDIFF_FRONT_THREADS + threadIdx.x;
        for (; number < count; number += (int64_t)gridDim.x * ERRDIFF_FRONT_THREADS)
            clamped += PIXEL(&job, &schedule, t, number);
        grid.sync();
    }
    if (clamped > 0)
        atomicAdd(job.clamped, clamped);
}

template <typename Schedule, bool PIXEL(const struct errdiff_device_job *job,
                                        const Schedule *schedule, int64_t t, int64_t number)>
static void errdiff_launch_front(struct errdiff_session *session, void *schedule,
                                 struct errdiff_iteration iteration, unsigned blocks)
{
    errdiff_front_kernel<Schedule, PIXEL><<<blocks, ERRDIFF_FRONT_THREADS, 0, session->stream>>>(
        session->device, *(const Schedule *)schedule, iteration);
}

/* errdiff_iterate for a schedule with all pixels of the picture in schedule->fronts. */
template <typename Schedule, bool PIXEL(const struct errdiff_device_job *job,
                                        const Schedule *schedule, int64_t t, int64_t number)>
static errdiff_status errdiff_run_fronts(struct errdiff_session *session, Schedule *schedule,
                                         int64_t begin, int64_t end)
{
    static const struct errdiff_front_kernels kernels = {
        errdiff_launch_front<Schedule, PIXEL>,
        (const void *)errdiff_fronts_kernel<Schedule, PIXEL>,
    };
    return errdiff_iterate(session, &schedule->fronts, &kernels, schedule, begin, end);
}
#endif

#endif

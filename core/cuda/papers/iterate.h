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
#include "iterations_of_job.h"

/* The iteration that a launch is for. In a graph the same launches are replayed, so the first
 * iteration comes from a counter in device memory. */
struct errdiff_iteration {
    const int64_t *first; /* NULL stands for 0 */
    int64_t number;
};

/* The two forms of a schedule's kernel. */
struct errdiff_iteration_kernels {
    /* Puts the launch for one iteration on the session's stream. It may be called for iterations
     * after the last one. */
    void (*launch)(struct errdiff_session *session, void *schedule,
                   struct errdiff_iteration iteration, unsigned blocks, int threads);
    /* The kernel for all iterations. Its arguments are the device's job, the schedule, and, as
     * int64_t, the first iteration and the one after the last. */
    const void *all;
};

/* Sets how many threads a thread block has: from the environment, or as measured, or built in. */
errdiff_status errdiff_iteration_threads(struct errdiff_session *session, int *threads);

/* The most thread blocks of a kernel that can wait for each other and for `others` more, because
 * all of them run at once, up to `wanted`. */
errdiff_status errdiff_resident_blocks(struct errdiff_session *session, const void *kernel,
                                       int threads, unsigned wanted, int others, unsigned *blocks);

/* Runs iterations begin..end − 1, with one thread for each pixel where there are enough threads. */
errdiff_status errdiff_iterate(struct errdiff_session *session,
                               const struct errdiff_iterations *iterations,
                               const struct errdiff_iteration_kernels *kernels, void *schedule,
                               int64_t begin, int64_t end);

#if defined(__CUDACC__)
#include "known_job.h"

#include <cooperative_groups.h>

/* PIXEL dithers the pixel of iteration t in row y, and returns what errdiff_decide does. `job` is
 * the job as errdiff_known_job<FAST_CHANNELS> returns it. `given` is the same in constant memory;
 * taps are read from it, since taps in a copy would be in local memory. */
template <typename Schedule, int FAST_CHANNELS,
          bool PIXEL(const struct errdiff_device_job *given, const struct errdiff_device_job *job,
                     const Schedule *schedule, int64_t t, int y)>
__global__ static void __launch_bounds__(ERRDIFF_MAX_ITERATION_THREADS)
    errdiff_iteration_kernel(const __grid_constant__ struct errdiff_device_job given,
                             const __grid_constant__ Schedule schedule,
                             struct errdiff_iteration iteration)
{
    const struct errdiff_device_job job = errdiff_known_job<FAST_CHANNELS>(given);
    int64_t t = iteration.number + (iteration.first ? *iteration.first : 0);
    int64_t y = errdiff_iterations_first_row(&schedule.iterations, t) +
                (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (y < errdiff_iterations_end_row(&schedule.iterations, t) &&
        PIXEL(&given, &job, &schedule, t, (int)y))
        atomicAdd(job.clamped, 1ull);
}

template <typename Schedule, int FAST_CHANNELS,
          bool PIXEL(const struct errdiff_device_job *given, const struct errdiff_device_job *job,
                     const Schedule *schedule, int64_t t, int y)>
__global__ static void __launch_bounds__(ERRDIFF_MAX_ITERATION_THREADS)
    errdiff_iterations_kernel(const __grid_constant__ struct errdiff_device_job given,
                              const __grid_constant__ Schedule schedule, int64_t begin, int64_t end)
{
    __shared__ struct errdiff_quantizer quantizers[FAST_CHANNELS > 0 ? FAST_CHANNELS : 1];
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    struct errdiff_device_job job = errdiff_known_job<FAST_CHANNELS>(given);
    errdiff_share_levels<FAST_CHANNELS>(&job, quantizers);
    int64_t thread = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    struct errdiff_iteration_cursor cursor =
        errdiff_iteration_cursor_at(&schedule.iterations, begin);
    unsigned long long clamped = 0;
    for (int64_t t = begin; t < end; t++) {
        int64_t end_row = errdiff_iteration_cursor_end(&cursor, &schedule.iterations);
        for (int64_t y = cursor.first + thread; y < end_row; y += (int64_t)gridDim.x * blockDim.x)
            clamped += PIXEL(&given, &job, &schedule, t, (int)y);
        errdiff_iteration_cursor_advance(&cursor, &schedule.iterations);
        grid.sync();
    }
    if (clamped > 0)
        atomicAdd(job.clamped, clamped);
}

template <typename Schedule, int FAST_CHANNELS,
          bool PIXEL(const struct errdiff_device_job *given, const struct errdiff_device_job *job,
                     const Schedule *schedule, int64_t t, int y)>
static void errdiff_launch_iteration(struct errdiff_session *session, void *schedule,
                                     struct errdiff_iteration iteration, unsigned blocks,
                                     int threads)
{
    errdiff_iteration_kernel<Schedule, FAST_CHANNELS, PIXEL>
        <<<blocks, threads, 0, session->stream>>>(session->device, *(const Schedule *)schedule,
                                                  iteration);
}

template <typename Schedule, int FAST_CHANNELS,
          bool PIXEL(const struct errdiff_device_job *given, const struct errdiff_device_job *job,
                     const Schedule *schedule, int64_t t, int y)>
static struct errdiff_iteration_kernels errdiff_iteration_kernels_of(void)
{
    struct errdiff_iteration_kernels kernels = {
        errdiff_launch_iteration<Schedule, FAST_CHANNELS, PIXEL>,
        (const void *)errdiff_iterations_kernel<Schedule, FAST_CHANNELS, PIXEL>,
    };
    return kernels;
}

/* errdiff_iterate for a schedule with all pixels of the image in schedule->iterations, and PIXEL
 * as above. */
template <typename Schedule,
          bool PIXEL(const struct errdiff_device_job *given, const struct errdiff_device_job *job,
                     const Schedule *schedule, int64_t t, int y)>
static errdiff_status errdiff_run_iterations(struct errdiff_session *session, Schedule *schedule,
                                             int64_t begin, int64_t end)
{
    int channels = errdiff_fast_channels(session->job);
    struct errdiff_iteration_kernels kernels =
        channels == 1   ? errdiff_iteration_kernels_of<Schedule, 1, PIXEL>()
        : channels == 3 ? errdiff_iteration_kernels_of<Schedule, 3, PIXEL>()
                        : errdiff_iteration_kernels_of<Schedule, 0, PIXEL>();
    return errdiff_iterate(session, &schedule->iterations, &kernels, schedule, begin, end);
}
#endif

#endif

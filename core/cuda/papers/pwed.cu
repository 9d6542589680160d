/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cuda-pwed: pixel-wise error diffusion, Kasagi, Nakano and Ito 2014, section II. In iteration t
 * there is one thread for each pixel with x + p · y = t. It decides from the sum that earlier
 * pixels added up for it, and adds to the sums of later pixels. Two of them may add to the same
 * sum: in Floyd–Steinberg the right neighbor of one pixel is the neighbor below left of another.
 * Only taps for which this can happen use atomic additions.
 *
 * Generalized to any kernel, whose slope p takes the place of the 2 of Floyd–Steinberg, and from
 * which it is computed which taps need atomics; and to every part of the rule.
 */
#include "cuda/schedules.h"
#include "iterate.h"
#include "pwed.h"

struct schedule {
    struct errdiff_iterations iterations;
    struct errdiff_scatter scatter;
};

static __device__ __forceinline__ bool run_pixel(const struct errdiff_device_job *given,
                                                 const struct errdiff_device_job *job,
                                                 const struct schedule *schedule, int64_t t, int y)
{
    return errdiff_pwed_pixel(given, job, &schedule->iterations, &schedule->scatter, t, y);
}

static errdiff_status dither(struct errdiff_session *session)
{
    ERRDIFF_TRY(errdiff_session_upload(session));
    struct schedule schedule = {};
    schedule.iterations = errdiff_iterations_of(&session->device);
    size_t count = errdiff_scatter_plan(&schedule.scatter, &session->device);
    ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&schedule.scatter.sums,
                                         count * sizeof *schedule.scatter.sums, true));
    ERRDIFF_TRY(errdiff_session_start(session));
    ERRDIFF_TRY((errdiff_run_iterations<struct schedule, run_pixel>(
        session, &schedule, 0, errdiff_iterations_count(&schedule.iterations))));
    return errdiff_session_download(session);
}

const struct errdiff_cuda_schedule errdiff_cuda_pwed_schedule = {
    errdiff_runs_rows_side_by_side,
    errdiff_run_in_session<dither>,
};

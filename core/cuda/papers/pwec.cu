/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cuda-pwec: pixel-wise error collection, Kasagi, Nakano and Ito 2014, section II. In iteration t
 * there is one thread for each pixel with x + p · y = t. It collects what earlier iterations left,
 * decides, and leaves its own error. No two threads write to the same place, so no atomics are
 * needed.
 *
 * Generalized to any kernel, whose slope p takes the place of the 2 of Floyd–Steinberg; and to
 * every part of the rule.
 */
#include "cuda/schedules.h"
#include "iterate.h"
#include "pwec.h"

struct schedule {
    struct errdiff_iterations iterations;
    struct errdiff_raster raster;
};

static __device__ __forceinline__ bool run_pixel(const struct errdiff_device_job *given,
                                                 const struct errdiff_device_job *job,
                                                 const struct schedule *schedule, int64_t t, int y)
{
    return errdiff_pwec_pixel(given, job, &schedule->iterations, &schedule->raster, t, y);
}

static errdiff_status dither(struct errdiff_session *session)
{
    ERRDIFF_TRY(errdiff_session_upload(session));
    const struct errdiff_device_job *job = &session->device;
    struct schedule schedule = {};
    schedule.iterations = errdiff_iterations_of(job);
    schedule.raster.width = job->in.width;
    schedule.raster.channels = job->rule.channels;
    size_t size = (size_t)job->in.width * (size_t)job->in.height * (size_t)job->rule.channels;
    ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&schedule.raster.traces,
                                         size * sizeof *schedule.raster.traces, false));
    ERRDIFF_TRY(errdiff_session_start(session));
    ERRDIFF_TRY((errdiff_run_iterations<struct schedule, run_pixel>(
        session, &schedule, 0, errdiff_iterations_count(&schedule.iterations))));
    return errdiff_session_download(session);
}

const struct errdiff_cuda_schedule errdiff_cuda_pwec_schedule = {
    errdiff_runs_rows_side_by_side,
    errdiff_run_in_session<dither>,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine handover, in which the CPU and the GPU take turns. */
/*
 * handover: Deshpande, Misra and Narayanan 2011, section 4.1. The CPU takes the iterations with
 * fewer than n pixels at the beginning and at the end, and the GPU those in between (ends.h). As in
 * the paper, the GPU has the image in knight's move order.
 *
 * Generalized to any kernel, which sets the slope of the iterations and how many of them are
 * copied; and to every part of the rule. The CPU works row by row, on the part of each row that
 * belongs to its iterations.
 */
#include "cuda/schedules.h"
#include "ends.h"
#include "iterate.h"
#include "knight_storage.h"

struct schedule {
    struct errdiff_iterations iterations;
    struct errdiff_knight knight;
    int64_t end; /* after the GPU's last iteration */
};

static __device__ __forceinline__ bool run_pixel(const struct errdiff_device_job *given,
                                                 const struct errdiff_device_job *job,
                                                 const struct schedule *schedule, int64_t t, int y)
{
    return t < schedule->end && errdiff_knight_pixel(given, job, &schedule->knight, t, y);
}

static errdiff_status dither_by_turns(struct errdiff_session *session, struct errdiff_ends *ends,
                                      const struct errdiff_knight *knight)
{
    struct schedule schedule = {knight->iterations, *knight, ends->end};
    ERRDIFF_TRY(errdiff_session_start(session));
    ERRDIFF_TRY(errdiff_knight_store(session, knight));
    ERRDIFF_TRY(errdiff_ends_before(session, ends, knight->ring.traces));
    ERRDIFF_TRY((errdiff_run_iterations<struct schedule, run_pixel>(session, &schedule, ends->first,
                                                                    ends->end)));
    ERRDIFF_TRY(errdiff_ends_fetch(session, ends, knight->ring.traces));
    ERRDIFF_TRY(errdiff_ends_after(session, ends));
    ERRDIFF_TRY(errdiff_knight_restore(session, knight));
    ERRDIFF_TRY(errdiff_session_download(session));
    errdiff_ends_copy_result(ends, session->job);
    return ERRDIFF_OK;
}

static errdiff_status dither(struct errdiff_session *session)
{
    struct errdiff_knight knight = {};
    struct errdiff_ends ends = {};
    ERRDIFF_TRY(errdiff_session_upload(session));
    ERRDIFF_TRY(errdiff_knight_make(session, &knight, true));
    errdiff_status status = errdiff_ends_make(session, &ends, &knight.ring);
    if (status == ERRDIFF_OK)
        status = dither_by_turns(session, &ends, &knight);
    (void)cudaStreamSynchronize(session->stream); /* copies may still be running */
    errdiff_ends_release(&ends);
    return status;
}

const struct errdiff_cuda_schedule errdiff_handover_schedule = {
    errdiff_runs_rows_side_by_side,
    errdiff_run_in_session<dither>,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * handover: Deshpande, Misra and Narayanan 2011, section 4.1. The first and the last iterations
 * have few pixels, and an iteration takes the GPU some microseconds however few it has. The CPU
 * takes the iterations with fewer than n pixels, and the GPU those in between. At both changes the
 * errors of the last few iterations are copied.
 *
 * Generalised to any kernel, which sets the slope of the iterations and how many of them are
 * copied; and to every part of the rule. The CPU works row by row, on the part of each row that
 * belongs to its iterations. Unlike in the paper, the picture stays in raster order: only errors
 * are stored by iterations (front_ring.h).
 */
#include "cuda/env_override.h"
#include "cuda/schedules.h"
#include "handover.h"
#include "iterate.h"

enum {
    MIN_PIXELS = 512, /* n: an iteration takes an H200 some 2 µs, in which a CPU dithers 700 */
    ROWS_BETWEEN_POLLS = 64
};

struct schedule {
    struct errdiff_fronts fronts;
    struct errdiff_front_ring ring; /* in device memory */
    int64_t first, end;             /* the iterations of the GPU */
};

/* The host's memory. Must always be released. */
struct host_side {
    struct errdiff_processor processor;
    struct errdiff_front_ring ring;
};

static __device__ __forceinline__ bool run_pixel(const struct errdiff_device_job *given,
                                                 const struct errdiff_device_job *job,
                                                 const struct schedule *schedule, int64_t t, int y)
{
    return t < schedule->end && errdiff_front_pixel(given, job, &schedule->ring, t, y,
                                                    errdiff_front_trace_at, &schedule->ring);
}

/* Dithers iterations begin..end − 1 on the CPU. */
static errdiff_status dither_here(struct errdiff_session *session, struct host_side *host,
                                  int64_t begin, int64_t end)
{
    for (int y = 0; y < session->job->in.height && begin < end; y++) {
        errdiff_handover_row(&host->processor, &host->ring, begin, end, y);
        if (y % ROWS_BETWEEN_POLLS == 0)
            ERRDIFF_TRY(errdiff_session_poll(session, 0));
    }
    return ERRDIFF_OK;
}

static errdiff_status dither_there(struct errdiff_session *session, struct host_side *host,
                                   struct schedule *schedule)
{
    size_t bytes = errdiff_front_ring_size(&schedule->ring) * sizeof(int32_t);
    ERRDIFF_TRY_CUDA(session,
                     cudaMemcpyAsync(schedule->ring.traces, host->ring.traces, bytes,
                                     cudaMemcpyHostToDevice, session->stream),
                     "errors were copied");
    ERRDIFF_TRY((errdiff_run_fronts<struct schedule, run_pixel>(session, schedule, schedule->first,
                                                                schedule->end)));
    ERRDIFF_TRY_CUDA(session, cudaEventRecord(session->ended, session->stream), "kernels ran");
    ERRDIFF_TRY(errdiff_session_wait(session, session->ended, 1));
    ERRDIFF_TRY_CUDA(session,
                     cudaMemcpyAsync(host->ring.traces, schedule->ring.traces, bytes,
                                     cudaMemcpyDeviceToHost, session->stream),
                     "errors were copied");
    return errdiff_session_check(session, cudaStreamSynchronize(session->stream),
                                 "errors were copied");
}

static errdiff_status dither_by_turns(struct errdiff_session *session, struct host_side *host,
                                      struct schedule *schedule)
{
    struct errdiff_job *job = session->job;
    const struct errdiff_fronts *fronts = &schedule->fronts;
    int64_t count = errdiff_fronts_count(fronts);
    ERRDIFF_TRY(errdiff_session_start(session));
    ERRDIFF_TRY(dither_here(session, host, 0, schedule->first));
    if (schedule->first < schedule->end)
        ERRDIFF_TRY(dither_there(session, host, schedule));
    ERRDIFF_TRY(dither_here(session, host, schedule->end, count));
    ERRDIFF_TRY(errdiff_session_download(session));
    for (int y = 0; y < job->in.height; y++) {
        int begin, end = errdiff_fronts_columns(fronts, 0, schedule->first, y, &begin);
        errdiff_processor_copy_result(&host->processor, job, y, begin, end);
        end = errdiff_fronts_columns(fronts, schedule->end, count, y, &begin);
        errdiff_processor_copy_result(&host->processor, job, y, begin, end);
    }
    job->run.clamped += host->processor.clamped;
    return ERRDIFF_OK;
}

static errdiff_status dither(struct errdiff_session *session)
{
    struct schedule schedule = {};
    struct host_side host = {};
    int measured = session->job->run.sizes.handover;
    int min_pixels = measured > 0 ? measured : MIN_PIXELS;
    ERRDIFF_TRY(errdiff_env_number("ERRDIFF_HANDOVER", 1, ERRDIFF_MAX_SIDE, &min_pixels,
                                   &session->report->message));
    ERRDIFF_TRY(errdiff_session_upload(session));
    ERRDIFF_TRY(errdiff_session_clear_result(session));
    struct errdiff_front_ring *ring = &schedule.ring;
    *ring = errdiff_front_ring_of(&session->device);
    schedule.fronts = ring->fronts;
    errdiff_handover_range(&ring->fronts, min_pixels, &schedule.first, &schedule.end);
    size_t bytes = errdiff_front_ring_size(ring) * sizeof *ring->traces;
    ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&ring->traces, bytes, false));

    host.ring = *ring;
    host.ring.traces = (int32_t *)calloc(bytes, 1);
    bool has_memory = errdiff_processor_make(&host.processor, session->job,
                                             errdiff_host->span_dither, session->job->in.width, 1);
    errdiff_status status = host.ring.traces && has_memory
                                ? dither_by_turns(session, &host, &schedule)
                                : ERRDIFF_NO_MEMORY;
    (void)cudaStreamSynchronize(session->stream); /* copies may still be running */
    errdiff_processor_release(&host.processor);
    free(host.ring.traces);
    return status;
}

const struct errdiff_cuda_schedule errdiff_handover_schedule = {
    errdiff_runs_rows_side_by_side,
    errdiff_run_in_session<dither>,
};

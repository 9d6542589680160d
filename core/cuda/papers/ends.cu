/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ends.h"

#include "cuda/env_override.h"

enum {
    MIN_PIXELS = 512, /* n: an iteration takes an H200 some 2 µs, in which a CPU dithers 700 */
    ROWS_BETWEEN_POLLS = 64
};

static size_t ring_bytes(const struct errdiff_ends *ends)
{
    return errdiff_front_ring_size(&ends->ring) * sizeof *ends->ring.traces;
}

errdiff_status errdiff_ends_make(struct errdiff_session *session, struct errdiff_ends *ends,
                                 const struct errdiff_front_ring *ring)
{
    int width = session->job->in.width, measured = session->job->run.sizes.handover;
    int min_pixels = measured > 0 ? measured : MIN_PIXELS;
    ERRDIFF_TRY(errdiff_env_number("ERRDIFF_HANDOVER", 1, ERRDIFF_MAX_SIDE, &min_pixels,
                                   &session->report->message));
    errdiff_handover_range(&ring->fronts, min_pixels, &ends->first, &ends->end);
    ends->ring = *ring;
    ends->ring.traces = (int32_t *)calloc(1, ring_bytes(ends));
    bool has_memory =
        errdiff_processor_make(&ends->processor, session->job, errdiff_host->span_dither, width, 1);
    return ends->ring.traces && has_memory ? ERRDIFF_OK : ERRDIFF_NO_MEMORY;
}

void errdiff_ends_release(struct errdiff_ends *ends)
{
    errdiff_processor_release(&ends->processor);
    free(ends->ring.traces);
}

/* Dithers iterations begin..end − 1. */
static errdiff_status dither_alone(struct errdiff_session *session, struct errdiff_ends *ends,
                                   int64_t begin, int64_t end)
{
    for (int y = 0; y < session->job->in.height && begin < end; y++) {
        errdiff_handover_row(&ends->processor, &ends->ring, begin, end, y);
        if (y % ROWS_BETWEEN_POLLS == 0)
            ERRDIFF_TRY(errdiff_session_poll(session, 0));
    }
    return ERRDIFF_OK;
}

errdiff_status errdiff_ends_before(struct errdiff_session *session, struct errdiff_ends *ends,
                                   int32_t *gpu_traces)
{
    ERRDIFF_TRY(dither_alone(session, ends, 0, ends->first));
    return errdiff_session_check(session,
                                 cudaMemcpyAsync(gpu_traces, ends->ring.traces, ring_bytes(ends),
                                                 cudaMemcpyHostToDevice, session->stream),
                                 "errors were copied");
}

errdiff_status errdiff_ends_fetch(struct errdiff_session *session, struct errdiff_ends *ends,
                                  const int32_t *gpu_traces)
{
    ERRDIFF_TRY_CUDA(session, cudaEventRecord(session->ended, session->stream), "kernels ran");
    ERRDIFF_TRY(errdiff_session_wait(session, session->ended, 1));
    ERRDIFF_TRY_CUDA(session,
                     cudaMemcpyAsync(ends->ring.traces, gpu_traces, ring_bytes(ends),
                                     cudaMemcpyDeviceToHost, session->stream),
                     "errors were copied");
    return errdiff_session_check(session, cudaStreamSynchronize(session->stream),
                                 "errors were copied");
}

errdiff_status errdiff_ends_after(struct errdiff_session *session, struct errdiff_ends *ends)
{
    return dither_alone(session, ends, ends->end, errdiff_fronts_count(&ends->ring.fronts));
}

void errdiff_ends_copy_result(const struct errdiff_ends *ends, struct errdiff_job *job)
{
    const struct errdiff_fronts *fronts = &ends->ring.fronts;
    for (int y = 0; y < job->in.height; y++) {
        int begin, end = errdiff_fronts_columns(fronts, 0, ends->first, y, &begin);
        errdiff_processor_copy_result(&ends->processor, job, y, begin, end);
        end = errdiff_fronts_columns(fronts, ends->end, errdiff_fronts_count(fronts), y, &begin);
        errdiff_processor_copy_result(&ends->processor, job, y, begin, end);
    }
    job->run.clamped += ends->processor.clamped;
}

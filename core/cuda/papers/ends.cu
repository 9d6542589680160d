/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dithers the first and the last iterations of an image on the CPU, for handover and hybrid. */
#include "ends.h"

#include "cuda/env_override.h"

enum {
    MIN_PIXELS = 512 /* n: an iteration takes an H200 some 2 µs, in which a CPU dithers 700 */
};

static size_t ring_bytes(const struct errdiff_ends *ends)
{
    return errdiff_iteration_ring_size(&ends->ring) * sizeof *ends->ring.traces;
}

errdiff_status errdiff_ends_make(struct errdiff_session *session, struct errdiff_ends *ends,
                                 const struct errdiff_iteration_ring *ring)
{
    int width = session->job->in.width, min_pixels = MIN_PIXELS;
    ERRDIFF_TRY(errdiff_env_number("ERRDIFF_HANDOVER", 1, ERRDIFF_MAX_SIDE, &min_pixels,
                                   &session->report->message));
    errdiff_handover_range(&ring->iterations, min_pixels, &ends->first, &ends->end);
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

static int64_t pixels_of_row(const struct errdiff_iterations *iterations, int64_t begin,
                             int64_t end, int y)
{
    int first, last = errdiff_iterations_columns(iterations, begin, end, y, &first);
    return last - first;
}

static int64_t pixels_of(const struct errdiff_iterations *iterations, int64_t begin, int64_t end)
{
    int64_t pixels = 0;
    for (int y = 0; y < iterations->height; y++)
        pixels += pixels_of_row(iterations, begin, end, y);
    return pixels;
}

/* Dithers iterations begin..end − 1, as a stage of the session. */
static errdiff_status dither_alone(struct errdiff_session *session, struct errdiff_ends *ends,
                                   int64_t begin, int64_t end)
{
    const struct errdiff_iterations *iterations = &ends->ring.iterations;
    int64_t pixels = pixels_of(iterations, begin, end), done = 0;
    for (int y = 0; y < iterations->height && begin < end; y++) {
        errdiff_handover_row(&ends->processor, &ends->ring, begin, end, y);
        done += pixels_of_row(iterations, begin, end, y);
        ERRDIFF_TRY(errdiff_session_poll(session, (double)done / (double)pixels));
    }
    return ERRDIFF_OK;
}

errdiff_status errdiff_ends_before(struct errdiff_session *session, struct errdiff_ends *ends,
                                   int32_t *gpu_traces)
{
    const struct errdiff_iterations *iterations = &ends->ring.iterations;
    double all = (double)iterations->width * (double)iterations->height;
    double alone = (double)pixels_of(iterations, 0, ends->first) / all;
    session->left_after = 1 - alone;
    ERRDIFF_TRY(dither_alone(session, ends, 0, ends->first));
    session->done_before = alone;
    session->left_after =
        (double)pixels_of(iterations, ends->end, errdiff_iterations_count(iterations)) / all;
    return errdiff_session_check(session,
                                 cudaMemcpyAsync(gpu_traces, ends->ring.traces, ring_bytes(ends),
                                                 cudaMemcpyHostToDevice, session->stream),
                                 ERRDIFF_RUN);
}

errdiff_status errdiff_ends_fetch(struct errdiff_session *session, struct errdiff_ends *ends,
                                  const int32_t *gpu_traces)
{
    ERRDIFF_TRY_CUDA(session, cudaEventRecord(session->ended, session->stream), ERRDIFF_RUN);
    ERRDIFF_TRY(errdiff_session_wait(session, session->ended, 1));
    ERRDIFF_TRY_CUDA(session,
                     cudaMemcpyAsync(ends->ring.traces, gpu_traces, ring_bytes(ends),
                                     cudaMemcpyDeviceToHost, session->stream),
                     ERRDIFF_RUN);
    return errdiff_session_check(session, cudaStreamSynchronize(session->stream), ERRDIFF_RUN);
}

errdiff_status errdiff_ends_after(struct errdiff_session *session, struct errdiff_ends *ends)
{
    session->done_before = 1 - session->left_after;
    session->left_after = 0;
    return dither_alone(session, ends, ends->end, errdiff_iterations_count(&ends->ring.iterations));
}

void errdiff_ends_copy_result(const struct errdiff_ends *ends, struct errdiff_job *job)
{
    const struct errdiff_iterations *iterations = &ends->ring.iterations;
    for (int y = 0; y < job->in.height; y++) {
        int begin, end = errdiff_iterations_columns(iterations, 0, ends->first, y, &begin);
        errdiff_processor_copy_result(&ends->processor, job, y, begin, end);
        end = errdiff_iterations_columns(iterations, ends->end,
                                         errdiff_iterations_count(iterations), y, &begin);
        errdiff_processor_copy_result(&ends->processor, job, y, begin, end);
    }
    job->run.clamped += ends->processor.clamped;
}

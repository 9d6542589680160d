/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hybrid: the second of the three stages of Deshpande, Misra and Narayanan 2011, section 4.2. The
 * CPU and the GPU share the pixels of every iteration: the CPU has a strip along the left edge, the
 * GPU the rest. In each iteration the errors of a few pixels next to the border between them cross
 * it, through host memory that the GPU reads and writes directly (mapped memory). The paper's first
 * and last stage, in which the CPU takes all of an iteration, are left out, the picture stays in
 * raster order, and one thread launches the kernels and then dithers the strip.
 *
 * Generalised to any kernel, which determines the pixels that cross; and to every part of the rule.
 * An exchange takes much longer than an iteration, so there can be one for a whole group of
 * iterations: each side then also dithers some pixels of the other (hybrid.h). A group of 1 is one
 * exchange for each iteration, as in the paper.
 */
#include "cuda/env_override.h"
#include "cuda/schedules.h"
#include "cuda/session.h"
#include "hybrid.h"

enum {
    BLOCK_THREADS = 128,
    STRIP = 128,       /* columns; the CPU dithers them in the time of one GPU iteration */
    STRIP_DIVISOR = 4, /* the strip is at most a quarter of the picture's width */
    GROUP = 64
};

/* The host's memory. Must always be released. */
struct host_side {
    struct errdiff_processor processor;
    struct errdiff_hybrid hybrid; /* with the host's addresses */
    int32_t *to_gpu, *to_processor;
};

__global__ static void __launch_bounds__(BLOCK_THREADS)
    run_front(const __grid_constant__ struct errdiff_device_job job,
              const __grid_constant__ struct errdiff_hybrid hybrid, int64_t begin, int64_t t)
{
    int first, end = errdiff_hybrid_rows(&hybrid, begin, t, &first);
    int y = first + (int)(blockIdx.x * BLOCK_THREADS + threadIdx.x);
    if (y < end && errdiff_hybrid_pixel(&job, &hybrid, begin, t, y))
        atomicAdd(job.clamped, 1ull);
}

static errdiff_status launch_group(struct errdiff_session *session,
                                   const struct errdiff_hybrid *hybrid, int64_t begin, int64_t end,
                                   double done)
{
    for (int64_t t = begin; t < end; t++) {
        int first, end_row = errdiff_hybrid_rows(hybrid, begin, t, &first);
        unsigned blocks = (unsigned)(end_row - first + BLOCK_THREADS - 1) / BLOCK_THREADS;
        if (blocks == 0)
            continue;
        run_front<<<blocks, BLOCK_THREADS, 0, session->stream>>>(session->device, *hybrid, begin,
                                                                 t);
        ERRDIFF_TRY(errdiff_session_launched(session, done));
    }
    return errdiff_session_check(session, cudaEventRecord(session->ended, session->stream),
                                 "kernels ran");
}

/* Dithers the CPU's part of iterations begin..end − 1. The previous group began with `before`. */
static void dither_strip(struct host_side *host, int64_t before, int64_t begin, int64_t end)
{
    const struct errdiff_hybrid *hybrid = &host->hybrid;
    int first, end_row = errdiff_hybrid_strip_rows(hybrid, before, begin, &first);
    for (int y = first; y < end_row; y++)
        errdiff_hybrid_take(hybrid, &host->processor, before, begin, y);
    end_row = errdiff_hybrid_strip_rows(hybrid, begin, end, &first);
    for (int y = first; y < end_row; y++)
        errdiff_hybrid_row(hybrid, &host->processor, begin, end, y);
}

static errdiff_status dither_together(struct errdiff_session *session, struct host_side *host,
                                      const struct errdiff_hybrid *hybrid)
{
    struct errdiff_job *job = session->job;
    int64_t count = errdiff_fronts_count(&hybrid->ring.fronts), before = 0;
    ERRDIFF_TRY(errdiff_session_start(session));
    for (int64_t begin = 0; begin < count; begin += hybrid->split.group) {
        int64_t end = begin + hybrid->split.group;
        end = end < count ? end : count;
        double done = (double)begin / (double)count;
        ERRDIFF_TRY(launch_group(session, hybrid, begin, end, done));
        dither_strip(host, before, begin, end);
        ERRDIFF_TRY(errdiff_session_wait(session, session->ended, done));
        before = begin;
    }
    ERRDIFF_TRY(errdiff_session_download(session));
    for (int y = 0; y < job->in.height; y++)
        errdiff_processor_copy_result(&host->processor, job, y, 0, hybrid->split.strip);
    job->run.clamped += host->processor.clamped;
    return ERRDIFF_OK;
}

/* Allocates zeroed mapped memory for a crossing, and sets its address as the host and as the GPU
 * see it. */
static errdiff_status allocate_crossing(struct errdiff_session *session,
                                        struct errdiff_crossing *of_host,
                                        struct errdiff_crossing *of_gpu, int32_t **memory)
{
    size_t size = errdiff_crossing_size(of_host) * sizeof(int32_t);
    ERRDIFF_TRY_CUDA(session,
                     cudaHostAlloc((void **)memory, size + sizeof(int32_t), cudaHostAllocMapped),
                     "mapped memory was allocated");
    memset(*memory, 0, size);
    of_host->traces = *memory;
    return errdiff_session_check(session,
                                 cudaHostGetDevicePointer((void **)&of_gpu->traces, *memory, 0),
                                 "mapped memory was allocated");
}

static errdiff_status open_both_sides(struct errdiff_session *session, struct host_side *host,
                                      struct errdiff_hybrid *hybrid)
{
    ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&hybrid->ring.traces,
                                         errdiff_front_ring_size(&hybrid->ring) * sizeof(int32_t),
                                         false));
    host->hybrid = *hybrid;
    ERRDIFF_TRY(allocate_crossing(session, &host->hybrid.to_gpu, &hybrid->to_gpu, &host->to_gpu));
    ERRDIFF_TRY(allocate_crossing(session, &host->hybrid.to_processor, &hybrid->to_processor,
                                  &host->to_processor));
    return errdiff_processor_make(&host->processor, session->job, errdiff_host->span_dither,
                                  errdiff_hybrid_columns(hybrid), session->job->in.height)
               ? ERRDIFF_OK
               : ERRDIFF_NO_MEMORY;
}

static errdiff_status dither(struct errdiff_session *session)
{
    struct errdiff_hybrid hybrid = {};
    struct host_side host = {};
    const struct errdiff_sizes *measured = &session->job->run.sizes;
    int width = session->job->in.width, group = measured->group > 0 ? measured->group : GROUP;
    int widest = measured->strip > 0 ? measured->strip : STRIP;
    int strip = width / STRIP_DIVISOR < widest ? width / STRIP_DIVISOR : widest;
    ERRDIFF_TRY(errdiff_env_number("ERRDIFF_STRIP", 0, ERRDIFF_MAX_SIDE, &strip,
                                   &session->report->message));
    ERRDIFF_TRY(errdiff_env_number("ERRDIFF_GROUP", 1, ERRDIFF_MAX_GROUP, &group,
                                   &session->report->message));
    ERRDIFF_TRY(errdiff_session_upload(session));
    ERRDIFF_TRY(errdiff_session_clear_result(session));
    errdiff_hybrid_make(&hybrid, &session->device, strip < width ? strip : width, group);
    errdiff_status status = open_both_sides(session, &host, &hybrid);
    if (status == ERRDIFF_OK)
        status = dither_together(session, &host, &hybrid);
    (void)cudaStreamSynchronize(session->stream); /* kernels may still use the mapped memory */
    (void)cudaFreeHost(host.to_gpu);
    (void)cudaFreeHost(host.to_processor);
    errdiff_processor_release(&host.processor);
    return status;
}

const struct errdiff_cuda_schedule errdiff_hybrid_schedule = {
    errdiff_runs_rows_side_by_side,
    errdiff_run_in_session<dither>,
};

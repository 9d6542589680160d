/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hybrid: the second of the three stages of Deshpande, Misra and Narayanan 2011, section 4.2. The
 * CPU and the GPU share the pixels of every iteration: the CPU has a strip along the left edge, the
 * GPU the rest. In each iteration the errors of a few pixels next to the border between them cross
 * it, through host memory that the GPU reads and writes directly (mapped memory). The paper's first
 * and last stage, in which the CPU takes all of an iteration, are left out, the picture stays in
 * raster order.
 *
 * The GPU runs one kernel for all iterations. Both sides work at the same time. They count the
 * groups of iterations that they have finished in mapped memory, for the other to see.
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
#include "iterate.h"

#include <pthread.h>

enum {
    STRIP = 128,       /* columns; the CPU dithers them in less time than the GPU needs */
    STRIP_DIVISOR = 4, /* the strip is at most a quarter of the picture's width */
    GROUP = 64
};

/* How many groups each side has finished, in mapped memory, and whether both are to stop. */
struct meeting {
    volatile int64_t gpu, processor;
    volatile int is_stopped;
};

/* The host's memory. Must always be released. */
struct host_side {
    struct errdiff_processor processor;
    struct errdiff_hybrid hybrid; /* with the host's addresses */
    int32_t *to_gpu, *to_processor;
    struct meeting *meeting;
};

/* What the GPU needs. hybrid.to_gpu is a copy in device memory, made once for each group, because
 * the GPU reads mapped memory slowly. */
struct gpu_side {
    struct errdiff_hybrid hybrid;
    const volatile int32_t *to_gpu;
    struct meeting *meeting;
    volatile int *is_stopped; /* for all thread blocks */
    int reach;
};

/* Tells the CPU that the first `finished` groups are finished here, and waits until they are
 * finished there, too. Then fetches the CPU's errors. Called by one thread block. */
static __device__ void meet(const struct gpu_side *side, int64_t finished, int64_t begin)
{
    if (threadIdx.x == 0) {
        __threadfence_system();
        side->meeting->gpu = finished;
        while (side->meeting->processor < finished && !side->meeting->is_stopped)
            ;
        *side->is_stopped = side->meeting->is_stopped;
        __threadfence_system();
    }
    __syncthreads();
    int64_t words = errdiff_crossing_words(&side->hybrid.to_gpu, side->reach);
    for (int64_t i = threadIdx.x; i < words; i += ERRDIFF_FRONT_THREADS)
        errdiff_crossing_copy(&side->hybrid.to_gpu, side->to_gpu, side->reach, begin, i);
}

template <int FAST_CHANNELS>
__global__ static void __launch_bounds__(ERRDIFF_FRONT_THREADS)
    run_groups(const __grid_constant__ struct errdiff_device_job given,
               const __grid_constant__ struct gpu_side side)
{
    __shared__ struct errdiff_quantizer quantizers[FAST_CHANNELS > 0 ? FAST_CHANNELS : 1];
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    struct errdiff_device_job job = errdiff_known_job<FAST_CHANNELS>(given);
    errdiff_share_levels<FAST_CHANNELS>(&job, quantizers);
    const struct errdiff_hybrid *hybrid = &side.hybrid;
    int group = hybrid->split.group;
    int64_t count = errdiff_fronts_count(&hybrid->ring.fronts), finished = 0;
    unsigned long long clamped = 0;
    for (int64_t begin = 0; begin < count; begin += group, finished++) {
        if (blockIdx.x == 0)
            meet(&side, finished, begin);
        grid.sync();
        if (*side.is_stopped)
            break;
        for (int64_t t = begin; t < begin + group && t < count; t++) {
            int first, end = errdiff_hybrid_rows(hybrid, begin, t, &first);
            int y = first + (int)(blockIdx.x * ERRDIFF_FRONT_THREADS + threadIdx.x);
            for (; y < end; y += (int)(gridDim.x * ERRDIFF_FRONT_THREADS))
                clamped += errdiff_hybrid_pixel(&given, &job, hybrid, begin, t, y);
            grid.sync();
        }
    }
    if (clamped > 0)
        atomicAdd(job.clamped, clamped);
}

static errdiff_status launch(struct errdiff_session *session, struct gpu_side *side)
{
    int channels = errdiff_fast_channels(session->job);
    const void *kernel = channels == 1   ? (const void *)run_groups<1>
                         : channels == 3 ? (const void *)run_groups<3>
                                         : (const void *)run_groups<0>;
    unsigned blocks;
    ERRDIFF_TRY(errdiff_resident_blocks(
        session, kernel, errdiff_blocks_for(&side->hybrid.ring.fronts, ERRDIFF_FRONT_THREADS),
        &blocks));
    void *arguments[] = {&session->device, side};
    ERRDIFF_TRY_CUDA(session,
                     cudaLaunchCooperativeKernel(kernel, dim3(blocks), dim3(ERRDIFF_FRONT_THREADS),
                                                 arguments, 0, session->stream),
                     "a kernel was launched");
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

/* The thread that dithers the CPU's part of all groups, as in pthread_create. */
static void *dither_strips(void *user)
{
    struct host_side *host = (struct host_side *)user;
    const struct errdiff_hybrid *hybrid = &host->hybrid;
    int64_t count = errdiff_fronts_count(&hybrid->ring.fronts), before = 0, finished = 0;
    for (int64_t begin = 0; begin < count; begin += hybrid->split.group) {
        int64_t end = begin + hybrid->split.group;
        while (host->meeting->gpu < finished)
            if (host->meeting->is_stopped)
                return NULL;
        __sync_synchronize();
        dither_strip(host, before, begin, end < count ? end : count);
        before = begin;
        __sync_synchronize();
        host->meeting->processor = ++finished;
    }
    return NULL;
}

/* Waits for the end of the kernel. */
static errdiff_status wait_for_gpu(struct errdiff_session *session, const struct host_side *host)
{
    const struct errdiff_hybrid *hybrid = &host->hybrid;
    double groups = (double)errdiff_fronts_count(&hybrid->ring.fronts) / hybrid->split.group;
    int tries = 0;
    while (cudaEventQuery(session->ended) == cudaErrorNotReady) {
        ERRDIFF_TRY(errdiff_session_poll(session, (double)host->meeting->gpu / (groups + 1)));
        errdiff_host->team_wait(&tries);
    }
    return errdiff_session_wait(session, session->ended, 1);
}

/* The strip has a thread of its own, since a launch may wait for the end of the kernel. */
static errdiff_status dither_both(struct errdiff_session *session, struct host_side *host,
                                  struct gpu_side *side)
{
    pthread_t strips;
    if (pthread_create(&strips, NULL, dither_strips, host) != 0)
        return ERRDIFF_NO_MEMORY;
    errdiff_status status = launch(session, side);
    if (status == ERRDIFF_OK)
        status = wait_for_gpu(session, host);
    if (status != ERRDIFF_OK)
        host->meeting->is_stopped = 1;
    (void)pthread_join(strips, NULL);
    return status;
}

static errdiff_status dither_together(struct errdiff_session *session, struct host_side *host,
                                      struct gpu_side *side)
{
    struct errdiff_job *job = session->job;
    ERRDIFF_TRY(errdiff_session_start(session));
    ERRDIFF_TRY(dither_both(session, host, side));
    ERRDIFF_TRY(errdiff_session_download(session));
    for (int y = 0; y < job->in.height; y++)
        errdiff_processor_copy_result(&host->processor, job, y, 0, side->hybrid.split.strip);
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

/* Allocates what both sides see. */
static errdiff_status allocate_shared(struct errdiff_session *session, struct host_side *host,
                                      struct gpu_side *side)
{
    struct errdiff_crossing of_gpu = side->hybrid.to_gpu;
    ERRDIFF_TRY(allocate_crossing(session, &host->hybrid.to_gpu, &of_gpu, &host->to_gpu));
    side->to_gpu = of_gpu.traces;
    ERRDIFF_TRY(allocate_crossing(session, &host->hybrid.to_processor, &side->hybrid.to_processor,
                                  &host->to_processor));
    ERRDIFF_TRY_CUDA(
        session, cudaHostAlloc((void **)&host->meeting, sizeof *host->meeting, cudaHostAllocMapped),
        "mapped memory was allocated");
    host->meeting->gpu = host->meeting->processor = host->meeting->is_stopped = 0;
    return errdiff_session_check(
        session, cudaHostGetDevicePointer((void **)&side->meeting, host->meeting, 0),
        "mapped memory was allocated");
}

static errdiff_status open_both_sides(struct errdiff_session *session, struct host_side *host,
                                      struct gpu_side *side)
{
    struct errdiff_hybrid *hybrid = &side->hybrid;
    ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&hybrid->ring.traces,
                                         errdiff_front_ring_size(&hybrid->ring) * sizeof(int32_t),
                                         false));
    ERRDIFF_TRY(errdiff_session_allocate(
        session, (void **)&hybrid->to_gpu.traces,
        errdiff_crossing_size(&hybrid->to_gpu) * sizeof(int32_t) + sizeof(int32_t), false));
    ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&side->is_stopped,
                                         sizeof *side->is_stopped, true));
    host->hybrid = *hybrid;
    ERRDIFF_TRY(allocate_shared(session, host, side));
    return errdiff_processor_make(&host->processor, session->job, errdiff_host->span_dither,
                                  errdiff_hybrid_columns(hybrid), session->job->in.height)
               ? ERRDIFF_OK
               : ERRDIFF_NO_MEMORY;
}

static errdiff_status dither(struct errdiff_session *session)
{
    struct gpu_side side = {};
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
    side.reach = session->device.front_reach;
    errdiff_hybrid_make(&side.hybrid, &session->device, strip < width ? strip : width, group);
    errdiff_status status = open_both_sides(session, &host, &side);
    if (status == ERRDIFF_OK)
        status = dither_together(session, &host, &side);
    (void)cudaStreamSynchronize(session->stream); /* kernels may still use the mapped memory */
    (void)cudaFreeHost(host.to_gpu);
    (void)cudaFreeHost(host.to_processor);
    (void)cudaFreeHost(host.meeting);
    errdiff_processor_release(&host.processor);
    return status;
}

const struct errdiff_cuda_schedule errdiff_hybrid_schedule = {
    errdiff_runs_rows_side_by_side,
    errdiff_run_in_session<dither>,
};

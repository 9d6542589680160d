/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine hybrid, in which the CPU and the GPU dither each iteration together. */
/*
 * hybrid: Deshpande, Misra and Narayanan 2011, section 4.2, in its three stages. In the first and
 * the last the CPU takes the iterations with few pixels, alone (ends.h). In the second the CPU and
 * the GPU share the pixels of every iteration: the CPU has a strip along the left edge, the GPU the
 * rest. The errors of a few pixels next to the border between them cross it through host memory
 * that the GPU reads and writes directly (mapped memory). As in the paper, the GPU has the image
 * in knight's move order.
 *
 * The GPU runs one kernel for all iterations, and the strip has a thread, so both sides work at the
 * same time. A side that needs errors of the other waits for these errors only. On the GPU it is
 * one thread block that waits, the carrier, which does nothing else: a look at host memory takes as
 * long as half an iteration, and the other blocks dither meanwhile.
 *
 * Generalized to any kernel, which determines the pixels that cross; and to every part of the rule.
 * There can be one exchange for a whole group of iterations: each side then also dithers some
 * pixels of the other (hybrid.h). A group of 1 is one exchange for each iteration, as in the paper.
 */
#include "cuda/env_override.h"
#include "cuda/schedules.h"
#include "ends.h"
#include "hybrid.h"
#include "iterate.h"
#include "knight_storage.h"

#include <pthread.h>

enum {
    STRIP = 128,       /* columns; the CPU dithers them in less time than the GPU needs */
    STRIP_DIVISOR = 4, /* the strip is at most a quarter of the image's width */
    GROUP = 64,
    STOP_INTERVAL = 64, /* iterations after which the GPU looks whether it is to stop */
    PATIENCE = 64       /* looks at a word after which the carrier does so, too */
};

/* In mapped memory, each in a cache line of its own: how many groups each side has finished, and
 * whether both are to stop. A side is at most one group ahead of the other, also if it needs none
 * of its errors, so that no word is written before the one in its place has been read. */
struct meeting {
    __align__(128) volatile int64_t gpu;
    __align__(128) volatile int64_t processor;
    __align__(128) volatile int is_stopped;
};

/* The host's memory. Must always be released. */
struct host_side {
    struct errdiff_ends ends;
    struct errdiff_processor strip;
    struct errdiff_hybrid hybrid; /* with the host's addresses */
    int64_t *to_gpu, *to_processor;
    struct meeting *meeting;
};

/* What the GPU needs. */
struct gpu_side {
    struct errdiff_hybrid hybrid;
    struct meeting *meeting;
    volatile int *is_stopped; /* in device memory */
};

/* ---- The GPU ------------------------------------------------------------------------------- */

/* Brings the CPU's errors for the group that starts with iteration `begin`, before which `finished`
 * groups are finished. Threads of three warps look at host memory at the same time. */
static __device__ __forceinline__ void carry(const struct gpu_side *side, int64_t begin,
                                             int64_t finished)
{
    const struct errdiff_hybrid *hybrid = &side->hybrid;
    struct meeting *meeting = side->meeting;
    int64_t places = errdiff_hybrid_places(hybrid);
    int looks = 0;
    for (int64_t i = threadIdx.x; i < places; i += blockDim.x)
        while (!errdiff_hybrid_bring(hybrid, begin, i))
            if (++looks % PATIENCE == 0 && meeting->is_stopped)
                break;
    if (threadIdx.x == blockDim.x - 1)
        while (meeting->processor < finished - 1)
            if (++looks % PATIENCE == 0 && meeting->is_stopped)
                break;
    __syncthreads();
    if (threadIdx.x == 0)
        meeting->gpu = finished;
}

/* The iterations from `first` on. The grid's last block is the carrier. */
template <int FAST_CHANNELS>
__global__ static void __launch_bounds__(ERRDIFF_MAX_ITERATION_THREADS)
    run_groups(const __grid_constant__ struct errdiff_device_job given,
               const __grid_constant__ struct gpu_side side)
{
    __shared__ struct errdiff_quantizer quantizers[FAST_CHANNELS > 0 ? FAST_CHANNELS : 1];
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    struct errdiff_device_job job = errdiff_known_job<FAST_CHANNELS>(given);
    errdiff_share_levels<FAST_CHANNELS>(&job, quantizers);
    const struct errdiff_hybrid *hybrid = &side.hybrid;
    const struct errdiff_iterations *iterations = &hybrid->knight.iterations;
    const int64_t threads = (int64_t)(gridDim.x - 1) * blockDim.x;
    const int64_t thread = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const bool is_carrier = blockIdx.x == gridDim.x - 1;
    struct errdiff_iteration_cursor cursor = errdiff_iteration_cursor_at(iterations, hybrid->first);
    unsigned long long clamped = 0;
    int64_t begin = hybrid->first, finished = 0;
    for (int64_t t = begin; t < hybrid->end; t++) {
        bool ends_group = t + 1 - begin == hybrid->split.group;
        bool may_stop = (t - hybrid->first) % STOP_INTERVAL == STOP_INTERVAL - 1;
        if (!is_carrier) {
            int64_t end = errdiff_iteration_cursor_end(&cursor, iterations);
            for (int64_t y = cursor.first + thread;
                 y < end && errdiff_hybrid_has(hybrid, begin, t, y); y += threads)
                clamped += errdiff_hybrid_pixel(&given, &job, hybrid, begin, t, (int)y);
        } else {
            if (may_stop && threadIdx.x == blockDim.x / 2)
                *side.is_stopped = side.meeting->is_stopped;
            if (ends_group)
                carry(&side, t + 1, finished + 1);
        }
        errdiff_iteration_cursor_advance(&cursor, iterations);
        grid.sync();
        if (may_stop && *side.is_stopped)
            break;
        begin = ends_group ? t + 1 : begin;
        finished += ends_group;
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
    int threads;
    unsigned blocks;
    ERRDIFF_TRY(errdiff_iteration_threads(session, &threads));
    unsigned wanted = errdiff_blocks_for(&side->hybrid.knight.iterations, threads);
    ERRDIFF_TRY(errdiff_resident_blocks(session, kernel, threads, wanted, 1, &blocks));
    blocks++; /* the carrier */
    void *arguments[] = {&session->device, side};
    ERRDIFF_TRY_CUDA(session,
                     cudaLaunchCooperativeKernel(kernel, dim3(blocks), dim3((unsigned)threads),
                                                 arguments, 0, session->stream),
                     ERRDIFF_LAUNCH);
    return errdiff_session_check(session, cudaEventRecord(session->ended, session->stream),
                                 ERRDIFF_RUN);
}

/* ---- The CPU ------------------------------------------------------------------------------- */

/* Dithers the CPU's part of the group of iterations begin..end − 1. */
static void dither_strip(struct host_side *host, int64_t begin, int64_t end)
{
    const struct errdiff_hybrid *hybrid = &host->hybrid;
    int y, end_row = errdiff_hybrid_strip_rows(hybrid, begin, end, &y);
    for (; y < end_row; y++)
        errdiff_hybrid_row(hybrid, &host->strip, begin, end, y);
}

/* The thread that dithers the CPU's part of all groups, as in pthread_create. */
static void *dither_strips(void *user)
{
    struct host_side *host = (struct host_side *)user;
    const struct errdiff_hybrid *hybrid = &host->hybrid;
    int64_t finished = 0;
    for (int64_t begin = hybrid->first; begin < hybrid->end; begin += hybrid->split.group) {
        int64_t end = begin + hybrid->split.group;
        int tries = 0;
        while (host->meeting->gpu < finished - 1 ||
               !errdiff_hybrid_take(hybrid, &host->strip, begin)) {
            if (host->meeting->is_stopped)
                return NULL;
            errdiff_host->team_wait(&tries);
        }
        dither_strip(host, begin, end < hybrid->end ? end : hybrid->end);
        host->meeting->processor = ++finished;
    }
    return NULL;
}

/* Waits for the end of the kernel. */
static errdiff_status wait_for_gpu(struct errdiff_session *session, const struct host_side *host)
{
    const struct errdiff_hybrid *hybrid = &host->hybrid;
    double groups = (double)(hybrid->end - hybrid->first) / hybrid->split.group;
    int tries = 0;
    while (cudaEventQuery(session->ended) == cudaErrorNotReady) {
        ERRDIFF_TRY(errdiff_session_poll(session, (double)host->meeting->gpu / (groups + 1)));
        errdiff_host->team_wait(&tries);
    }
    return errdiff_session_wait(session, session->ended, 1);
}

/* The second stage. The strip has a thread of its own, since a launch may wait for the end of the
 * kernel. */
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

/* ---- The three stages ---------------------------------------------------------------------- */

/* The errors that the strip collects from in its first iterations. */
static void begin_strip(struct host_side *host)
{
    const struct errdiff_ends *ends = &host->ends;
    int columns = errdiff_hybrid_columns(&host->hybrid);
    for (int y = 0; y < host->strip.job.in.height; y++)
        errdiff_row_from_ring(&host->strip, &ends->ring, ends->first - ends->ring.length + 1,
                              ends->first, y, columns);
}

/* Those of its last iterations, for the last stage. */
static void end_strip(struct host_side *host)
{
    const struct errdiff_ends *ends = &host->ends;
    int64_t from = ends->end - ends->ring.length + 1;
    for (int y = 0; y < host->strip.job.in.height; y++)
        errdiff_row_to_ring(&host->strip, &ends->ring, from > ends->first ? from : ends->first,
                            ends->end, y, host->hybrid.split.strip);
}

static void copy_strip(const struct host_side *host, struct errdiff_job *job)
{
    const struct errdiff_hybrid *hybrid = &host->hybrid;
    for (int y = 0; y < job->in.height; y++) {
        int begin, end = errdiff_iterations_columns(&hybrid->knight.iterations, hybrid->first,
                                                    hybrid->end, y, &begin);
        errdiff_processor_copy_result(&host->strip, job, y, begin,
                                      end < hybrid->split.strip ? end : hybrid->split.strip);
    }
    job->run.clamped += host->strip.clamped;
}

static errdiff_status dither_in_stages(struct errdiff_session *session, struct host_side *host,
                                       struct gpu_side *side)
{
    struct errdiff_ends *ends = &host->ends;
    const struct errdiff_knight *knight = &side->hybrid.knight;
    ERRDIFF_TRY(errdiff_session_start(session));
    ERRDIFF_TRY(errdiff_knight_store(session, knight));
    ERRDIFF_TRY(errdiff_ends_before(session, ends, knight->ring.traces));
    begin_strip(host);
    ERRDIFF_TRY(dither_both(session, host, side));
    ERRDIFF_TRY(errdiff_ends_fetch(session, ends, knight->ring.traces));
    end_strip(host);
    ERRDIFF_TRY(errdiff_ends_after(session, ends));
    ERRDIFF_TRY(errdiff_knight_restore(session, knight));
    ERRDIFF_TRY(errdiff_session_download(session));
    errdiff_ends_copy_result(ends, session->job);
    copy_strip(host, session->job);
    return ERRDIFF_OK;
}

/* ---- Memory -------------------------------------------------------------------------------- */

/* Allocates zeroed mapped memory, and sets its addresses on the host and on the GPU. */
static errdiff_status allocate_mapped(struct errdiff_session *session, size_t size, void **of_host,
                                      void **of_gpu)
{
    ERRDIFF_TRY_CUDA(session, cudaHostAlloc(of_host, size, cudaHostAllocMapped),
                     ERRDIFF_ALLOCATION);
    memset(*of_host, 0, size);
    return errdiff_session_check(session, cudaHostGetDevicePointer(of_gpu, *of_host, 0),
                                 ERRDIFF_ALLOCATION);
}

static errdiff_status allocate_crossing(struct errdiff_session *session,
                                        struct errdiff_crossing *of_host,
                                        struct errdiff_crossing *of_gpu, int64_t **memory)
{
    /* One more, since there may be none. */
    size_t size = (errdiff_crossing_size(of_host) + 1) * sizeof **memory;
    ERRDIFF_TRY(allocate_mapped(session, size, (void **)memory, (void **)&of_gpu->words));
    of_host->words = *memory;
    return ERRDIFF_OK;
}

static errdiff_status allocate(struct errdiff_session *session, struct host_side *host,
                               struct gpu_side *side)
{
    struct errdiff_hybrid *hybrid = &side->hybrid;
    host->hybrid = *hybrid;
    ERRDIFF_TRY(allocate_crossing(session, &host->hybrid.to_gpu, &hybrid->to_gpu, &host->to_gpu));
    ERRDIFF_TRY(allocate_crossing(session, &host->hybrid.to_processor, &hybrid->to_processor,
                                  &host->to_processor));
    ERRDIFF_TRY(allocate_mapped(session, sizeof *host->meeting, (void **)&host->meeting,
                                (void **)&side->meeting));
    ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&side->is_stopped,
                                         sizeof *side->is_stopped, true));
    return errdiff_processor_make(&host->strip, session->job, errdiff_host->span_dither,
                                  errdiff_hybrid_columns(hybrid), session->job->in.height)
               ? ERRDIFF_OK
               : ERRDIFF_NO_MEMORY;
}

/* Waits for kernels that may still use the memory. */
static void release(struct errdiff_session *session, struct host_side *host)
{
    (void)cudaStreamSynchronize(session->stream);
    (void)cudaFreeHost(host->to_gpu);
    (void)cudaFreeHost(host->to_processor);
    (void)cudaFreeHost(host->meeting);
    errdiff_processor_release(&host->strip);
    errdiff_ends_release(&host->ends);
}

/* Sets the strip and the group from the environment, or as built in. */
static errdiff_status choose_split(struct errdiff_session *session, int *strip, int *group)
{
    int width = session->job->in.width;
    *group = GROUP;
    *strip = width / STRIP_DIVISOR < STRIP ? width / STRIP_DIVISOR : STRIP;
    ERRDIFF_TRY(
        errdiff_env_number("ERRDIFF_STRIP", 0, ERRDIFF_MAX_SIDE, strip, &session->report->message));
    *strip = *strip < width ? *strip : width;
    return errdiff_env_number("ERRDIFF_GROUP", 1, ERRDIFF_MAX_GROUP, group,
                              &session->report->message);
}

static errdiff_status dither(struct errdiff_session *session)
{
    struct gpu_side side = {};
    struct host_side host = {};
    struct errdiff_knight knight = {};
    int strip, group;
    ERRDIFF_TRY(choose_split(session, &strip, &group));
    ERRDIFF_TRY(errdiff_session_upload(session));
    ERRDIFF_TRY(errdiff_knight_make(session, &knight, true));
    errdiff_hybrid_make(&side.hybrid, &session->device, &knight, strip, group);
    errdiff_status status = errdiff_ends_make(session, &host.ends, &knight.ring);
    side.hybrid.first = host.ends.first;
    side.hybrid.end = host.ends.end;
    if (status == ERRDIFF_OK)
        status = allocate(session, &host, &side);
    if (status == ERRDIFF_OK)
        status = dither_in_stages(session, &host, &side);
    release(session, &host);
    return status;
}

const struct errdiff_cuda_schedule errdiff_hybrid_schedule = {
    errdiff_runs_rows_side_by_side,
    errdiff_run_in_session<dither>,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs iterations one after the other on the GPU, with a kernel for each or one kernel for all. */
#include "iterate.h"

#include "cuda/env_override.h"

enum {
    /* Making a graph takes as long as some thousand launches. */
    ITERATIONS_IN_GRAPH = 256,
    MIN_FOR_GRAPH = 16 * ITERATIONS_IN_GRAPH,
    /* Some milliseconds, after which a cancel is looked for. */
    ITERATIONS_AT_ONCE = 4096,
    THREADS = 128 /* of a thread block */
};

/* What both forms need. */
struct run {
    struct errdiff_session *session;
    const struct errdiff_iteration_kernels *kernels;
    void *schedule;
    int64_t begin, end;
    int threads;     /* of a thread block */
    unsigned blocks; /* enough for the longest iteration */
};

static double share_done(const struct run *run, int64_t t)
{
    return (double)(t - run->begin) / (double)(run->end - run->begin);
}

/* ---- A kernel for each iteration ----------------------------------------------------------- */

__global__ static void advance(int64_t *first)
{
    *first += ITERATIONS_IN_GRAPH;
}

static errdiff_status launch_each(const struct run *run)
{
    for (int64_t t = run->begin; t < run->end; t++) {
        struct errdiff_iteration iteration = {NULL, t};
        run->kernels->launch(run->session, run->schedule, iteration, run->blocks, run->threads);
        ERRDIFF_TRY(errdiff_session_launched(run->session, share_done(run, t + 1)));
    }
    return ERRDIFF_OK;
}

static cudaError_t capture(const struct run *run, int64_t *first, cudaGraphExec_t *graph)
{
    cudaStream_t stream = run->session->stream;
    cudaError_t error = cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    if (error != cudaSuccess)
        return error;
    for (int i = 0; i < ITERATIONS_IN_GRAPH; i++) {
        struct errdiff_iteration iteration = {first, run->begin + i};
        run->kernels->launch(run->session, run->schedule, iteration, run->blocks, run->threads);
    }
    advance<<<1, 1, 0, stream>>>(first);
    cudaGraph_t captured = NULL;
    error = cudaStreamEndCapture(stream, &captured);
    if (error == cudaSuccess)
        error = cudaGraphInstantiate(graph, captured, 0);
    if (captured) {
        cudaError_t destroyed = cudaGraphDestroy(captured);
        error = error == cudaSuccess ? destroyed : error;
    }
    return error;
}

static errdiff_status replay(const struct run *run, cudaGraphExec_t graph)
{
    struct errdiff_session *session = run->session;
    for (int64_t t = run->begin; t < run->end; t += ITERATIONS_IN_GRAPH) {
        ERRDIFF_TRY_CUDA(session, cudaGraphLaunch(graph, session->stream), ERRDIFF_LAUNCH);
        session->launches += ITERATIONS_IN_GRAPH - 1;
        ERRDIFF_TRY(errdiff_session_launched(session, share_done(run, t)));
    }
    return ERRDIFF_OK;
}

/* Long sequences are captured in a graph and replayed, because a launch from a graph takes half the
 * time. */
static errdiff_status launch_all(const struct run *run)
{
    struct errdiff_session *session = run->session;
    if (run->end - run->begin < MIN_FOR_GRAPH)
        return launch_each(run);
    int64_t *first;
    cudaGraphExec_t graph;
    ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&first, sizeof *first, true));
    ERRDIFF_TRY_CUDA(session, capture(run, first, &graph), ERRDIFF_LAUNCH);
    errdiff_status status = replay(run, graph);
    /* A graph that is still running is destroyed when it ends. */
    cudaError_t error = cudaGraphExecDestroy(graph);
    return status != ERRDIFF_OK ? status : errdiff_session_check(session, error, ERRDIFF_RUN);
}

/* ---- One kernel for all iterations --------------------------------------------------------- */

errdiff_status errdiff_iteration_threads(struct errdiff_session *session, int *threads)
{
    *threads = THREADS;
    return errdiff_env_number("ERRDIFF_FRONT_THREADS", 1, ERRDIFF_MAX_ITERATION_THREADS, threads,
                              &session->report->message);
}

errdiff_status errdiff_resident_blocks(struct errdiff_session *session, const void *kernel,
                                       int threads, unsigned wanted, int others, unsigned *blocks)
{
    int multiprocessors, on_each;
    ERRDIFF_TRY_CUDA(session,
                     cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount,
                                            session->workspace->gpu),
                     ERRDIFF_SETUP);
    ERRDIFF_TRY_CUDA(session,
                     cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_each, kernel, threads, 0),
                     ERRDIFF_SETUP);
    int resident = multiprocessors * on_each - others;
    ERRDIFF_TRY(errdiff_env_number("ERRDIFF_RESIDENT_BLOCKS", 1, resident, &resident,
                                   &session->report->message));
    *blocks = wanted < (unsigned)resident ? wanted : (unsigned)resident;
    return ERRDIFF_OK;
}

static errdiff_status run_persistent(const struct run *run)
{
    struct errdiff_session *session = run->session;
    unsigned blocks;
    ERRDIFF_TRY(
        errdiff_resident_blocks(session, run->kernels->all, run->threads, run->blocks, 0, &blocks));
    for (int64_t t = run->begin, end; t < run->end; t = end) {
        end = t + ITERATIONS_AT_ONCE < run->end ? t + ITERATIONS_AT_ONCE : run->end;
        void *arguments[] = {&session->device, run->schedule, &t, &end};
        ERRDIFF_TRY_CUDA(session,
                         cudaLaunchCooperativeKernel(run->kernels->all, dim3(blocks),
                                                     dim3((unsigned)run->threads), arguments, 0,
                                                     session->stream),
                         ERRDIFF_LAUNCH);
        ERRDIFF_TRY_CUDA(session, cudaEventRecord(session->ended, session->stream), ERRDIFF_RUN);
        ERRDIFF_TRY(errdiff_session_wait(session, session->ended, share_done(run, end)));
    }
    return ERRDIFF_OK;
}

errdiff_status errdiff_iterate(struct errdiff_session *session,
                               const struct errdiff_iterations *iterations,
                               const struct errdiff_iteration_kernels *kernels, void *schedule,
                               int64_t begin, int64_t end)
{
    int is_persistent = 1, threads;
    ERRDIFF_TRY(errdiff_iteration_threads(session, &threads));
    struct run run = {
        session, kernels, schedule, begin, end, threads, errdiff_blocks_for(iterations, threads)};
    ERRDIFF_TRY(
        errdiff_env_number("ERRDIFF_PERSISTENT", 0, 1, &is_persistent, &session->report->message));
    return is_persistent ? run_persistent(&run) : launch_all(&run);
}

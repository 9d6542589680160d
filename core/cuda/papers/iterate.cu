/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "iterate.h"

/* Making a graph takes as long as some thousand launches. */
enum { ITERATIONS_IN_GRAPH = 256, MIN_FOR_GRAPH = 16 * ITERATIONS_IN_GRAPH };

typedef void launch_function(struct errdiff_session *session, void *schedule,
                             struct errdiff_iteration iteration);

__global__ static void advance(int64_t *first)
{
    *first += ITERATIONS_IN_GRAPH;
}

static errdiff_status launch_each(struct errdiff_session *session, int64_t count,
                                  launch_function *launch, void *schedule)
{
    for (int64_t t = 0; t < count; t++) {
        struct errdiff_iteration iteration = {NULL, t};
        launch(session, schedule, iteration);
        ERRDIFF_TRY(errdiff_session_launched(session, (double)(t + 1) / (double)count));
    }
    return ERRDIFF_OK;
}

static cudaError_t capture(struct errdiff_session *session, int64_t *first, launch_function *launch,
                           void *schedule, cudaGraphExec_t *graph)
{
    cudaError_t error = cudaStreamBeginCapture(session->stream, cudaStreamCaptureModeThreadLocal);
    if (error != cudaSuccess)
        return error;
    for (int i = 0; i < ITERATIONS_IN_GRAPH; i++) {
        struct errdiff_iteration iteration = {first, i};
        launch(session, schedule, iteration);
    }
    advance<<<1, 1, 0, session->stream>>>(first);
    cudaGraph_t captured = NULL;
    error = cudaStreamEndCapture(session->stream, &captured);
    if (error == cudaSuccess)
        error = cudaGraphInstantiate(graph, captured, 0);
    if (captured) {
        cudaError_t destroyed = cudaGraphDestroy(captured);
        error = error == cudaSuccess ? destroyed : error;
    }
    return error;
}

static errdiff_status replay(struct errdiff_session *session, int64_t count, cudaGraphExec_t graph)
{
    for (int64_t t = 0; t < count; t += ITERATIONS_IN_GRAPH) {
        ERRDIFF_TRY_CUDA(session, cudaGraphLaunch(graph, session->stream), "a graph was launched");
        session->launches += ITERATIONS_IN_GRAPH - 1;
        ERRDIFF_TRY(errdiff_session_launched(session, (double)t / (double)count));
    }
    return ERRDIFF_OK;
}

errdiff_status errdiff_iterate(struct errdiff_session *session, int64_t count,
                               launch_function *launch, void *schedule)
{
    if (count < MIN_FOR_GRAPH)
        return launch_each(session, count, launch, schedule);
    int64_t *first;
    cudaGraphExec_t graph;
    ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&first, sizeof *first, true));
    ERRDIFF_TRY_CUDA(session, capture(session, first, launch, schedule, &graph),
                     "a graph was made");
    errdiff_status status = replay(session, count, graph);
    /* A graph that is still running is destroyed when it ends. */
    cudaError_t error = cudaGraphExecDestroy(graph);
    return status != ERRDIFF_OK ? status
                                : errdiff_session_check(session, error, "a graph was destroyed");
}

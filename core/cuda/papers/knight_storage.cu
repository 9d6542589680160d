/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores an image on the GPU in knight's move order, and puts the result back into raster
 * order. */
#include "knight_storage.h"

#include <stdlib.h>

enum { TILE = ERRDIFF_KNIGHT_TILE, TILE_THREAD_ROWS = 8 };

/* ---- The two orders ------------------------------------------------------------------------ */

/* `in_rows` is the image in raster order, `in_iterations` the same in knight's move order. */
template <typename Sample, int CHANNELS, bool TO_KNIGHT>
__global__ static void __launch_bounds__(TILE *TILE_THREAD_ROWS)
    reorder(struct errdiff_iterations iterations, const int64_t *starts, Sample *in_rows,
            Sample *in_iterations)
{
    /* The extra column avoids bank conflicts in both directions. */
    __shared__ Sample samples[CHANNELS][TILE][TILE + 1];
    struct errdiff_knight_tile tile = errdiff_knight_tile_at(&iterations, blockIdx.x);
    for (int pass = 0; pass < 2; pass++) {
        bool by_rows = TO_KNIGHT == (pass == 0);
        for (int line = threadIdx.y; line < TILE; line += TILE_THREAD_ROWS) {
            int row = by_rows ? line : threadIdx.x, step = by_rows ? threadIdx.x : line;
            int64_t y = tile.first_row + row, t = tile.first_iteration + step;
            int64_t x = errdiff_iterations_column(&iterations, t, y);
            if (y >= iterations.height || x < 0 || x >= iterations.width)
                continue;
            Sample *pixel = by_rows ? in_rows + (y * iterations.width + x) * CHANNELS
                                    : in_iterations + (starts[t] + y) * CHANNELS;
            for (int c = 0; c < CHANNELS; c++) {
                if (pass == 0)
                    samples[c][row][step] = pixel[c];
                else
                    pixel[c] = samples[c][row][step];
            }
        }
        __syncthreads();
    }
}

template <typename Sample, int CHANNELS>
static void launch_reorder(struct errdiff_session *session, const struct errdiff_knight *knight,
                           bool to_knight, void *in_rows, void *in_iterations)
{
    unsigned blocks = (unsigned)errdiff_knight_tile_count(&knight->iterations);
    dim3 threads(TILE, TILE_THREAD_ROWS);
    if (to_knight)
        reorder<Sample, CHANNELS, true><<<blocks, threads, 0, session->stream>>>(
            knight->iterations, knight->starts, (Sample *)in_rows, (Sample *)in_iterations);
    else
        reorder<Sample, CHANNELS, false><<<blocks, threads, 0, session->stream>>>(
            knight->iterations, knight->starts, (Sample *)in_rows, (Sample *)in_iterations);
}

static void launch_for_image(struct errdiff_session *session, const struct errdiff_knight *knight,
                             bool to_knight, const errdiff_image *in_rows, void *in_iterations)
{
    if (in_rows->bits == 8 && in_rows->channels == 1)
        launch_reorder<uint8_t, 1>(session, knight, to_knight, in_rows->data, in_iterations);
    else if (in_rows->bits == 8)
        launch_reorder<uint8_t, 3>(session, knight, to_knight, in_rows->data, in_iterations);
    else if (in_rows->channels == 1)
        launch_reorder<uint16_t, 1>(session, knight, to_knight, in_rows->data, in_iterations);
    else
        launch_reorder<uint16_t, 3>(session, knight, to_knight, in_rows->data, in_iterations);
}

static void launch_all(struct errdiff_session *session, const struct errdiff_knight *knight,
                       bool to_knight)
{
    const struct errdiff_device_job *job = &session->device;
    if (!to_knight) {
        launch_for_image(session, knight, false, &job->out, knight->pixels.out);
        return;
    }
    launch_for_image(session, knight, true, &job->in, (void *)knight->pixels.in);
    if (job->in.mask)
        launch_reorder<uint8_t, 1>(session, knight, true, (void *)job->in.mask,
                                   (void *)knight->pixels.mask);
}

/* Reorders between two events, and adds the time from one to the other to the report. */
static errdiff_status reorder_between(struct errdiff_session *session,
                                      const struct errdiff_knight *knight, bool to_knight,
                                      cudaEvent_t begin, cudaEvent_t end)
{
    float ms = 0;
    ERRDIFF_TRY_CUDA(session, cudaEventRecord(begin, session->stream), ERRDIFF_RUN);
    launch_all(session, knight, to_knight);
    ERRDIFF_TRY_CUDA(session, cudaGetLastError(), ERRDIFF_RUN);
    ERRDIFF_TRY_CUDA(session, cudaEventRecord(end, session->stream), ERRDIFF_RUN);
    ERRDIFF_TRY(errdiff_session_wait(session, end, to_knight ? 0 : 1));
    ERRDIFF_TRY_CUDA(session, cudaEventElapsedTime(&ms, begin, end), ERRDIFF_RUN);
    session->report->reorder_ms += ms;
    return ERRDIFF_OK;
}

static errdiff_status reorder_all(struct errdiff_session *session,
                                  const struct errdiff_knight *knight, bool to_knight)
{
    cudaEvent_t events[2] = {NULL, NULL};
    cudaError_t error = cudaEventCreate(&events[0]);
    if (error == cudaSuccess)
        error = cudaEventCreate(&events[1]);
    errdiff_status status = errdiff_session_check(session, error, ERRDIFF_RUN);
    if (status == ERRDIFF_OK)
        status = reorder_between(session, knight, to_knight, events[0], events[1]);
    for (int i = 0; i < 2; i++)
        if (events[i])
            (void)cudaEventDestroy(events[i]);
    return status;
}

errdiff_status errdiff_knight_store(struct errdiff_session *session,
                                    const struct errdiff_knight *knight)
{
    return reorder_all(session, knight, true);
}

errdiff_status errdiff_knight_restore(struct errdiff_session *session,
                                      const struct errdiff_knight *knight)
{
    return reorder_all(session, knight, false);
}

/* ---- Memory -------------------------------------------------------------------------------- */

static errdiff_status make_starts(struct errdiff_session *session, struct errdiff_knight *knight)
{
    int64_t count = errdiff_iterations_count(&knight->iterations);
    size_t size = (size_t)count * sizeof *knight->starts;
    int64_t *starts = (int64_t *)malloc(size);
    if (!starts)
        return ERRDIFF_NO_MEMORY;
    for (int64_t t = 0; t < count; t++)
        starts[t] = errdiff_knight_start_of_row_0(&knight->iterations, t);
    errdiff_status status =
        errdiff_session_allocate(session, (void **)&knight->starts, size, false);
    if (status == ERRDIFF_OK)
        status = errdiff_session_copy_in(session, (void *)knight->starts, starts, (ptrdiff_t)size,
                                         size, 1);
    free(starts);
    return status;
}

static size_t bytes_of(const errdiff_image *image)
{
    return (size_t)image->stride * (size_t)image->height;
}

static errdiff_status allocate(struct errdiff_session *session, struct errdiff_knight *knight,
                               bool is_shared)
{
    const struct errdiff_device_job *job = &session->device;
    size_t pixels = (size_t)job->in.width * (size_t)job->in.height;
    ERRDIFF_TRY(
        errdiff_session_allocate(session, (void **)&knight->pixels.in, bytes_of(&job->in), false));
    ERRDIFF_TRY(
        errdiff_session_allocate(session, &knight->pixels.out, bytes_of(&job->out), is_shared));
    if (job->in.mask)
        ERRDIFF_TRY(
            errdiff_session_allocate(session, (void **)&knight->pixels.mask, pixels, false));
    return errdiff_session_allocate(
        session, (void **)&knight->ring.traces,
        errdiff_iteration_ring_size(&knight->ring) * sizeof *knight->ring.traces, false);
}

errdiff_status errdiff_knight_make(struct errdiff_session *session, struct errdiff_knight *knight,
                                   bool is_shared)
{
    knight->iterations = errdiff_iterations_of(&session->device);
    knight->ring = errdiff_iteration_ring_of(&session->device);
    ERRDIFF_TRY(make_starts(session, knight));
    return allocate(session, knight, is_shared);
}

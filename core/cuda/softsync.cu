/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cuda-softsync: one launch; warps take bands of rows by ticket, and wait for each other's errors in
 * memory. From Funasaka, Nakano and Ito's single kernel soft synchronisation. Generalised: any kernel,
 * and every part of the rule, in the order of softsync_any_order.h; and, for 8-bit gray pictures, two
 * levels, Floyd and Steinberg's weights, in that of softsync_order.h, which is faster.
 */
#include "schedules.h"
#include "session.h"
#include "softsync_any_run.h"
#include "softsync_gray.cuh"
#include "softsync_levels.h"

#include <stdlib.h>
#include <string.h>

static bool is_floyd_steinberg(const errdiff_kernel *kernel)
{
    static const errdiff_tap taps[] = {{1, 0, 7}, {-1, 1, 3}, {0, 1, 5}, {1, 1, 1}};
    return kernel->divisor == 16 && kernel->tap_count == 4 &&
           memcmp(kernel->taps, taps, sizeof taps) == 0;
}

static bool is_for_gray(const struct errdiff_job *job)
{
    return job->is_plain && !job->in.mask && job->in.channels == 1 && job->in.bits == 8 &&
           job->quantizers[0].level_count == 2 && job->strength == 100 &&
           is_floyd_steinberg(&job->kernel);
}

template <int LAST> static cudaError_t launch(const struct soft_job *job, cudaStream_t stream)
{
    const size_t memory = sizeof(struct soft_shared);
    cudaError_t error = cudaFuncSetAttribute(
        soft_run<LAST>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)memory);
    if (error == cudaSuccess)
        soft_run<LAST><<<errdiff_soft_blocks(job->height), SOFT_THREADS, memory, stream>>>(*job);
    return error;
}

static cudaError_t launch_by_width(const struct soft_job *job, cudaStream_t stream)
{
    switch ((job->width - 1) % ERRDIFF_SOFT_GROUP) {
    case 0:
        return launch<0>(job, stream);
    case 1:
        return launch<1>(job, stream);
    case 2:
        return launch<2>(job, stream);
    default:
        return launch<3>(job, stream);
    }
}

static errdiff_status dither_gray(struct errdiff_session *session)
{
    ERRDIFF_TRY(errdiff_session_upload(session));
    const errdiff_image *in = &session->device.in, *out = &session->device.out;
    const size_t width = (size_t)in->width, height = (size_t)in->height;
    struct soft_job job = {};
    job.width = in->width;
    job.height = in->height;
    const size_t pitch = (size_t)errdiff_soft_pitch(job.width);
    const size_t size = pitch * (size_t)errdiff_soft_rows(job.height);
    const size_t words = (size_t)errdiff_soft_words(job.width) * errdiff_soft_blocks(job.height);
    ERRDIFF_TRY(
        errdiff_session_allocate(session, (void **)&job.words, words * sizeof *job.words, true));
    ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&job.ticket, sizeof *job.ticket, true));

    /* The kernel moves whole tiles. */
    const bool is_whole = size == width * height;
    uint8_t *tiles_in = (uint8_t *)in->data, *tiles_out = (uint8_t *)out->data;
    if (!is_whole) {
        ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&tiles_in, size, true));
        ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&tiles_out, size, false));
        ERRDIFF_TRY_CUDA(session,
                         cudaMemcpy2DAsync(tiles_in, pitch, in->data, width, width, height,
                                           cudaMemcpyDeviceToDevice, session->stream),
                         "the picture was laid out");
    }
    job.in = tiles_in;
    job.out = tiles_out;

    ERRDIFF_TRY(errdiff_session_start(session));
    ERRDIFF_TRY_CUDA(session, launch_by_width(&job, session->stream), "a kernel was launched");
    ERRDIFF_TRY(errdiff_session_launched(session, 1));
    if (!is_whole)
        ERRDIFF_TRY_CUDA(session,
                         cudaMemcpy2DAsync(out->data, width, tiles_out, pitch, width, height,
                                           cudaMemcpyDeviceToDevice, session->stream),
                         "the result was laid out");
    return errdiff_session_download(session);
}

static errdiff_status dither(struct errdiff_session *session)
{
    const struct errdiff_job *job = session->job;
    int device = 0, major = 0;
    ERRDIFF_TRY_CUDA(session, cudaGetDevice(&device), "the job was set up");
    ERRDIFF_TRY_CUDA(session,
                     cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device),
                     "the job was set up");
    if (getenv(ERRDIFF_BANDS_BY_HAND))
        return errdiff_softsync_any_dither(session);
    if (major >= 8 && is_for_gray(job))
        return dither_gray(session);
    return errdiff_softsync_levels_can_run(job) ? errdiff_softsync_levels_dither(session)
                                                : errdiff_softsync_any_dither(session);
}

static errdiff_status run(struct errdiff_job *job, errdiff_report *report)
{
    return errdiff_session_run(job, report, dither);
}

const struct errdiff_cuda_schedule errdiff_cuda_softsync_schedule = {
    "cuda-softsync",
    errdiff_runs_rows_side_by_side,
    run,
};

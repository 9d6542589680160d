/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The host's side of the variant of cuda-softsync for 8-bit gray, two levels and Floyd–Steinberg
 * weights. */
#include "softsync_variants.h"

#include "bits.h"
#include "in_slices.h"
#include "rule/sample.h"
#include "softsync_gray.cuh"

bool errdiff_softsync_gray_can_run(const struct errdiff_job *job)
{
    return job->analysis.has_fast_path && !job->analysis.has_mask && job->in.channels == 1 &&
           job->in.bits == 8 && job->rule.quantizers[0].level_count == 2 &&
           errdiff_passes_all(&job->rule) &&
           job->analysis.kernel.known == ERRDIFF_KERNEL_FLOYD_STEINBERG &&
           job->analysis.kernel.has_known_divisor;
}

template <int LAST>
static cudaError_t launch(const struct gray_job *job, int blocks, cudaStream_t stream)
{
    const size_t memory = sizeof(struct gray_shared);
    cudaError_t error = cudaFuncSetAttribute(
        gray_run<LAST>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)memory);
    if (error == cudaSuccess)
        gray_run<LAST><<<blocks, GRAY_THREADS, memory, stream>>>(*job);
    return error == cudaSuccess ? cudaGetLastError() : error;
}

static cudaError_t launch_slice(const struct errdiff_slice_plan *plan,
                                const struct errdiff_slice_part *part, cudaStream_t stream)
{
    struct gray_job job = {};
    job.in = plan->up[0].slots;
    job.out = (uint32_t *)(void *)plan->out;
    job.words = (uint64_t *)plan->blocks;
    job.ticket = plan->ticket;
    job.ring = plan->ring;
    job.width = plan->job->in.width;
    job.height = plan->job->in.height;
    switch ((job.width - 1) % ERRDIFF_GRAY_GROUP) {
    case 0:
        return launch<0>(&job, part->count, stream);
    case 1:
        return launch<1>(&job, part->count, stream);
    case 2:
        return launch<2>(&job, part->count, stream);
    default:
        return launch<3>(&job, part->count, stream);
    }
}

static void deliver(const struct errdiff_slice_plan *plan, int y, const uint8_t *row)
{
    errdiff_bits_expand((const struct errdiff_bits *)plan->more, row,
                        (uint8_t *)errdiff_row(&plan->job->out, y, 0),
                        (size_t)plan->job->out.width);
}

errdiff_status errdiff_softsync_gray_dither(struct errdiff_session *session)
{
    const errdiff_image *in = &session->job->in;
    const struct errdiff_quantizer *quantizer = &session->job->rule.quantizers[0];
    struct errdiff_bits bits;
    errdiff_bits_prepare(&bits, (uint8_t)quantizer->output[0], (uint8_t)quantizer->output[1]);
    struct errdiff_slice_plan plan = {};
    plan.job = session->job;
    plan.block_rows = ERRDIFF_GRAY_ROWS * ERRDIFF_GRAY_WARPS;
    plan.up[0].data = in->data;
    plan.up[0].stride = in->stride;
    plan.up[0].row_bytes = (size_t)in->width;
    plan.up[0].pitch = (size_t)errdiff_gray_pitch(in->width);
    plan.up_count = 1;
    plan.out_pitch = (size_t)errdiff_gray_out_words(in->width) * sizeof(uint32_t);
    plan.block_bytes = (size_t)errdiff_gray_words(in->width) * sizeof(uint64_t);
    plan.launch = launch_slice;
    plan.deliver = deliver;
    plan.more = &bits;
    return errdiff_run_in_slices(session, &plan);
}

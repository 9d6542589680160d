/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The host's side of the general variant of cuda-softsync. A block of slices.h is a band. */
#include "softsync_variants.h"

#include "env_override.h"
#include "in_slices.h"
#include "softsync_any.cuh"

typedef void band_kernel(struct band_job args);

/* Most named kernels have at most 4 or at most 12 taps. */
template <int CHANNELS, enum band_variant VARIANT> static band_kernel *kernel_by_taps(int taps)
{
    return taps <= 4    ? band_run<CHANNELS, VARIANT, 4>
           : taps <= 12 ? band_run<CHANNELS, VARIANT, 12>
                        : band_run<CHANNELS, VARIANT, 0>;
}

/* Returns the most specialised kernel for the job. */
static band_kernel *kernel_for(const struct errdiff_device_job *job)
{
    bool is_usual = !job->rule.tone_weights && !errdiff_has_offsets(&job->rule);
    if (is_usual && job->rule.is_exhaustive)
        return kernel_by_taps<3, BAND_FEW_COLORS>(job->tap_count);
    if (is_usual && job->rule.search)
        return kernel_by_taps<3, BAND_PALETTE>(job->tap_count);
    if (is_usual)
        return job->rule.channels == 1 ? kernel_by_taps<1, BAND_LEVELS>(job->tap_count)
                                       : kernel_by_taps<3, BAND_LEVELS>(job->tap_count);
    return job->rule.channels == 1 ? band_run<1, BAND_ANY, 0> : band_run<3, BAND_ANY, 0>;
}

static size_t slot_bytes(const struct errdiff_bands *bands)
{
    return errdiff_bands_slots_size(bands) * sizeof(int32_t);
}

/* Chooses as many rows for a band as shared memory allows. Sets *count to the number of bands in a
 * slice if the environment says so. */
static errdiff_status choose_bands(struct errdiff_session *session, struct errdiff_bands *bands,
                                   int *count)
{
    int rows = ERRDIFF_BAND_LANES, device = 0, max_shared = 0;
    ERRDIFF_TRY(errdiff_env_size(ERRDIFF_BANDS_VARIABLE, ERRDIFF_MAX_SIDE, ERRDIFF_BAND_LANES,
                                 count, &rows, &session->report->message));
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error =
            cudaDeviceGetAttribute(&max_shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    ERRDIFF_TRY_CUDA(session, error, "the job was set up");
    const size_t max_bytes = (size_t)max_shared - ERRDIFF_BAND_CHUNK * ERRDIFF_BAND_LANES * 8;

    int tried = ERRDIFF_BAND_LANES;
    while (tried > rows)
        tried /= 2;
    for (*bands = errdiff_bands_of(&session->device, tried);
         tried > 1 && slot_bytes(bands) > max_bytes;)
        *bands = errdiff_bands_of(&session->device, tried /= 2);
    return ERRDIFF_OK;
}

static errdiff_status set_up(struct errdiff_session *session, struct band_job *args)
{
    args->job = session->device;
    args->job.rule.is_exhaustive = errdiff_bands_is_exhaustive(session->job);
    const size_t words = errdiff_bands_words(&args->bands);
    if (words > 0)
        ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&args->words,
                                             words * sizeof *args->words, true));
    ERRDIFF_TRY_CUDA(session,
                     cudaFuncSetAttribute(kernel_for(&args->job),
                                          cudaFuncAttributeMaxDynamicSharedMemorySize,
                                          (int)slot_bytes(&args->bands)),
                     "the job was set up");
    errdiff_bands_taps_make(args->taps, &args->job, &args->bands);
    return ERRDIFF_OK;
}

/* The kernel argument for a part of a slice. */
static struct band_job bands_of(const struct errdiff_slice_plan *plan,
                                const struct errdiff_slice_part *part)
{
    struct band_job args = *(const struct band_job *)plan->more;
    args.job.in.data = errdiff_slice_row_0(plan->up[0].slots, plan->up[0].pitch, plan, part);
    args.job.in.mask = plan->up_count < 2
                           ? NULL
                           : errdiff_slice_row_0(plan->up[1].slots, plan->up[1].pitch, plan, part);
    args.job.out.data = errdiff_slice_row_0(plan->out, plan->out_pitch, plan, part);
    args.inputs = (uint64_t *)plan->blocks;
    args.levels = (uint32_t *)(args.inputs + errdiff_bands_places(&args.bands, plan->ring));
    args.ticket = plan->ticket;
    args.ring = plan->ring;
    args.first_band = part->first;
    args.band_count = part->count;
    return args;
}

static unsigned at_most(int64_t count, unsigned max)
{
    return count < max ? (unsigned)count : max;
}

static cudaError_t order_inputs(const struct errdiff_slice_plan *plan,
                                const struct errdiff_slice_part *part, cudaStream_t stream)
{
    const struct band_job args = bands_of(plan, part);
    const int64_t steps_at_once = BAND_COPY_THREADS / args.bands.rows;
    const dim3 grid(at_most((args.bands.end_step - 1) / steps_at_once + 1, 1 << 16),
                    at_most(part->count, 1 << 15));
    band_order_inputs<<<grid, BAND_COPY_THREADS, 0, stream>>>(args);
    return cudaGetLastError();
}

static cudaError_t run(const struct errdiff_slice_plan *plan, const struct errdiff_slice_part *part,
                       cudaStream_t stream)
{
    const struct band_job args = bands_of(plan, part);
    const size_t memory = slot_bytes(&args.bands);
    kernel_for(&args.job)<<<(unsigned)part->count, ERRDIFF_BAND_LANES, memory, stream>>>(args);
    return cudaGetLastError();
}

static cudaError_t order_outputs(const struct errdiff_slice_plan *plan,
                                 const struct errdiff_slice_part *part, cudaStream_t stream)
{
    const struct band_job args = bands_of(plan, part);
    const dim3 grid(at_most((args.bands.width - 1) / BAND_COPY_THREADS + 1, 1 << 16),
                    at_most((int64_t)part->count * args.bands.rows, 1 << 15));
    band_order_outputs<<<grid, BAND_COPY_THREADS, 0, stream>>>(args);
    return cudaGetLastError();
}

/* Rows without gaps on the device, as the kernels expect them. */
static struct errdiff_rows_up rows_up(const void *data, ptrdiff_t stride, size_t row_bytes)
{
    struct errdiff_rows_up rows = {};
    rows.data = data;
    rows.stride = stride;
    rows.row_bytes = rows.pitch = row_bytes;
    return rows;
}

errdiff_status errdiff_softsync_any_dither(struct errdiff_session *session)
{
    const errdiff_image *in = &session->job->in, *out = &session->job->out;
    const size_t width = (size_t)in->width;
    struct errdiff_slice_plan plan = {};
    struct band_job args = {};
    ERRDIFF_TRY(choose_bands(session, &args.bands, &plan.slice_blocks));
    ERRDIFF_TRY(set_up(session, &args));
    ERRDIFF_TRY(errdiff_cancel_word_make(session, &plan.cancel));
    args.cancel = plan.cancel;

    plan.job = session->job;
    plan.block_rows = args.bands.rows;
    plan.at_once = errdiff_bands_at_once(&args.bands);
    plan.up[plan.up_count++] =
        rows_up(in->data, in->stride, width * (size_t)in->channels * (size_t)(in->bits / 8));
    if (in->mask)
        plan.up[plan.up_count++] = rows_up(in->mask, in->mask_stride, width);
    plan.out_pitch = width * (size_t)out->channels * (size_t)(out->bits / 8);
    plan.block_bytes =
        errdiff_bands_places(&args.bands, 1) * (sizeof *args.inputs + sizeof *args.levels);
    plan.before = order_inputs;
    plan.launch = run;
    plan.after = order_outputs;
    plan.deliver = errdiff_slice_deliver;
    plan.more = &args;
    return errdiff_run_in_slices(session, &plan);
}

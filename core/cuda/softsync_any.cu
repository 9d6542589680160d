/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The host's side of the general variant of cuda-softsync. A block of slices.h is a band. */
#include "softsync_variants.h"

#include "device.h"
#include "env_override.h"
#include "softsync_any.cuh"

typedef void band_kernel(struct band_job args);

/* Most named kernels have at most 4 or at most 12 taps. */
template <int CHANNELS, enum band_variant VARIANT> static band_kernel *kernel_by_taps(int taps)
{
    return taps <= 4    ? band_run<CHANNELS, VARIANT, 4>
           : taps <= 12 ? band_run<CHANNELS, VARIANT, 12>
                        : band_run<CHANNELS, VARIANT, 0>;
}

/* Returns the most specialized kernel for the job. */
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

static size_t slot_bytes(const struct errdiff_any_bands *bands)
{
    return errdiff_any_bands_slots_size(bands) * sizeof(int32_t);
}

/* Chooses as many rows for a band as shared memory allows. Sets *count to the number of bands in a
 * slice if the environment says so. */
static errdiff_status choose_bands(struct errdiff_session *session, struct errdiff_any_bands *bands,
                                   int *count)
{
    int rows = ERRDIFF_BAND_LANES, max_shared = 0;
    ERRDIFF_TRY(errdiff_env_size(ERRDIFF_BANDS_VARIABLE, ERRDIFF_MAX_SIDE, ERRDIFF_BAND_LANES,
                                 count, &rows, &session->report->message));
    ERRDIFF_TRY_CUDA(session,
                     cudaDeviceGetAttribute(&max_shared, cudaDevAttrMaxSharedMemoryPerBlockOptin,
                                            session->workspace->gpu),
                     ERRDIFF_SETUP);
    const size_t max_bytes = (size_t)max_shared - ERRDIFF_BAND_CHUNK * ERRDIFF_BAND_LANES * 8;

    int tried = ERRDIFF_BAND_LANES;
    while (tried > rows)
        tried /= 2;
    for (*bands = errdiff_any_bands_of(&session->device, tried);
         tried > 1 && slot_bytes(bands) > max_bytes;)
        *bands = errdiff_any_bands_of(&session->device, tried /= 2);
    return ERRDIFF_OK;
}

static errdiff_status set_up(struct errdiff_session *session, struct band_job *args)
{
    const struct errdiff_any_bands *bands = &args->images.bands;
    struct errdiff_device_job *job = &args->images.job;
    *job = session->device;
    job->rule.is_exhaustive = errdiff_any_bands_is_exhaustive(session->job);
    const size_t words = errdiff_any_bands_words(bands);
    if (words > 0)
        ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&args->words,
                                             words * sizeof *args->words, true));
    ERRDIFF_TRY_CUDA(
        session,
        errdiff_device_allow_shared_memory((const void *)kernel_for(job), slot_bytes(bands)),
        ERRDIFF_SETUP);
    errdiff_any_bands_taps_make(args->taps, job, bands);
    return ERRDIFF_OK;
}

static cudaError_t run(const struct errdiff_slice_plan *plan, const struct errdiff_slice_part *part,
                       cudaStream_t stream)
{
    struct band_job args = *(const struct band_job *)plan->more;
    errdiff_band_images_set(&args.images, plan, part);
    args.ticket = plan->ticket;
    const size_t memory = slot_bytes(&args.images.bands);
    kernel_for(&args.images.job)<<<(unsigned)part->count, ERRDIFF_BAND_LANES, memory, stream>>>(
        args);
    return cudaGetLastError();
}

errdiff_status errdiff_softsync_any_dither(struct errdiff_session *session)
{
    struct errdiff_slice_plan plan = {};
    struct band_job args = {};
    ERRDIFF_TRY(choose_bands(session, &args.images.bands, &plan.slice_blocks));
    ERRDIFF_TRY(set_up(session, &args));
    ERRDIFF_TRY(errdiff_cancel_word_make(session, &plan.cancel));
    args.cancel = plan.cancel;
    plan.launch = run;
    plan.more = &args;
    return errdiff_run_bands_in_slices(session, &plan);
}

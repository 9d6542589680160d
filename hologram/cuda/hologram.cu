/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Holograms on the GPU: the soft-synchronized kernel of section 3.2 of Lagrange, Gilles, Heggarty,
 * Fracasso 2024, in which warps take groups of rows and wait for each other's errors in memory.
 * Generalized to any number of weights at any offsets, known only at run time, which may differ
 * from hogel to hogel.
 */
#include "hologram.h"

#include "cuda/device.h"
#include "cuda/fault.h"
#include "cuda/session.h"
#include "hologram.cuh"

#include <stdlib.h>

typedef void hologram_kernel(struct hologram_work work);

/* Two instances of the kernel, and the number of taps they have room for. */
struct hologram_variant {
    int early, row;         /* early taps, taps in the pixel's own row; 0: any number */
    hologram_kernel *usual; /* if is_usual() holds for the quantizer */
    hologram_kernel *any;
};

/* The first variant with enough room is used. They suit 12 and 27 weights, each with a slope above
 * 1 and with slope 1. */
static const struct hologram_variant variants[] = {
    {8, 2, hologram_run<8, 2, true>, hologram_run<8, 2, false>},
    {8, 3, hologram_run<8, 3, true>, hologram_run<8, 3, false>},
    {22, 4, hologram_run<22, 4, true>, hologram_run<22, 4, false>},
    {22, 5, hologram_run<22, 5, true>, hologram_run<22, 5, false>},
    {0, 0, hologram_run<0, 0, false>, hologram_run<0, 0, false>},
};

/* The size of the tap table of a band, in bytes. */
static size_t table_bytes_of(const struct errdiff_gpu_hologram_bands *bands,
                             const struct hologram_variant *variant)
{
    const struct errdiff_gpu_hologram_band_hogels hogels =
        errdiff_gpu_hologram_bands_hogels_of(bands, 0);
    return variant->early == 0
               ? 0
               : (size_t)hogels.rows * (size_t)hogels.columns *
                     (size_t)errdiff_gpu_hologram_bands_taps(variant->early, variant->row) *
                     HOLOGRAM_TAP_BYTES;
}

static bool is_usual(const struct errdiff_hologram_quantizer *quantizer)
{
    return !quantizer->is_real && !quantizer->error_is_from_hologram && !quantizer->values &&
           quantizer->levels <= HOLOGRAM_USUAL_LEVELS;
}

static size_t shared_bytes_of(const struct hologram_work *work,
                              const struct hologram_variant *variant)
{
    const bool has_values = variant->early > 0 && is_usual(&work->quantizer);
    size_t values = has_values ? (size_t)work->quantizer.levels + 1 : 0;
    return table_bytes_of(&work->bands, variant) +
           ((size_t)errdiff_gpu_hologram_bands_slots_size(&work->bands) + values) *
               sizeof(errdiff_complex);
}

static bool has_room(const struct hologram_variant *variant, const struct hologram_work *work,
                     size_t shared_bytes)
{
    const struct errdiff_gpu_hologram_bands *bands = &work->bands;
    return variant->early >= bands->early_taps && variant->row >= bands->row_taps &&
           bands->hogel >= HOLOGRAM_MIN_HOGEL &&
           table_bytes_of(bands, variant) <= HOLOGRAM_TABLE_BYTES &&
           shared_bytes_of(work, variant) <= shared_bytes;
}

/* Limits of the device. Shared memory is in bytes. */
struct limits {
    size_t block; /* for a block, besides the kernel's static shared memory */
    size_t multiprocessor;
    int multiprocessors;
};

static errdiff_status get_limits(struct errdiff_session *session, struct limits *limits)
{
    int device = 0, block = 0, multiprocessor = 0;
    cudaFuncAttributes attributes; /* the same for all instances */
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&block, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&multiprocessor, cudaDevAttrMaxSharedMemoryPerMultiprocessor,
                                       device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&limits->multiprocessors, cudaDevAttrMultiProcessorCount,
                                       device);
    if (error == cudaSuccess)
        error = cudaFuncGetAttributes(&attributes, variants[0].usual);
    ERRDIFF_TRY_CUDA(session, error, ERRDIFF_SETUP);
    limits->block = (size_t)block - attributes.sharedSizeBytes;
    limits->multiprocessor = (size_t)multiprocessor;
    return ERRDIFF_OK;
}

static const struct hologram_variant *choose_variant(const struct hologram_work *work,
                                                     const struct limits *limits)
{
    const struct hologram_variant *variant = variants;
    while (variant->early > 0 && !has_room(variant, work, limits->block))
        variant++;
    return variant;
}

/* Roughly how many bands run concurrently. Each starts behind the one above by the skew of all its
 * lanes plus a chunk or two. */
static int bands_at_once(const struct errdiff_gpu_hologram_bands *bands)
{
    int behind =
        ERRDIFF_GPU_HOLOGRAM_BAND_LANES * bands->skew + 2 * ERRDIFF_GPU_HOLOGRAM_BAND_CHUNK;
    return (bands->end_step - bands->first_step) / behind + 1;
}

/* Reserves more than half of a multiprocessor's shared memory for each block, if there are enough
 * multiprocessors. Otherwise neighboring bands, which run at the same time, would share a
 * multiprocessor and slow each other down. */
static errdiff_status take_shared_memory(struct errdiff_session *session, hologram_kernel *kernel,
                                         const struct hologram_work *work,
                                         const struct limits *limits, size_t *size)
{
    const size_t half = limits->multiprocessor / 2;
    if (*size > limits->block)
        return errdiff_host->fail(session->message, ERRDIFF_CANNOT_RUN,
                                  "the GPU has too little shared memory for these weights");
    if (*size < half && bands_at_once(&work->bands) <= limits->multiprocessors)
        *size = half < limits->block ? half : limits->block;
    ERRDIFF_TRY_CUDA(session, errdiff_device_allow_shared_memory((const void *)kernel, *size),
                     ERRDIFF_SETUP);
    return ERRDIFF_OK;
}

static errdiff_status upload_taps(struct errdiff_session *session,
                                  const struct errdiff_hologram_job *job,
                                  struct hologram_work *work)
{
    size_t hogels = (size_t)job->hogel_columns * (size_t)job->hogel_rows;
    size_t count = (size_t)errdiff_gpu_hologram_bands_taps(work->early, work->row);
    struct errdiff_gpu_hologram_band_tap *taps =
        (struct errdiff_gpu_hologram_band_tap *)malloc(hogels * count * sizeof *taps);
    if (!taps)
        return ERRDIFF_NO_MEMORY;
    for (size_t i = 0; i < hogels; i++)
        errdiff_gpu_hologram_bands_taps_make(taps + i * count, &job->weights[i], &work->bands,
                                             work->early, work->row);
    const void *copy = NULL;
    errdiff_status status =
        errdiff_session_upload_table(session, taps, hogels * count * sizeof *taps, &copy);
    work->taps = (const struct errdiff_gpu_hologram_band_tap *)copy;
    free(taps);
    return status;
}

static errdiff_status upload_values(struct errdiff_session *session, struct hologram_work *work)
{
    struct errdiff_hologram_quantizer *quantizer = &work->quantizer;
    const void *copy = NULL;
    if (!quantizer->values)
        return ERRDIFF_OK;
    ERRDIFF_TRY(errdiff_session_upload_table(
        session, quantizer->values, (size_t)quantizer->levels * sizeof *quantizer->values, &copy));
    quantizer->values = (const errdiff_complex *)copy;
    return ERRDIFF_OK;
}

static errdiff_status make_words(struct errdiff_session *session, struct hologram_work *work)
{
    size_t size = errdiff_gpu_hologram_bands_words(&work->bands) * sizeof *work->words;
    if (size == 0)
        return ERRDIFF_OK;
    ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&work->words, size, false));
    ERRDIFF_TRY_CUDA(session, cudaMemsetAsync(work->words, 0xFF, size, session->stream),
                     ERRDIFF_ALLOCATION);
    return ERRDIFF_OK;
}

static errdiff_status upload_hologram(struct errdiff_session *session, const errdiff_field *field,
                                      struct hologram_work *work)
{
    void *copy = NULL;
    size_t row = (size_t)field->width * sizeof *field->values;
    ERRDIFF_TRY(errdiff_session_allocate(session, &copy, row * (size_t)field->height, false));
    work->hologram = (const errdiff_complex *)copy;
    ERRDIFF_TRY_CUDA(session, errdiff_fault("memory", cudaErrorMemoryAllocation, cudaSuccess),
                     ERRDIFF_ALLOCATION);
    ERRDIFF_TRY(errdiff_session_allocate(
        session, (void **)&work->levels,
        (size_t)field->width * (size_t)field->height * sizeof *work->levels, false));
    return errdiff_session_copy_in(session, copy, field->values, (ptrdiff_t)row, row,
                                   field->height);
}

static errdiff_status download(struct errdiff_session *session, const struct hologram_work *work,
                               uint16_t *levels, errdiff_hologram_report *report)
{
    size_t row = (size_t)work->bands.width * sizeof *levels;
    unsigned long long clipped = 0;
    ERRDIFF_TRY(errdiff_session_copy_out(session, levels, (ptrdiff_t)row, work->levels, row,
                                         work->bands.height));
    cudaError_t error = cudaMemcpyAsync(&clipped, work->clipped, sizeof clipped,
                                        cudaMemcpyDeviceToHost, session->stream);
    if (error == cudaSuccess)
        error = cudaStreamSynchronize(session->stream);
    error = errdiff_fault("lost-late", cudaErrorECCUncorrectable, error);
    ERRDIFF_TRY_CUDA(session, error, ERRDIFF_DOWNLOAD);
    report->clipped = (int64_t)clipped;
    return ERRDIFF_OK;
}

static errdiff_status quantize(struct errdiff_session *session,
                               const struct errdiff_hologram_job *job, uint16_t *levels,
                               errdiff_hologram_report *report)
{
    struct hologram_work work = {};
    int *cancel = NULL;
    struct limits limits;
    ERRDIFF_TRY(get_limits(session, &limits));
    work.bands = errdiff_gpu_hologram_bands_of(job);
    work.quantizer = job->quantizer;
    work.sure = errdiff_hologram_sure_of(job->quantizer.levels);
    const struct hologram_variant *variant = choose_variant(&work, &limits);
    work.early = variant->early > 0 ? variant->early : work.bands.early_taps;
    work.row = variant->early > 0 ? variant->row : work.bands.row_taps;
    work.table_bytes = (unsigned)table_bytes_of(&work.bands, variant);
    hologram_kernel *kernel = is_usual(&job->quantizer) ? variant->usual : variant->any;
    ERRDIFF_TRY(upload_hologram(session, &job->hologram, &work));
    ERRDIFF_TRY(upload_taps(session, job, &work));
    ERRDIFF_TRY(upload_values(session, &work));
    ERRDIFF_TRY(make_words(session, &work));
    ERRDIFF_TRY(
        errdiff_session_allocate(session, (void **)&work.ticket, sizeof *work.ticket, true));
    ERRDIFF_TRY(
        errdiff_session_allocate(session, (void **)&work.clipped, sizeof *work.clipped, true));
    ERRDIFF_TRY(errdiff_cancel_word_make(session, &cancel));
    work.cancel = cancel;
    size_t shared_bytes = shared_bytes_of(&work, variant);
    ERRDIFF_TRY(take_shared_memory(session, kernel, &work, &limits, &shared_bytes));
    ERRDIFF_TRY(errdiff_session_start(session));
    kernel<<<(unsigned)errdiff_gpu_hologram_bands_count(&work.bands), HOLOGRAM_THREADS,
             shared_bytes, session->stream>>>(work);
    ERRDIFF_TRY(errdiff_session_launched(session, 1));
    ERRDIFF_TRY(errdiff_cancel_word_wait(session, cancel));
    ERRDIFF_TRY(errdiff_session_end(session, &report->kernel_ms));
    return download(session, &work, levels, report);
}

errdiff_status errdiff_hologram_on_gpu(const struct errdiff_hologram_job *job,
                                       struct errdiff_threads threads, uint16_t *levels,
                                       errdiff_hologram_report *report)
{
    struct errdiff_session session = {};
    struct errdiff_progress_state progress = {};
    progress.callback = job->progress;
    progress.user = job->progress_user;
    session.message = &report->message;
    session.threads = threads;
    session.copied_by = &report->threads;
    session.progress = &progress;
    errdiff_status status = errdiff_session_open(&session);
    if (status == ERRDIFF_OK)
        status = quantize(&session, job, levels, report);
    errdiff_session_close(&session);
    return status;
}

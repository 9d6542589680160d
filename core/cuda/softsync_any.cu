/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The host's side of cuda-softsync's general form. Bands that follow each other are run by one launch
 * for as many as memory is set apart for; the words between them outlive it.
 */
#include "softsync_any_run.h"

#include "by_hand.h"
#include "cancel_word.h"
#include "softsync_any.cuh"

/* Of pixels in the order in which they are taken; more bands than run at a time in most pictures. */
static const size_t MOST_PIXEL_BYTES = (size_t)4 << 30;

typedef void band_kernel(struct band_job of);

/* The named kernels have 4 taps or 12 at most, but for a few. */
template <int CHANNELS, enum band_form FORM> static band_kernel *kernel_by_taps(int taps)
{
    return taps <= 4    ? band_run<CHANNELS, FORM, 4>
           : taps <= 12 ? band_run<CHANNELS, FORM, 12>
                        : band_run<CHANNELS, FORM, 0>;
}

/* The kernel that knows most of the job. */
static band_kernel *kernel_for(const struct errdiff_device_job *job)
{
    bool is_usual = !job->by_tone && job->decision.noise == 0 && !job->decision.modulation;
    if (is_usual && job->decision.looks_at_all)
        return kernel_by_taps<3, BAND_FEW_COLOURS>(job->tap_count);
    if (is_usual && job->decision.search)
        return kernel_by_taps<3, BAND_PALETTE>(job->tap_count);
    if (is_usual)
        return job->channels == 1 ? kernel_by_taps<1, BAND_LEVELS>(job->tap_count)
                                  : kernel_by_taps<3, BAND_LEVELS>(job->tap_count);
    return job->channels == 1 ? band_run<1, BAND_ANY, 0> : band_run<3, BAND_ANY, 0>;
}

static size_t slot_bytes(const struct errdiff_bands *bands)
{
    return errdiff_bands_slots_size(bands) * sizeof(int32_t);
}

/* As many rows a band as there is shared memory for. */
static errdiff_status choose_bands(struct errdiff_session *session, struct band_job *of,
                                   int *band_count)
{
    int rows = ERRDIFF_BAND_LANES, device = 0, most_shared = 0;
    *band_count = ERRDIFF_MAX_SIDE;
    ERRDIFF_TRY(errdiff_size_by_hand(ERRDIFF_BANDS_BY_HAND, ERRDIFF_MAX_SIDE, ERRDIFF_BAND_LANES,
                                     band_count, &rows, &session->report->message));
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error =
            cudaDeviceGetAttribute(&most_shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    ERRDIFF_TRY_CUDA(session, error, "the job was set up");
    const size_t most = (size_t)most_shared - ERRDIFF_BAND_CHUNK * ERRDIFF_BAND_LANES * 8;

    int tried = ERRDIFF_BAND_LANES;
    while (tried > rows)
        tried /= 2;
    for (of->bands = errdiff_bands_of(&session->device, tried);
         tried > 1 && slot_bytes(&of->bands) > most;)
        of->bands = errdiff_bands_of(&session->device, tried /= 2);

    const size_t band_bytes =
        errdiff_bands_places(&of->bands, 1) * (sizeof *of->inputs + sizeof *of->levels);
    const size_t at_once = MOST_PIXEL_BYTES / band_bytes + 1;
    if ((size_t)*band_count > at_once)
        *band_count = (int)at_once;
    if (*band_count > errdiff_bands_count(&of->bands))
        *band_count = errdiff_bands_count(&of->bands);
    return ERRDIFF_OK;
}

static errdiff_status set_up(struct errdiff_session *session, struct band_job *of, int band_count)
{
    const size_t places = errdiff_bands_places(&of->bands, band_count);
    of->job = session->device;
    of->job.decision.looks_at_all = errdiff_bands_looks_at_all(session->job);
    const size_t words = errdiff_bands_words(&of->bands);
    ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&of->inputs, places * sizeof *of->inputs,
                                         false));
    ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&of->levels, places * sizeof *of->levels,
                                         false));
    if (words > 0)
        ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&of->words,
                                             words * sizeof *of->words, true));
    ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&of->ticket, sizeof *of->ticket, true));
    ERRDIFF_TRY_CUDA(session,
                     cudaFuncSetAttribute(kernel_for(&of->job),
                                          cudaFuncAttributeMaxDynamicSharedMemorySize,
                                          (int)slot_bytes(&of->bands)),
                     "the job was set up");
    errdiff_bands_taps_make(of->taps, &of->job, &of->bands);
    return ERRDIFF_OK;
}

static unsigned at_most(int64_t count, unsigned most)
{
    return count < most ? (unsigned)count : most;
}

/* Launches `count` bands from `first` on; all before them have been launched. */
static errdiff_status launch(struct errdiff_session *session, struct band_job *of, int first,
                             int count)
{
    const struct errdiff_bands *bands = &of->bands;
    of->first_band = first;
    of->band_count = count;
    const int64_t steps_at_once = BAND_COPY_THREADS / bands->rows;
    const dim3 of_inputs(at_most((bands->end_step - 1) / steps_at_once + 1, 1 << 16),
                         at_most(count, 1 << 15));
    const dim3 of_outputs(at_most((bands->width - 1) / BAND_COPY_THREADS + 1, 1 << 16),
                          at_most((int64_t)count * bands->rows, 1 << 15));
    band_order_inputs<<<of_inputs, BAND_COPY_THREADS, 0, session->stream>>>(*of);
    kernel_for(
        &of->job)<<<(unsigned)count, ERRDIFF_BAND_LANES, slot_bytes(bands), session->stream>>>(*of);
    band_order_outputs<<<of_outputs, BAND_COPY_THREADS, 0, session->stream>>>(*of);
    return errdiff_session_launched(session, (double)(first + count) / errdiff_bands_count(bands));
}

errdiff_status errdiff_softsync_any_dither(struct errdiff_session *session)
{
    struct band_job of = {};
    int *cancel = NULL, at_once;
    ERRDIFF_TRY(errdiff_session_upload(session));
    ERRDIFF_TRY(choose_bands(session, &of, &at_once));
    ERRDIFF_TRY(errdiff_cancel_word_make(session, &cancel));
    of.cancel = cancel;
    ERRDIFF_TRY(set_up(session, &of, at_once));
    ERRDIFF_TRY(errdiff_session_start(session));
    const int count = errdiff_bands_count(&of.bands);
    for (int first = 0; first < count; first += at_once)
        ERRDIFF_TRY(launch(session, &of, first, count - first < at_once ? count - first : at_once));
    ERRDIFF_TRY(errdiff_cancel_word_wait(session, cancel));
    return errdiff_session_download(session);
}

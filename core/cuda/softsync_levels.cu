/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The host's side of cuda-softsync's form for levels of 8-bit samples. Bands that follow each other are
 * run by one launch for as many as memory is set apart for; the words between them outlive it.
 */
#include "softsync_levels.h"

#include "cancel_word.h"
#include "softsync_levels.cuh"

enum { WEIGHT_SUM = 16 };

/* Of samples in the order in which they are taken; more bands than run at a time in most pictures. */
static const size_t MOST_SAMPLE_BYTES = (size_t)2 << 30;
static const size_t MOST_BANDS = 1 << 15;

/* The weights, of WEIGHT_SUM, where the kernel reaches the next pixels alone. */
static bool find_weights(const errdiff_kernel *kernel, struct levels_job *of)
{
    uint32_t *const next[2][3] = {{NULL, NULL, &of->before},
                                  {&of->above_right, &of->above, &of->above_left}};
    int sum = 0;
    if (kernel->tone_keys || WEIGHT_SUM % kernel->divisor != 0)
        return false;
    for (int i = 0; i < kernel->tap_count; i++) {
        const errdiff_tap *tap = &kernel->taps[i];
        if (tap->dy > 1 || tap->dx < -1 || tap->dx > 1 || tap->weight < 0)
            return false;
        *next[tap->dy][tap->dx + 1] = (uint32_t)(tap->weight * (WEIGHT_SUM / kernel->divisor));
        sum += tap->weight;
    }
    return sum == kernel->divisor;
}

bool errdiff_softsync_levels_can_run(const struct errdiff_job *job)
{
    struct levels_job of = {};
    return job->is_plain && !job->in.mask && job->in.bits == 8 && job->strength == 100 &&
           find_weights(&job->kernel, &of);
}

typedef void levels_kernel(struct levels_job of);

template <int LAST> static levels_kernel *kernel_by_levels(const struct errdiff_job *job)
{
    int count = job->quantizers[0].level_count;
    for (int c = 1; c < job->channels; c++)
        if (job->quantizers[c].level_count != count)
            count = LEVELS_BY_TABLE;
    return count == 2   ? levels_run<2, LAST>
           : count == 4 ? levels_run<4, LAST>
                        : levels_run<LEVELS_BY_TABLE, LAST>;
}

static levels_kernel *kernel_for(const struct errdiff_job *job)
{
    switch ((job->in.width - 1) % ERRDIFF_LEVELS_GROUP) {
    case 0:
        return kernel_by_levels<0>(job);
    case 1:
        return kernel_by_levels<1>(job);
    case 2:
        return kernel_by_levels<2>(job);
    default:
        return kernel_by_levels<3>(job);
    }
}

static errdiff_status set_up(struct errdiff_session *session, struct levels_job *of, int at_once)
{
    const size_t places = errdiff_levels_places(&of->order, at_once);
    const size_t words = errdiff_levels_words(&of->order);
    const struct errdiff_device_job *job = &session->device;
    of->in = (const uint8_t *)job->in.data;
    of->out = (uint8_t *)job->out.data;
    of->stride = (size_t)job->in.stride;
    of->quantizers = job->quantizers;
    (void)find_weights(&session->job->kernel, of);
    of->half = WEIGHT_SUM / 2;
    ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&of->samples,
                                         places * sizeof *of->samples, false));
    ERRDIFF_TRY(
        errdiff_session_allocate(session, (void **)&of->words, words * sizeof *of->words, true));
    return errdiff_session_allocate(session, (void **)&of->ticket, sizeof *of->ticket, true);
}

/* Launches `count` bands from `first` on; all before them have been launched. */
static errdiff_status launch(struct errdiff_session *session, struct levels_job *of, int first,
                             int count)
{
    const int channels = of->order.channels;
    const dim3 parts((unsigned)((of->order.rounds - 1) / LEVELS_COPY_ROUNDS + 1), (unsigned)count);
    const unsigned threads = 32 * LEVELS_COPY_WARPS;
    of->first_band = first;
    of->band_count = count;
    (channels == 1 ? levels_reorder<1, false>
                   : levels_reorder<3, false>)<<<parts, threads, 0, session->stream>>>(*of);
    kernel_for(
        session->job)<<<(unsigned)(count * channels), ERRDIFF_LEVELS_LANES, 0, session->stream>>>(
        *of);
    (channels == 1 ? levels_reorder<1, true>
                   : levels_reorder<3, true>)<<<parts, threads, 0, session->stream>>>(*of);
    return errdiff_session_launched(session, (double)(first + count) / of->order.bands);
}

errdiff_status errdiff_softsync_levels_dither(struct errdiff_session *session)
{
    struct levels_job of = {};
    int *cancel = NULL;
    ERRDIFF_TRY(errdiff_session_upload(session));
    const errdiff_image *in = &session->device.in;
    of.order = errdiff_levels_order_of(in->width, in->height, session->device.channels);
    size_t at_once = MOST_SAMPLE_BYTES / (errdiff_levels_places(&of.order, 1) * 4) + 1;
    at_once = at_once < MOST_BANDS ? at_once : MOST_BANDS;
    const int count = of.order.bands, most = at_once < (size_t)count ? (int)at_once : count;
    ERRDIFF_TRY(errdiff_cancel_word_make(session, &cancel));
    of.cancel = cancel;
    ERRDIFF_TRY(set_up(session, &of, most));
    ERRDIFF_TRY(errdiff_session_start(session));
    for (int first = 0; first < count; first += most)
        ERRDIFF_TRY(launch(session, &of, first, count - first < most ? count - first : most));
    ERRDIFF_TRY(errdiff_cancel_word_wait(session, cancel));
    return errdiff_session_download(session);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The work for one pixel in the general variant of cuda-softsync: from values to levels. What comes
 * before and after is in softsync_samples.h. */
#ifndef ERRDIFF_SOFTSYNC_ANY_H
#define ERRDIFF_SOFTSYNC_ANY_H

#include "device_pixel.h"
#include "softsync_any_order.h"

enum { ERRDIFF_BAND_FEW_COLORS = 32 };

/* Whether to compare a pixel with all colors of the palette, for a job whose tables are in host
 * memory. With few colors this beats the search tables, which are far away in memory, and whose
 * cells have different numbers of candidates in different lanes. */
static inline bool errdiff_any_bands_is_exhaustive(const struct errdiff_job *job)
{
    return job->rule.search && !job->rule.search->is_oklab && job->rule.max_value == UINT8_MAX &&
           job->rule.search->color_count <= ERRDIFF_BAND_FEW_COLORS;
}

/* A tap, as the distance back from a pixel's traces to those that it reads. */
struct errdiff_any_bands_tap {
    int32_t back;
    int32_t weight;
};

/* Sets all ERRDIFF_MAX_TAPS taps. Those that the job does not have get weight 0. */
static inline void errdiff_any_bands_taps_make(struct errdiff_any_bands_tap taps[ERRDIFF_MAX_TAPS],
                                               const struct errdiff_device_job *job,
                                               const struct errdiff_any_bands *bands)
{
    for (int i = 0; i < ERRDIFF_MAX_TAPS; i++) {
        const errdiff_tap none = {1, 0, 0};
        const errdiff_tap *tap = i < job->tap_count ? &job->taps[i] : &none;
        int steps = tap->dx + job->slope * tap->dy;
        taps[i].back = steps * bands->slot_size + tap->dy * bands->channels;
        taps[i].weight = tap->weight;
    }
}

/* Sums up the first `tap_count` taps for the pixel whose traces will be at `here`. A constant count
 * lets the compiler unroll the loop. */
HOST_DEVICE_INLINE void errdiff_any_bands_collect(int tap_count,
                                                  const struct errdiff_any_bands_tap *taps,
                                                  const struct errdiff_any_bands *bands,
                                                  const int32_t *here, int32_t sums[3])
{
    sums[0] = sums[1] = sums[2] = 0;
    for (int i = 0; i < tap_count; i++)
        for (int c = 0; c < 3 && c < bands->channels; c++)
            sums[c] += taps[i].weight * here[c - taps[i].back];
}

HOST_DEVICE_INLINE void errdiff_any_bands_collect_by_tone(const struct errdiff_device_job *job,
                                                          const struct errdiff_any_bands *bands,
                                                          const int32_t *here, int32_t sums[3])
{
    const int32_t *left = here - bands->slot_size;
    const int32_t *above = here - bands->slope * bands->slot_size - bands->channels;
    const int32_t *above_right = above + bands->slot_size;
    sums[0] = sums[1] = sums[2] = 0;
    for (int c = 0; c < 3 && c < bands->channels; c++)
        sums[c] = errdiff_trace_parts(job, left[c]).right +
                  errdiff_trace_parts(job, above_right[c]).below_left +
                  errdiff_trace_parts(job, above[c]).below;
}

/* The result of a pixel, in addition to its traces. */
struct errdiff_any_bands_result {
    uint32_t levels; /* 8 bits for each channel, or the number of the palette color */
    bool is_clamped;
};

/* Dithers the pixel at (x, y), and stores its traces at `here` and in `traces`; they are 0 if the
 * pixel is not dithered. For `tap_count` see errdiff_any_bands_collect. */
HOST_DEVICE_INLINE struct errdiff_any_bands_result
errdiff_any_bands_pixel(const struct errdiff_device_job *job, int tap_count,
                        const struct errdiff_any_bands_tap *taps,
                        const struct errdiff_any_bands *bands, int32_t *here, int x, int y,
                        uint64_t input, int32_t traces[3])
{
    struct errdiff_any_bands_result result = {0, false};
    traces[0] = traces[1] = traces[2] = 0;
    if (input >> 48 != 0) {
        int32_t value[3], sums[3], level[3] = {0, 0, 0};
        for (int c = 0; c < 3; c++)
            value[c] = (int32_t)(input >> 16 * c & 0xFFFF);
        if (job->rule.tone_weights)
            errdiff_any_bands_collect_by_tone(job, bands, here, sums);
        else
            errdiff_any_bands_collect(tap_count, taps, bands, here, sums);
        result.is_clamped = errdiff_process_values(job, x, y, value, sums, level, traces);
        for (int c = 0; c < 3; c++)
            result.levels |= (uint32_t)level[c] << 8 * c;
    }
    for (int c = 0; c < 3 && c < bands->channels; c++)
        here[c] = traces[c];
    return result;
}

#endif

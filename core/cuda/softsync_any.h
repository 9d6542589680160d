/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One pixel of cuda-softsync's general form, in the order of softsync_any_order.h. Pixels are stored as
 * they are taken, so what is the same for every order of pixels is done before and after:
 *
 *     before     samples → values, and whether the pixel takes part       errdiff_bands_input
 *     bands      values → levels                                         errdiff_bands_pixel
 *     after      levels → samples                                        errdiff_bands_output
 */
#ifndef ERRDIFF_SOFTSYNC_ANY_H
#define ERRDIFF_SOFTSYNC_ANY_H

#include "device_pixel.h"
#include "softsync_any_order.h"

/* Three values of 16 bits, and above them whether the pixel takes part. */
ERRDIFF_RULE uint64_t errdiff_bands_input(const struct errdiff_device_job *job, int64_t x, int y)
{
    if (x < 0 || x >= job->in.width || y >= job->in.height)
        return 0;
    ptrdiff_t index = (ptrdiff_t)y * job->in.width + x;
    if (job->in.mask && job->in.mask[index] == 0)
        return 0;
    int32_t value[3];
    errdiff_load_pixel(job, job->in.data, index, value);
    uint64_t input = (uint64_t)1 << 48;
    for (int c = 0; c < 3 && c < job->channels; c++)
        input |= (uint64_t)value[c] << 16 * c;
    return input;
}

/* `levels` are as errdiff_bands_pixel gives them; nothing where the pixel takes no part. */
ERRDIFF_RULE void errdiff_bands_output(const struct errdiff_device_job *job, int64_t x, int y,
                                       const uint32_t *levels)
{
    ptrdiff_t index = (ptrdiff_t)y * job->in.width + x;
    int32_t level[3], value[3] = {0, 0, 0};
    if (job->in.mask && job->in.mask[index] == 0) {
        errdiff_load_pixel(job, job->in.data, index, value);
        errdiff_keep_pixel(job, job->in.data, job->out.data, index, value);
        return;
    }
    for (int c = 0; c < 3; c++)
        level[c] = *levels >> 8 * c & 255;
    errdiff_store_pixel(job, job->out.data, index, level);
}

/* A job's taps, as many as it has, by their way in the ring. */
struct errdiff_bands_tap {
    int32_t steps; /* back */
    int32_t lanes; /* up */
    int32_t weight;
};

static inline void errdiff_bands_taps_make(struct errdiff_bands_tap taps[ERRDIFF_MAX_TAPS],
                                           const struct errdiff_device_job *job)
{
    for (int i = 0; i < job->tap_count; i++) {
        const errdiff_tap *tap = &job->taps[i];
        taps[i].steps = tap->dx + job->slope * tap->dy;
        taps[i].lanes = tap->dy;
        taps[i].weight = tap->weight;
    }
}

ERRDIFF_RULE void errdiff_bands_collect(int tap_count, const struct errdiff_bands_tap *taps,
                                        const struct errdiff_bands *bands, const int32_t *ring,
                                        int slot, int lane, int32_t sums[3])
{
    sums[0] = sums[1] = sums[2] = 0;
    for (int i = 0; i < tap_count; i++) {
        int from = errdiff_bands_slot_before(bands, slot, taps[i].steps);
        const int32_t *traces = ring + errdiff_bands_in_ring(bands, from, lane - taps[i].lanes);
        for (int c = 0; c < 3 && c < bands->channels; c++)
            sums[c] += taps[i].weight * traces[c];
    }
}

ERRDIFF_RULE void errdiff_bands_collect_by_tone(const struct errdiff_device_job *job,
                                                const struct errdiff_bands *bands,
                                                const int32_t *ring, int slot, int lane,
                                                int32_t sums[3])
{
    int slope = bands->slope;
    int before = errdiff_bands_slot_before(bands, slot, 1);
    const int32_t *left = ring + errdiff_bands_in_ring(bands, before, lane);
    const int32_t *above_right =
        ring +
        errdiff_bands_in_ring(bands, errdiff_bands_slot_before(bands, slot, slope - 1), lane - 1);
    const int32_t *above =
        ring +
        errdiff_bands_in_ring(bands, errdiff_bands_slot_before(bands, slot, slope), lane - 1);
    sums[0] = sums[1] = sums[2] = 0;
    for (int c = 0; c < 3 && c < bands->channels; c++)
        sums[c] = errdiff_trace_parts(job, left[c]).right +
                  errdiff_trace_parts(job, above_right[c]).below_left +
                  errdiff_trace_parts(job, above[c]).below;
}

/* What a pixel gives, beside its traces in the ring. */
struct errdiff_bands_result {
    uint32_t levels; /* 8 bits a channel; with a palette the colour's number */
    bool is_clamped;
};

/* The pixel of a lane in column x of row y, in the step whose slot is given. Leaves its traces in
 * `traces` and in the ring; they are 0 where the pixel takes no part. */
ERRDIFF_RULE struct errdiff_bands_result
errdiff_bands_pixel(const struct errdiff_device_job *job, const struct errdiff_bands_tap *taps,
                    const struct errdiff_bands *bands, int32_t *ring, int slot, int lane, int x,
                    int y, uint64_t input, int32_t traces[3])
{
    struct errdiff_bands_result result = {0, false};
    traces[0] = traces[1] = traces[2] = 0;
    if (input >> 48 != 0) {
        int32_t value[3], sums[3], level[3] = {0, 0, 0};
        for (int c = 0; c < 3; c++)
            value[c] = (int32_t)(input >> 16 * c & 0xFFFF);
        if (job->by_tone)
            errdiff_bands_collect_by_tone(job, bands, ring, slot, lane, sums);
        else
            errdiff_bands_collect(job->tap_count, taps, bands, ring, slot, lane, sums);
        result.is_clamped = errdiff_settle_values(job, x, y, value, sums, level, traces);
        for (int c = 0; c < 3; c++)
            result.levels |= (uint32_t)level[c] << 8 * c;
    }
    int32_t *here = ring + errdiff_bands_in_ring(bands, slot, lane);
    for (int c = 0; c < 3 && c < bands->channels; c++)
        here[c] = traces[c];
    return result;
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The work for one pixel in cuda-bwec and cuda-bwed. */
#ifndef ERRDIFF_BLOCK_PIXEL_H
#define ERRDIFF_BLOCK_PIXEL_H

#include "cuda/device_pixel.h"
#include "tile.h"

struct errdiff_block_tap {
    int32_t distance; /* in words of the tile: backwards if collecting, forwards if scattering */
    int32_t weight;
    bool needs_atomic; /* pixels of two rows may add to the same word in one step */
};

/* How the job is divided into blocks. Small enough to be a kernel argument, passed by value. */
struct errdiff_block_plan {
    struct errdiff_parallelograms blocks;
    struct errdiff_tile tile;
    struct errdiff_block_tap taps[ERRDIFF_MAX_TAPS]; /* one for each tap of the job */
};

/* Makes the plan for blocks of `width` × `height` pixels. */
static inline void errdiff_block_plan_make(struct errdiff_block_plan *plan,
                                           const struct errdiff_device_job *job, int width,
                                           int height, bool scatter)
{
    errdiff_parallelograms_make(&plan->blocks, job, width, height);
    errdiff_tile_make(&plan->tile, &plan->blocks, job->rule.channels, scatter);
    for (int i = 0; i < job->tap_count; i++) {
        const errdiff_tap *tap = &job->taps[i];
        int steps = tap->dx + plan->blocks.slope * tap->dy;
        plan->taps[i].distance = tap->dy * plan->tile.stride + steps * job->rule.channels;
        plan->taps[i].weight = tap->weight;
        plan->taps[i].needs_atomic = false;
        for (int k = 0; k < job->tap_count; k++) {
            const errdiff_tap *other = &job->taps[k];
            plan->taps[i].needs_atomic |=
                other->dy != tap->dy && other->dx + plan->blocks.slope * other->dy == steps;
        }
    }
}

/* With tone-dependent weights, the distances in the tile to the three neighbors: right, below left
 * and below. */
HOST_DEVICE_INLINE int errdiff_tile_right(const struct errdiff_block_plan *plan)
{
    return plan->tile.channels;
}

HOST_DEVICE_INLINE int errdiff_tile_below_left(const struct errdiff_block_plan *plan)
{
    return plan->tile.stride + (plan->blocks.slope - 1) * plan->tile.channels;
}

HOST_DEVICE_INLINE int errdiff_tile_below(const struct errdiff_block_plan *plan)
{
    return plan->tile.stride + plan->blocks.slope * plan->tile.channels;
}

/* Dithers the pixel at (x, y) by error collection. It is pixel `index` of `pixels`, and `here` is
 * its place in the tile. Returns what errdiff_decide does. */
HOST_DEVICE_INLINE bool errdiff_bwec_pixel(const struct errdiff_device_job *job,
                                           const struct errdiff_block_plan *plan,
                                           const struct errdiff_pixels *pixels, ptrdiff_t index,
                                           int x, int y, int32_t *here)
{
    int32_t sums[3] = {0, 0, 0}, traces[3] = {0, 0, 0};
    if (job->rule.tone_weights) {
        for (int c = 0; c < 3 && c < job->rule.channels; c++)
            sums[c] = errdiff_trace_parts(job, here[c - errdiff_tile_right(plan)]).right +
                      errdiff_trace_parts(job, here[c - errdiff_tile_below_left(plan)]).below_left +
                      errdiff_trace_parts(job, here[c - errdiff_tile_below(plan)]).below;
    } else {
        for (int i = 0; i < job->tap_count; i++)
            for (int c = 0; c < 3 && c < job->rule.channels; c++)
                sums[c] += plan->taps[i].weight * here[c - plan->taps[i].distance];
    }
    bool is_clamped = errdiff_process_pixel(job, pixels, index, x, y, sums, traces);
    for (int c = 0; c < 3 && c < job->rule.channels; c++)
        here[c] = traces[c];
    return is_clamped;
}

HOST_DEVICE_INLINE void errdiff_tile_scatter_by_tone(const struct errdiff_device_job *job,
                                                     const struct errdiff_block_plan *plan,
                                                     const int32_t traces[3], int32_t *here)
{
    for (int c = 0; c < 3 && c < job->rule.channels; c++) {
        struct errdiff_parts parts = errdiff_trace_parts(job, traces[c]);
        errdiff_add_to_sum(here + c + errdiff_tile_right(plan), true, parts.right);
        errdiff_add_to_sum(here + c + errdiff_tile_below_left(plan), true, parts.below_left);
        errdiff_add_to_sum(here + c + errdiff_tile_below(plan), false, parts.below);
    }
}

/* Dithers a pixel by scattering, as errdiff_bwec_pixel does by collecting: `here` holds the sums
 * that earlier pixels have added up for this one. */
HOST_DEVICE_INLINE bool errdiff_bwed_pixel(const struct errdiff_device_job *job,
                                           const struct errdiff_block_plan *plan,
                                           const struct errdiff_pixels *pixels, ptrdiff_t index,
                                           int x, int y, int32_t *here)
{
    int32_t sums[3] = {0, 0, 0}, traces[3] = {0, 0, 0};
    for (int c = 0; c < 3 && c < job->rule.channels; c++)
        sums[c] = here[c];
    bool is_clamped = errdiff_process_pixel(job, pixels, index, x, y, sums, traces);
    if (job->rule.tone_weights) {
        errdiff_tile_scatter_by_tone(job, plan, traces, here);
        return is_clamped;
    }
    for (int i = 0; i < job->tap_count; i++)
        for (int c = 0; c < 3 && c < job->rule.channels; c++)
            errdiff_add_to_sum(here + c + plan->taps[i].distance, plan->taps[i].needs_atomic,
                               plan->taps[i].weight * traces[c]);
    return is_clamped;
}

#endif

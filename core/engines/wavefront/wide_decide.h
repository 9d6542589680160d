/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the steps of the wide lane kernel decide: the output and the error of each lane. Compiled
 * with the lane kernel, once for each instruction set. */
#ifndef ERRDIFF_WIDE_DECIDE_H
#define ERRDIFF_WIDE_DECIDE_H

#include "wide_colors.h"
#include "wide_levels.h"
#include "wide_offsets.h"

/* The errors and the results of a pixel in each lane. */
struct outcome {
    v32 error[3], sample[3];
};

/* ---- Levels -------------------------------------------------------------------------------- */

/* The levels of a channel, the same in all lanes. */
struct quantizer {
    v32 threshold[ERRDIFF_WIDE_LEVELS - 1], step[ERRDIFF_WIDE_LEVELS - 1],
        stored[ERRDIFF_WIDE_LEVELS - 1];
};

INLINE void broadcast(struct quantizer *quantizer, const struct errdiff_wide_quantizer *from)
{
    for (int i = 0; i < ERRDIFF_WIDE_LEVELS - 1; i++) {
        quantizer->threshold[i] = v32_all(from->threshold[i]);
        quantizer->step[i] = v32_all(from->step[i]);
        quantizer->stored[i] = v32_all(from->stored[i]);
    }
}

/* As in narrow: errors are held with a bias, and no pixel waits for a comparison of the one
 * before. */
INLINE void decide_two_levels(const struct quantizer *quantizers, int channels, v32 white,
                              const v32 *modified, struct outcome *outcome)
{
#pragma GCC unroll UNROLL_4
    for (int c = 0; c < channels; c++) {
        outcome->error[c] = (v32)v32u_min((v32u)modified[c], (v32u)(modified[c] - white));
        outcome->sample[c] = v32_where(v32_above(modified[c], white - 1), quantizers[c].stored[0]);
    }
}

INLINE void decide_few_levels(const struct quantizer *quantizers, int channels, v32 white,
                              const v32 *modified, struct outcome *outcome)
{
#pragma GCC unroll UNROLL_4
    for (int c = 0; c < channels; c++) {
        const struct quantizer *quantizer = &quantizers[c];
        v32 error = modified[c], sample = {0};
        for (int i = 0; i < ERRDIFF_WIDE_LEVELS - 1; i++) {
            mask32 above = v32_above(modified[c], quantizer->threshold[i]);
            error = v32_sub_where(above, error, quantizer->step[i]);
            sample = v32_add_where(above, sample, quantizer->stored[i]);
        }
        outcome->error[c] = v32_max(v32_min(error, white), -white);
        outcome->sample[c] = sample;
    }
}

/* Decides with any number of levels, with offsets if there are any. Other arguments are as in
 * add_offsets. */
INLINE void decide_many_levels(const struct errdiff_wide_plan *plan, int channels, v32 white,
                               const v32 *samples, const v32 *planned, const v32 *prepared,
                               const v32 *modified, struct outcome *outcome)
{
    bool has_offsets = plan->offsets.has_noise || plan->offsets.has_plane;
    v32 decided[3] = {modified[0], modified[1 % channels], modified[2 % channels]};
    if (has_offsets)
        add_offsets(plan, channels, white, samples, planned, prepared, modified, decided);
#pragma GCC unroll UNROLL_4
    for (int c = 0; c < channels; c++) {
        struct level level = find_level(&plan->levels[c], white, decided[c]);
        /* If q is chosen for s, clamping s in this way clamps e, but no step has to wait for it. */
        outcome->error[c] = has_offsets ? v32_clamp(modified[c] - level.output, -white, white)
                                        : v32_clamp(modified[c], -white, white * 2) - level.output;
        outcome->sample[c] = level.sample;
    }
}

/* ---- Colors -------------------------------------------------------------------------------- */

INLINE void decide_few_colors(const struct errdiff_wide_plan *plan, const struct errdiff_job *job,
                              v32 is_dithered, const v32 modified[3], struct outcome *outcome,
                              v32 *clamped)
{
    const struct errdiff_wide_colors *colors = &plan->colors;
    v32 white = v32_all(UINT8_MAX << ERRDIFF_FRACTION_BITS), sought[3];
#pragma GCC unroll UNROLL_4
    for (int c = 0; c < 3; c++)
        sought[c] = v32_clamp(modified[c], -white, 2 * white);

    v16 red_green = (v16)((sought[0] & v32_all(UINT16_MAX)) | sought[1] << 16);
    v16 blue = (v16)sought[2];
    v32 nearest = v32_all(INT32_MAX);
    for (int i = 0; i < colors->count; i++)
        nearest =
            v32_min(nearest, v16_sum_of_products(red_green, (v16)v32_all(colors->red_green[i])) +
                                 v16_sum_of_products(blue, (v16)v32_all(colors->blue[i])) +
                                 v32_all(colors->constant[i]));
    v32 number = nearest & v32_all(ERRDIFF_WIDE_COLORS - 1);
    v32 packed = v32_look_up_32(colors->packed, number);
    v32 stored = colors->has_other_stored ? v32_look_up_32(colors->stored, number) : packed;
    v32 is_kept = v32_all(-1);
#pragma GCC unroll UNROLL_4
    for (int c = 0; c < 3; c++) {
        v32 component = packed >> 8 * c & v32_all(UINT8_MAX);
        v32 difference = modified[c] - (component << ERRDIFF_FRACTION_BITS);
        outcome->error[c] = v32_clamp(difference, -white, white);
        is_kept &= outcome->error[c] == difference;
        outcome->sample[c] = job->rule.indexed ? number : stored >> 8 * c & v32_all(UINT8_MAX);
    }
    *clamped -= ~is_kept & is_dithered;
}

/* Decides with any palette, with offsets if there are any. Adds 1 to *clamped in the lanes in which
 * e is clamped. Other arguments are as in add_offsets. */
INLINE void decide_many_colors(const struct errdiff_wide_plan *plan,
                               const struct errdiff_pixel_rule *rule, v32 white, const v32 *samples,
                               const v32 *planned, const v32 *prepared, v32 is_dithered,
                               const v32 *modified, struct outcome *outcome, v32 *clamped)
{
    v32 sought[3] = {modified[0], modified[1], modified[2]}, is_kept = v32_all(-1);
    if (plan->offsets.has_noise || plan->offsets.has_plane)
        add_offsets(plan, 3, white, samples, planned, prepared, modified, sought);
#pragma GCC unroll UNROLL_4
    for (int c = 0; c < 3; c++)
        sought[c] = v32_clamp(sought[c], -white, white * 2);
    struct color found = find_color(&plan->palette, rule->search, sought);
    v32 output[3];
    unpack_color(&plan->palette, found, output);
    look_up_stored(&plan->palette, found, outcome->sample);
#pragma GCC unroll UNROLL_4
    for (int c = 0; c < 3; c++) {
        v32 difference = modified[c] - output[c];
        outcome->error[c] = v32_clamp(difference, -white, white);
        is_kept &= outcome->error[c] == difference;
        if (rule->indexed)
            outcome->sample[c] = number_of(found);
    }
    *clamped -= ~is_kept & is_dithered;
}

#endif

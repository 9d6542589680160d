/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Offsets in 32-bit lanes, as errdiff_offset_of computes them for a pixel. Of all that noise
 * depends on, only the half step may have to wait for the step before. */
#ifndef ERRDIFF_WIDE_OFFSETS_H
#define ERRDIFF_WIDE_OFFSETS_H

#include "wide_levels.h"
#include "wide_tones.h"

/* The pixel of each lane. */
struct place {
    v32 x, y;
};

/* As errdiff_mix. */
INLINE v32u mix(v32u bits)
{
    bits = (bits ^ bits >> 16) * 0x7FEB352Du;
    bits = (bits ^ bits >> 15) * 0x846CA68Bu;
    return bits ^ bits >> 16;
}

/* As errdiff_noise_hash. */
INLINE v32u noise_hash(const struct errdiff_wide_offsets *offsets, struct place place)
{
    return mix(mix((v32u)place.x + offsets->mixed_seed) + (v32u)place.y);
}

/* An integer in −amplitude..amplitude. */
INLINE v32 noise_of_amplitude(v32u hash, v32 amplitude)
{
    return (v32)v32u_high_product(hash, (v32u)(amplitude + amplitude + 1)) - amplitude;
}

/* floor(a / 200) for 0 ≤ a < 2^28: a / 8 < 2^25 is multiplied by 2^32 / 25, rounded up by 4/25,
 * which makes the quotient greater by less than 2^−9. */
INLINE v32 divide_by_200(v32 a)
{
    return (v32)v32u_high_product((v32u)a >> 3, (v32u)v32_all(171798692));
}

/* Looks up in of_tone, by the tone, the amplitude if all steps are equal, or else the percents. */
INLINE v32 amplitude_of_tone(const struct errdiff_wide_offsets *offsets, int channel, v32 sample,
                             v32 white)
{
    const int32_t *of_tone = offsets->of_tone[channel];
    return offsets->is_by_tone ? v32_gather(of_tone, tone_of(sample, white)) : v32_all(of_tone[0]);
}

/*
 * Computes in advance what of the offsets of some pixels does not depend on s. `place` is that of
 * the first pixel; samples and planned offsets are those of its first channel and the next ones.
 * Sets, for each of them, n + d if all level steps are equal, or else the hash.
 */
INLINE void prepare_offsets(const struct errdiff_wide_offsets *offsets, int channels, int count,
                            v32 white, struct place place, const v32 *samples, const v32 *planned,
                            v32 *prepared)
{
    for (int i = 0; i < count; i += channels, place.x += 1) {
        v32u hash = offsets->has_noise ? noise_hash(offsets, place) : (v32u){0};
#pragma GCC unroll UNROLL_4
        for (int c = 0; c < channels; c++) {
            v32 offset = {0};
            if (offsets->has_noise && offsets->has_equal_steps[c])
                offset =
                    noise_of_amplitude(hash, amplitude_of_tone(offsets, c, samples[i + c], white));
            if (offsets->has_plane)
                offset += planned[i + c] << offsets->shift;
            prepared[i + c] = offsets->has_equal_steps[c] ? offset : (v32)hash;
        }
    }
}

/* s + n + d of each channel of a pixel. `samples` are their input values, `planned` the numbers
 * of the plane, if there is one, and `prepared` is from prepare_offsets. */
INLINE void add_offsets(const struct errdiff_wide_plan *plan, int channels, v32 white,
                        const v32 *samples, const v32 *planned, const v32 *prepared,
                        const v32 *modified, v32 *decided)
{
    const struct errdiff_wide_offsets *offsets = &plan->offsets;
#pragma GCC unroll UNROLL_4
    for (int c = 0; c < channels; c++) {
        /* Farther outside the range no offset can change the decision. */
        decided[c] = v32_clamp(modified[c], white * -8, white * 8);
        if (offsets->has_equal_steps[c]) {
            decided[c] += prepared[c];
            continue;
        }
        if (offsets->has_noise) {
            v32 percents = amplitude_of_tone(offsets, c, samples[c], white);
            v32 half_step = half_step_around(&plan->levels[c], white, modified[c]);
            decided[c] +=
                noise_of_amplitude((v32u)prepared[c], divide_by_200(half_step * percents));
        }
        if (offsets->has_plane)
            decided[c] += planned[c] << offsets->shift;
    }
}

#endif

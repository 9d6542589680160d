/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Noise in 32-bit lanes, as errdiff_noise_of computes it for a pixel. Of all that it depends on,
 * only the half step may have to wait for the step before. */
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

/* The part of the hash that all channels of a pixel have in common. */
INLINE v32u hash_of_place(const struct errdiff_wide_offsets *offsets, struct place place)
{
    return mix(mix((v32u)place.x + offsets->mixed_seed) + (v32u)place.y);
}

/* An integer in −amplitude..amplitude. */
INLINE v32 noise_of_amplitude(v32u hash_of_place, int channel, v32 amplitude)
{
    v32u hash = mix(hash_of_place + (uint32_t)channel);
    return (v32)v32u_high_product(hash, (v32u)(amplitude + amplitude + 1)) - amplitude;
}

/* floor(a / 200) for 0 ≤ a < 2^28: a / 8 < 2^25 is multiplied by 2^32 / 25, rounded up by 4/25,
 * which makes the quotient greater by less than 2^−9. */
INLINE v32 divide_by_200(v32 a)
{
    return (v32)v32u_high_product((v32u)a >> 3, (v32u)v32_all(171798692));
}

/* n of a channel; `modified` is s. */
INLINE v32 noise_of(const struct errdiff_wide_plan *plan, int channel, v32u hash_of_place,
                    v32 sample, v32 white, v32 modified)
{
    const struct errdiff_wide_offsets *offsets = &plan->offsets;
    const int32_t *of_tone = offsets->of_tone[channel];
    v32 amplitude =
        offsets->is_by_tone ? v32_gather(of_tone, tone_of(sample, white)) : v32_all(of_tone[0]);
    if (!offsets->has_equal_steps[channel])
        amplitude =
            divide_by_200(half_step_around(&plan->levels[channel], white, modified) * amplitude);
    return noise_of_amplitude(hash_of_place, channel, amplitude);
}

/* s + n + d of each channel of the pixels at `place`. `samples` are their input values, and
 * `details` the rule's offsets, if there are any. */
INLINE void add_offsets(const struct errdiff_wide_plan *plan, int channels, v32 white,
                        struct place place, const v32 *samples, const v32 *details,
                        const v32 *modified, v32 *decided)
{
    const struct errdiff_wide_offsets *offsets = &plan->offsets;
    v32u hash = {0};
    if (offsets->has_noise)
        hash = hash_of_place(offsets, place);
    for (int c = 0; c < channels; c++) {
        /* Farther outside the range no offset can change the decision. */
        decided[c] = v32_clamp(modified[c], white * -8, white * 8);
        if (offsets->has_noise)
            decided[c] += noise_of(plan, c, hash, samples[c], white, modified[c]);
        if (offsets->has_detail)
            decided[c] += details[c] << offsets->detail_shift;
    }
}

#endif

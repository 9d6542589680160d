/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights that depend on the tone, in 32-bit lanes. */
#ifndef ERRDIFF_WIDE_TONES_H
#define ERRDIFF_WIDE_TONES_H

#include "base/vector.h"
#include "wide_plan.h"

/* The tone of samples, as errdiff_tone; `white` is 16·W. Of samples of more than 8 bits, which
 * lanes outside the image may have, it is that of white. */
INLINE v32 tone_of(v32 samples, v32 white)
{
    if (white[0] == UINT8_MAX << ERRDIFF_FRACTION_BITS)
        return v32_min(samples, v32_all(UINT8_MAX));
    return ((samples << 8) - samples + 32895) >> 16;
}

/* floor((error · weight + 2^15) / 2^16), for weights of 0..65535 and |error| < 2^21. Of 8-bit
 * samples |error| is less than 2^12; for others there are two parts, so that 32 bits hold the
 * products. */
INLINE v32 part_of_error(bool has_bytes, v32 error, v32 weight)
{
    if (has_bytes)
        return (error * weight + (1 << 15)) >> 16;
    v32 low = (error & UINT8_MAX) * weight + (1 << 15);
    return ((error >> 8) * weight + (low >> 8)) >> 8;
}

/* floor((error · strength + 50) / 100). For 8-bit samples the dividend is small enough to be exact
 * in a float. 100 · 2^12 is added to it first, so that it is not negative; see struct
 * errdiff_wide_rounding. */
INLINE v32 weaken(const struct errdiff_wide_tones *tones, v32 error)
{
    if (!tones->has_bytes)
        return v32_rounded_quotient(error, tones->strength, 50.5, 1.0 / 100);
    return v32_floor_of_product(error * tones->strength + (50 + (100 << 12)), tones->hundredth) -
           (1 << 12);
}

/* The parts of an error that the three neighbors receive, as errdiff_parts_of. */
struct parts {
    v32 right, below_left, below;
};

INLINE struct parts split_by_tone(const struct errdiff_wide_tones *tones, v32 tone, v32 error)
{
    v32 weights = v32_gather(tones->weights, tone);
    if (tones->strength != 100)
        error = weaken(tones, error);
    struct parts parts;
    parts.right = part_of_error(tones->has_bytes, error, weights & UINT16_MAX);
    parts.below_left = part_of_error(tones->has_bytes, error, (v32)((v32u)weights >> 16));
    parts.below = error - parts.right - parts.below_left;
    return parts;
}

#endif

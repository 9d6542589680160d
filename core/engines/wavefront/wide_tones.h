/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights that depend on the tone, in 32-bit lanes. */
#ifndef ERRDIFF_WIDE_TONES_H
#define ERRDIFF_WIDE_TONES_H

#include "rule/rule.h"
#include "vector.h"

/* The tone of samples, as errdiff_tone; `white` is 16·W. Of samples of more than 8 bits, which
 * lanes outside the picture may have, it is that of white. */
INLINE v32 tone_of(v32 samples, v32 white)
{
    if (white[0] == UINT8_MAX << ERRDIFF_FRACTION_BITS)
        return v32_min(samples, v32_all(UINT8_MAX));
    return ((samples << 8) - samples + 32895) >> 16;
}

/* floor((error · weight + 2^15) / 2^16), for |error| < 2^21 and weights of 0..2^16, in two parts so
 * that 32 bits hold the products. */
INLINE v32 part_of_error(v32 error, v32 weight)
{
    v32 low = (error & UINT8_MAX) * weight + (1 << 15);
    return ((error >> 8) * weight + (low >> 8)) >> 8;
}

/* The parts of an error that the three neighbours receive, as errdiff_parts_of. */
struct parts {
    v32 right, below_left, below;
};

INLINE struct parts split_by_tone(const struct errdiff_pixel_rule *rule, v32 tones, v32 error)
{
    const int32_t *weights = &rule->tone_weights->right;
    v32 right_weight = v32_gather(weights, tones + tones);
    v32 below_left_weight = v32_gather(weights + 1, tones + tones);
    struct parts parts;
    if (rule->strength != 100) /* half a unit more, as in round_sum */
        error = v32_rounded_quotient(error, rule->strength, 50.5, 1.0 / 100);
    parts.right = part_of_error(error, right_weight);
    parts.below_left = part_of_error(error, below_left_weight);
    parts.below = error - parts.right - parts.below_left;
    return parts;
}

#endif

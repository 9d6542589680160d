/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The nearest of K phases in half of the time that the rule takes, for which all lanes of a warp wait at each
 * step: a reciprocal stands in place of its quotient, and products are added without being rounded before.
 * Where that might change the level, or an error may have to be scaled back, it is not sure, and the rule
 * decides. Plain arithmetic, for the GPU and for a test on the CPU.
 */
#ifndef ERRDIFF_HOLOGRAM_ROUGH_H
#define ERRDIFF_HOLOGRAM_ROUGH_H

#include "hologram/hologram_rule.h"

#include <stdbool.h>

struct errdiff_hologram_sure {
    float modulus2; /* |u|² up to which no error is long */
    float fraction; /* how far a place may be from the nearest whole number */
};

/*
 * A rough place is off by 1e-7 · K at most: the reciprocal is, by 2^-23, so t by less than 2^-22, and turns by
 * 2^-25; sums and products that are rounded otherwise give as much again, and the rule's last sum, of a
 * place up to K, is rounded by 2^-25 · K.
 *
 * e = u - q, for a q at an angle of π / K or less, is longest at that: |e|² = |u|² + 1 - 2 · |u| · cos π / K.
 */
static inline struct errdiff_hologram_sure errdiff_hologram_sure_of(int levels)
{
    const float off = 4.76837158e-7f * (float)levels, rounding = 0.999f;
    const float along = cosf(3.14159265f / (float)levels);
    const float clip2 = ERRDIFF_HOLOGRAM_CLIP * ERRDIFF_HOLOGRAM_CLIP;
    const float modulus = along + sqrtf(along * along + clip2 - 1);
    struct errdiff_hologram_sure sure;
    sure.modulus2 = modulus * modulus * rounding;
    sure.fraction = 0.5f - off;
    return sure;
}

/* As errdiff_hologram_place. `reciprocal` is that of quadrant->up + quadrant->across, or a neighbour of it. */
ERRDIFF_HOLOGRAM_RULE float
errdiff_hologram_rough_place(const struct errdiff_hologram_quadrant *quadrant, float reciprocal)
{
    float t = (quadrant->up - quadrant->across) * reciprocal, t2 = t * t, t4 = t2 * t2;
    float low = fmaf(t4, fmaf(t2, ERRDIFF_HOLOGRAM_TURNS_7, ERRDIFF_HOLOGRAM_TURNS_5),
                     fmaf(t2, ERRDIFF_HOLOGRAM_TURNS_3, ERRDIFF_HOLOGRAM_TURNS_1));
    float high = fmaf(t4, fmaf(t2, ERRDIFF_HOLOGRAM_TURNS_15, ERRDIFF_HOLOGRAM_TURNS_13),
                      fmaf(t2, ERRDIFF_HOLOGRAM_TURNS_11, ERRDIFF_HOLOGRAM_TURNS_9));
    return fmaf(t * quadrant->levels, fmaf(t4 * t4, high, low), quadrant->diagonal);
}

/* Whether the level is the whole number nearest to a rough place, and u's error is not long. */
ERRDIFF_HOLOGRAM_RULE bool errdiff_hologram_is_sure(const struct errdiff_hologram_sure *sure,
                                                    float place, errdiff_complex u)
{
    return fabsf(errdiff_hologram_round_to_even(place) - place) <= sure->fraction &&
           u.re * u.re + u.im * u.im <= sure->modulus2;
}

#endif

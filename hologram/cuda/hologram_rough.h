/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the nearest of K phases in half the time of the exact rule, on the path for which all lanes
 * of a warp wait in each step. It multiplies by an approximate reciprocal instead of dividing, and
 * uses fused multiply-adds. If the difference might change the level, or an error might have to be
 * scaled back, the result is not sure, and the exact rule decides. This is plain arithmetic, used
 * by the GPU and by a test on the CPU.
 */
#ifndef ERRDIFF_HOLOGRAM_ROUGH_H
#define ERRDIFF_HOLOGRAM_ROUGH_H

#include "hologram/hologram_rule.h"

#include <stdbool.h>

struct errdiff_hologram_sure {
    float modulus2; /* limit of |u|²: below it no error needs scaling back */
    float fraction; /* how far a sure place may be from the nearest integer */
};

/*
 * A rough place differs from the exact one by 1e-7 · K at most. The reciprocal has an error of
 * 2^-23, so t has one below 2^-22, and the turns one of 2^-25. Different rounding of sums and
 * products adds as much again, and the last sum of the rule, a place up to K, is rounded by 2^-25 ·
 * K.
 *
 * The error e = u - q, for a phase q at an angle of π / K or less, is longest at that angle: |e|² =
 * |u|² + 1 - 2 · |u| · cos π / K.
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

/* A rough errdiff_hologram_place. `reciprocal` is that of quadrant->up + quadrant->across, or the
 * float next to it. */
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

/* Whether the level is certainly the integer nearest to a rough place, and u's error need not be
 * scaled back. */
ERRDIFF_HOLOGRAM_RULE bool errdiff_hologram_is_sure(const struct errdiff_hologram_sure *sure,
                                                    float place, errdiff_complex u)
{
    return fabsf(errdiff_hologram_round_to_even(place) - place) <= sure->fraction &&
           u.re * u.re + u.im * u.im <= sure->modulus2;
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rule of a hologram's pixel, for every schedule and for C and CUDA alike.
 *
 *     u = h + Σ w · e(x - dx, y - dy)     h: the hologram times s
 *     k = nearest level, q its value
 *     e = u - q, scaled back to 1.5 where its modulus is larger; h - q with eq. (1)'s weights
 *
 * Single precision, in the order that is written here; never to be compiled with contraction, which
 * would give other bytes.
 */
#ifndef ERRDIFF_HOLOGRAM_RULE_H
#define ERRDIFF_HOLOGRAM_RULE_H

#include "errdiff_hologram.h"

#include <math.h>

#ifdef __CUDACC__
#define ERRDIFF_HOLOGRAM_RULE static inline __host__ __device__
#else
#define ERRDIFF_HOLOGRAM_RULE static inline
#endif

#define ERRDIFF_HOLOGRAM_CLIP 1.5f

/* The levels of a job; a pointer is to memory of whoever runs the rule. */
struct errdiff_hologram_quantiser {
    int levels;                    /* K */
    int is_real;                   /* only the real part counts */
    int is_binary;                 /* level 0 is 1, level 1 is -1 */
    int error_is_from_hologram;    /* e = h - q in place of u - q */
    const errdiff_complex *values; /* of each level */
    const errdiff_complex
        *turns; /* phases: normals of the lines between k and k + 1, toward k + 1 */
};

/* sum + weight · error, by parts, which may be vectors as well. */
#define ERRDIFF_HOLOGRAM_ADD_RE(sum_re, weight, error_re, error_im) \
    ((sum_re) + (weight).re * (error_re) - (weight).im * (error_im))
#define ERRDIFF_HOLOGRAM_ADD_IM(sum_im, weight, error_re, error_im) \
    ((sum_im) + (weight).re * (error_im) + (weight).im * (error_re))

ERRDIFF_HOLOGRAM_RULE errdiff_complex errdiff_hologram_add(errdiff_complex sum,
                                                           errdiff_complex weight,
                                                           errdiff_complex error)
{
    errdiff_complex result;
    result.re = ERRDIFF_HOLOGRAM_ADD_RE(sum.re, weight, error.re, error.im);
    result.im = ERRDIFF_HOLOGRAM_ADD_IM(sum.im, weight, error.re, error.im);
    return result;
}

/* value where the condition holds not, base - value where it does: angles come in any order, and
 * branches on them would be guessed wrong. */
ERRDIFF_HOLOGRAM_RULE float errdiff_hologram_mirror(int condition, float base, float value)
{
    float is_mirrored = (float)condition;
    return base * is_mirrored + (1.0f - 2.0f * is_mirrored) * value;
}

/* The angle of u in turns, 0..1, to within 1e-5; a library's atan2f may differ from another's. */
ERRDIFF_HOLOGRAM_RULE float errdiff_hologram_turns(errdiff_complex u)
{
    float across = fabsf(u.re), up = fabsf(u.im);
    float smaller = up < across ? up : across, larger = up < across ? across : up;
    float t = smaller / larger;
    float square = t * t;
    /* atan, Abramowitz and Stegun 4.4.49, over 2π */
    float turns =
        t *
        (0.9998660f +
         square *
             (-0.3302995f + square * (0.1801410f + square * (-0.0851330f + square * 0.0208351f)))) *
        0.15915494f;
    turns = errdiff_hologram_mirror(up > across, 0.25f, turns);
    turns = errdiff_hologram_mirror(u.re < 0, 0.5f, turns);
    return errdiff_hologram_mirror(u.im < 0, 1.0f, turns);
}

ERRDIFF_HOLOGRAM_RULE float errdiff_hologram_dot(errdiff_complex a, errdiff_complex b)
{
    return a.re * b.re + a.im * b.im;
}

/*
 * The nearest of K ≥ 3 phases, the lowest of equally near ones; 0 for u = 0. The angle says which to
 * look at; the side of the line between two neighbours decides, since with many levels the products
 * of u with both are the same in single precision.
 */
ERRDIFF_HOLOGRAM_RULE int
errdiff_hologram_nearest_phase(const struct errdiff_hologram_quantiser *quantiser,
                               errdiff_complex u)
{
    if (u.re == 0 && u.im == 0)
        return 0;
    int last = quantiser->levels - 1;
    int k = (int)(errdiff_hologram_turns(u) * (float)quantiser->levels + 0.5f);
    k = k > last ? k - last - 1 : k;
    int below = k == 0 ? last : k - 1;
    int above = k == last ? 0 : k + 1;
    float to_above = errdiff_hologram_dot(u, quantiser->turns[k]);
    float from_below = errdiff_hologram_dot(u, quantiser->turns[below]);
    if (to_above > 0 || (to_above == 0 && above < k))
        return above;
    if (from_below < 0 || (from_below == 0 && below < k))
        return below;
    return k;
}

ERRDIFF_HOLOGRAM_RULE int
errdiff_hologram_nearest_level(const struct errdiff_hologram_quantiser *quantiser,
                               errdiff_complex u)
{
    if (!quantiser->is_real)
        return errdiff_hologram_nearest_phase(quantiser, u);
    if (quantiser->is_binary)
        return u.re < 0;
    float last = (float)(quantiser->levels - 1);
    float k = ceilf((u.re + 1.0f) * 0.5f * last - 0.5f);
    return (int)(k < 0 ? 0 : k > last ? last : k);
}

/* The level of a pixel with value h, which collected `sum`; *error gets what it leaves. Returns the
 * level's number; *clipped goes up by 1 where the error was scaled back. */
ERRDIFF_HOLOGRAM_RULE int
errdiff_hologram_decide(const struct errdiff_hologram_quantiser *quantiser, errdiff_complex h,
                        errdiff_complex sum, errdiff_complex *error, int64_t *clipped)
{
    errdiff_complex u;
    u.re = h.re + sum.re;
    u.im = quantiser->is_real ? 0 : h.im + sum.im;
    int k = errdiff_hologram_nearest_level(quantiser, u);
    errdiff_complex q = quantiser->values[k];
    errdiff_complex from = quantiser->error_is_from_hologram ? h : u;
    errdiff_complex e;
    e.re = from.re - q.re;
    e.im = quantiser->is_real ? 0 : from.im - q.im;
    float square = e.re * e.re + e.im * e.im;
    if (!quantiser->error_is_from_hologram &&
        square > ERRDIFF_HOLOGRAM_CLIP * ERRDIFF_HOLOGRAM_CLIP) {
        float factor = ERRDIFF_HOLOGRAM_CLIP / sqrtf(square);
        e.re *= factor;
        e.im *= factor;
        ++*clipped;
    }
    *error = e;
    return k;
}

#endif

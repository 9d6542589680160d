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

/* The levels of a job. */
struct errdiff_hologram_quantiser {
    int levels;                 /* K */
    int is_real;                /* only the real part counts */
    int is_binary;              /* level 0 is 1, level 1 is -1 */
    int error_is_from_hologram; /* e = h - q in place of u - q */
};

/* sum + weight · error, by parts, which may be vectors as well. Products are added up first: one sum waits
 * for the one before it, and they need not. */
#define ERRDIFF_HOLOGRAM_ADD_RE(sum_re, weight, error_re, error_im) \
    ((sum_re) + ((weight).re * (error_re) - (weight).im * (error_im)))
#define ERRDIFF_HOLOGRAM_ADD_IM(sum_im, weight, error_re, error_im) \
    ((sum_im) + ((weight).re * (error_im) + (weight).im * (error_re)))

ERRDIFF_HOLOGRAM_RULE errdiff_complex errdiff_hologram_add(errdiff_complex sum,
                                                           errdiff_complex weight,
                                                           errdiff_complex error)
{
    errdiff_complex result;
    result.re = ERRDIFF_HOLOGRAM_ADD_RE(sum.re, weight, error.re, error.im);
    result.im = ERRDIFF_HOLOGRAM_ADD_IM(sum.im, weight, error.re, error.im);
    return result;
}

/* a / b, for b = 2^-60..2^60, and |a| ≤ b that is 0 or above 2^-30 · b. */
ERRDIFF_HOLOGRAM_RULE float errdiff_hologram_divide(float a, float b)
{
#ifdef __CUDA_ARCH__
    /* nvcc's own steps, which round as IEEE 754 says, but for the branch for numbers out of that range. */
    float reciprocal;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(reciprocal) : "f"(b));
    reciprocal = __fmaf_rn(reciprocal, __fmaf_rn(-b, reciprocal, 1.0f), reciprocal);
    float quotient = __fmul_rn(a, reciprocal);
    return __fmaf_rn(reciprocal, __fmaf_rn(-b, quotient, a), quotient);
#else
    return a / b;
#endif
}

/* atan t / 2π = t · (TURNS_1 + TURNS_3 · t² + TURNS_5 · t⁴ + …), for |t| ≤ 1 */
#define ERRDIFF_HOLOGRAM_TURNS_1 0.159154832f
#define ERRDIFF_HOLOGRAM_TURNS_3 -0.0530461296f
#define ERRDIFF_HOLOGRAM_TURNS_5 0.0317461155f
#define ERRDIFF_HOLOGRAM_TURNS_7 -0.0221370012f
#define ERRDIFF_HOLOGRAM_TURNS_9 0.0153476819f
#define ERRDIFF_HOLOGRAM_TURNS_11 -0.00890075788f
#define ERRDIFF_HOLOGRAM_TURNS_13 0.00348089286f
#define ERRDIFF_HOLOGRAM_TURNS_15 -0.000645637163f

/* The angle of (across, up), neither of which is below 0 and both less than 2^-60, from the diagonal in
 * turns, -1/8..1/8, to within 1e-7, and exact on the axes and the diagonal. A library's atan2f may
 * differ from another's. */
ERRDIFF_HOLOGRAM_RULE float errdiff_hologram_turns(float across, float up)
{
    float t = errdiff_hologram_divide(up - across, up + across);
    float t2 = t * t, t4 = t2 * t2, t8 = t4 * t4;
    float low = (ERRDIFF_HOLOGRAM_TURNS_1 + t2 * ERRDIFF_HOLOGRAM_TURNS_3) +
                t4 * (ERRDIFF_HOLOGRAM_TURNS_5 + t2 * ERRDIFF_HOLOGRAM_TURNS_7);
    float high = (ERRDIFF_HOLOGRAM_TURNS_9 + t2 * ERRDIFF_HOLOGRAM_TURNS_11) +
                 t4 * (ERRDIFF_HOLOGRAM_TURNS_13 + t2 * ERRDIFF_HOLOGRAM_TURNS_15);
    return t * low + t * t8 * high;
}

/* The whole number nearest to a place of 0 or more, below 2^22; of two, the even one. A number of 2^23
 * or more has no fraction. */
ERRDIFF_HOLOGRAM_RULE float errdiff_hologram_round_to_even(float place)
{
    return (place + 8388608.0f) - 8388608.0f;
}

/* The same; of two, the lower one. */
ERRDIFF_HOLOGRAM_RULE int errdiff_hologram_round(float place)
{
    float whole = errdiff_hologram_round_to_even(place);
    return (int)whole - (whole - place >= 0.5f);
}

/* Where u is, without its angle in the quadrant. There is no branch: angles come in any order, and it would
 * be guessed wrong. */
struct errdiff_hologram_quadrant {
    float across, up; /* for errdiff_hologram_turns */
    float diagonal;   /* where its diagonal is among K phases */
    float levels;     /* K, below 0 where places go down as turns go up */
};

ERRDIFF_HOLOGRAM_RULE struct errdiff_hologram_quadrant
errdiff_hologram_quadrant_of(int levels, errdiff_complex u)
{
    struct errdiff_hologram_quadrant quadrant;
    float whole = (float)levels, half = 0.5f * whole, quarter = 0.25f * whole;
    const float least = 8.67361738e-19f; /* 2^-60; what is less might as well be 0 */
    float re = u.re + 0.0f;              /* makes a positive zero of a negative one */
    float across = fabsf(u.re);
    quadrant.across = across > least ? across : least;
    quadrant.up = fabsf(u.im);
    quadrant.diagonal = half - copysignf(quarter + copysignf(0.5f * quarter, re), u.im);
    quadrant.levels = copysignf(whole, re * u.im);
    return quadrant;
}

/* Where u is among K phases, 0..K: the whole numbers are the phases, and K is phase 0; 0 for u = 0. */
ERRDIFF_HOLOGRAM_RULE float errdiff_hologram_place(int levels, errdiff_complex u)
{
    struct errdiff_hologram_quadrant quadrant = errdiff_hologram_quadrant_of(levels, u);
    float turns = errdiff_hologram_turns(quadrant.across, quadrant.up);
    return quadrant.diagonal + turns * quadrant.levels;
}

/* The nearest of K ≥ 3 phases, the lowest of equally near ones; 0 for u = 0. */
ERRDIFF_HOLOGRAM_RULE int errdiff_hologram_nearest_phase(int levels, errdiff_complex u)
{
    float place = errdiff_hologram_place(levels, u);
    int is_before_last_line = place < (float)levels - 0.5f;
    return errdiff_hologram_round(place) & -is_before_last_line;
}

/* The nearest of K amplitudes, the lowest of equally near ones. */
ERRDIFF_HOLOGRAM_RULE int errdiff_hologram_nearest_amplitude(int levels, float u)
{
    float last = (float)(levels - 1);
    float place = (u + 1.0f) * 0.5f * last;
    place = place > 0 ? place : 0;
    return errdiff_hologram_round(place < last ? place : last);
}

ERRDIFF_HOLOGRAM_RULE int
errdiff_hologram_nearest_level(const struct errdiff_hologram_quantiser *quantiser,
                               errdiff_complex u)
{
    if (!quantiser->is_real)
        return errdiff_hologram_nearest_phase(quantiser->levels, u);
    return quantiser->is_binary ? u.re < 0
                                : errdiff_hologram_nearest_amplitude(quantiser->levels, u.re);
}

/* e^{j2πk/K}, to within 5e-7, and exact for K = 4: a table would be read in no order. */
ERRDIFF_HOLOGRAM_RULE errdiff_complex errdiff_hologram_phase(int levels, float k)
{
    float to_half = 0.5f - k * (1.0f / (float)levels);
    float b = fabsf(to_half) - 0.25f;
    float b2 = b * b, b4 = b2 * b2;
    /* sin 2πb, and cos 2πb with its zeros at b² = 1/16 */
    float across = b * ((6.28318501f + b2 * -41.3416519f) +
                        b4 * ((81.6010208f + b2 * -76.5501099f) + b4 * 39.538868f));
    float up =
        (0.0625f - b2) * ((16.0f + b2 * -59.8268661f) + b4 * (81.7282333f + b2 * -56.2392349f));
    errdiff_complex value;
    value.re = across;
    value.im = copysignf(up, to_half);
    return value;
}

ERRDIFF_HOLOGRAM_RULE errdiff_complex
errdiff_hologram_value(const struct errdiff_hologram_quantiser *quantiser, int k)
{
    if (!quantiser->is_real)
        return errdiff_hologram_phase(quantiser->levels, (float)k);
    int last = quantiser->levels - 1;
    errdiff_complex value;
    value.re = quantiser->is_binary ? (float)(1 - 2 * k) : (float)(2 * k - last) / (float)last;
    value.im = 0;
    return value;
}

/* The level of a pixel with value h, which collected `sum`; *error gets what it leaves, not yet limited.
 * Returns the level's number. */
ERRDIFF_HOLOGRAM_RULE int
errdiff_hologram_choose(const struct errdiff_hologram_quantiser *quantiser, errdiff_complex h,
                        errdiff_complex sum, errdiff_complex *error)
{
    errdiff_complex u;
    u.re = h.re + sum.re;
    u.im = quantiser->is_real ? 0 : h.im + sum.im;
    int k = errdiff_hologram_nearest_level(quantiser, u);
    errdiff_complex q = errdiff_hologram_value(quantiser, k);
    errdiff_complex from = quantiser->error_is_from_hologram ? h : u;
    error->re = from.re - q.re;
    error->im = quantiser->is_real ? 0 : from.im - q.im;
    return k;
}

/* 1 where an error is to be scaled back, else 0. */
ERRDIFF_HOLOGRAM_RULE int
errdiff_hologram_is_long(const struct errdiff_hologram_quantiser *quantiser, errdiff_complex error)
{
    return !quantiser->error_is_from_hologram & (error.re * error.re + error.im * error.im >
                                                 ERRDIFF_HOLOGRAM_CLIP * ERRDIFF_HOLOGRAM_CLIP);
}

/* Scales an error back where that is to be; returns errdiff_hologram_is_long of what it was. */
ERRDIFF_HOLOGRAM_RULE int errdiff_hologram_limit(const struct errdiff_hologram_quantiser *quantiser,
                                                 errdiff_complex *error)
{
    int is_long = errdiff_hologram_is_long(quantiser, *error);
    float modulus = sqrtf(error->re * error->re + error->im * error->im);
    float factor = is_long ? ERRDIFF_HOLOGRAM_CLIP / modulus : 1.0f;
    error->re *= factor;
    error->im *= factor;
    return is_long;
}

/* Both: *is_clipped gets 1 where the error was scaled back, else 0. */
ERRDIFF_HOLOGRAM_RULE int
errdiff_hologram_decide(const struct errdiff_hologram_quantiser *quantiser, errdiff_complex h,
                        errdiff_complex sum, errdiff_complex *error, int *is_clipped)
{
    int k = errdiff_hologram_choose(quantiser, h, sum, error);
    *is_clipped = errdiff_hologram_limit(quantiser, error);
    return k;
}

#endif

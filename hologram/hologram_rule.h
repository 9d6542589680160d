/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How one pixel of a hologram is quantized: the rule that every engine follows, in C and in CUDA.
 *
 *     u = h + Σ w · e(x - dx, y - dy)     h: the hologram times s
 *     k = the nearest level, q its value: a phase, an amplitude, or what was measured
 *     e = u - q, scaled down to a modulus of 1.5 if it is larger; with the method "paper" h - q
 *
 * All of it is in single precision, in the order of operations written here. It must be compiled
 * without floating-point contraction: fused operations round differently and would give other
 * levels.
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

/* How the pixels of a job are quantized. */
struct errdiff_hologram_quantizer {
    int levels;                    /* K */
    int is_real;                   /* the imaginary part is ignored */
    int is_binary;                 /* level 0 has the value 1, and level 1 the value -1 */
    int error_is_from_hologram;    /* e = h - q instead of u - q */
    const errdiff_complex *values; /* of the levels, if they were measured; NULL: phases or
                                    * amplitudes as above */
};

/* The real and imaginary parts of sum + weight · error; the arguments may be vectors. The two
 * products are added first, because only the addition to `sum` has to wait for the one before
 * it. */
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

/* a / b, correctly rounded, for b = 2^-60..2^60 and |a| ≤ b, with a = 0 or |a| above 2^-30 · b. */
ERRDIFF_HOLOGRAM_RULE float errdiff_hologram_divide(float a, float b)
{
#ifdef __CUDA_ARCH__
    /* The steps of nvcc's own division without its branch for numbers outside that range. */
    float reciprocal;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(reciprocal) : "f"(b));
    reciprocal = __fmaf_rn(reciprocal, __fmaf_rn(-b, reciprocal, 1.0f), reciprocal);
    float quotient = __fmul_rn(a, reciprocal);
    return __fmaf_rn(reciprocal, __fmaf_rn(-b, quotient, a), quotient);
#else
    return a / b;
#endif
}

/* A polynomial for |t| ≤ 1: atan t / 2π ≈ t · (TURNS_1 + TURNS_3 · t² + TURNS_5 · t⁴ + …). */
#define ERRDIFF_HOLOGRAM_TURNS_1 0.159154832f
#define ERRDIFF_HOLOGRAM_TURNS_3 -0.0530461296f
#define ERRDIFF_HOLOGRAM_TURNS_5 0.0317461155f
#define ERRDIFF_HOLOGRAM_TURNS_7 -0.0221370012f
#define ERRDIFF_HOLOGRAM_TURNS_9 0.0153476819f
#define ERRDIFF_HOLOGRAM_TURNS_11 -0.00890075788f
#define ERRDIFF_HOLOGRAM_TURNS_13 0.00348089286f
#define ERRDIFF_HOLOGRAM_TURNS_15 -0.000645637163f

/* The tangent of the angle of (across, up) from the diagonal, -1..1. Neither argument is negative,
 * and one is at least 2^-60. */
ERRDIFF_HOLOGRAM_RULE float errdiff_hologram_tangent(float across, float up)
{
    return errdiff_hologram_divide(up - across, up + across);
}

/* The angle with the tangent t, -1..1, in turns, -1/8..1/8: correct to 1e-7, and exact on the axes
 * and the diagonal. atan2f would not do: its results differ from library to library. */
ERRDIFF_HOLOGRAM_RULE float errdiff_hologram_turns(float t)
{
    float t2 = t * t, t4 = t2 * t2, t8 = t4 * t4;
    float low = (ERRDIFF_HOLOGRAM_TURNS_1 + t2 * ERRDIFF_HOLOGRAM_TURNS_3) +
                t4 * (ERRDIFF_HOLOGRAM_TURNS_5 + t2 * ERRDIFF_HOLOGRAM_TURNS_7);
    float high = (ERRDIFF_HOLOGRAM_TURNS_9 + t2 * ERRDIFF_HOLOGRAM_TURNS_11) +
                 t4 * (ERRDIFF_HOLOGRAM_TURNS_13 + t2 * ERRDIFF_HOLOGRAM_TURNS_15);
    return t * low + t * t8 * high;
}

/* The integer nearest to `place`, 0..2^22, or the even one of two equally near integers. This works
 * because floats of 2^23 or more have no fraction. */
ERRDIFF_HOLOGRAM_RULE float errdiff_hologram_round_to_even(float place)
{
    return (place + 8388608.0f) - 8388608.0f;
}

/* Like errdiff_hologram_round_to_even, but gives the lower one of two equally near integers. */
ERRDIFF_HOLOGRAM_RULE int errdiff_hologram_round(float place)
{
    float whole = errdiff_hologram_round_to_even(place);
    return (int)whole - (whole - place >= 0.5f);
}

/* The position of u relative to the diagonal of its quadrant. It is found without branches, which
 * would be mispredicted because the angles of neighboring pixels are unrelated. */
struct errdiff_hologram_quadrant {
    float across, up; /* |re| and |im|, for errdiff_hologram_turns */
    float diagonal;   /* position of the quadrant's diagonal among K phases */
    float levels;     /* K, or -K in quadrants in which positions fall as angles rise */
};

ERRDIFF_HOLOGRAM_RULE struct errdiff_hologram_quadrant
errdiff_hologram_quadrant_of(int levels, errdiff_complex u)
{
    struct errdiff_hologram_quadrant quadrant;
    float whole = (float)levels, half = 0.5f * whole, quarter = 0.25f * whole;
    const float least = 8.67361738e-19f; /* 2^-60; smaller values are as good as 0 */
    float re = u.re + 0.0f;              /* makes a positive zero of a negative one */
    float across = fabsf(u.re);
    quadrant.across = across > least ? across : least;
    quadrant.up = fabsf(u.im);
    quadrant.diagonal = half - copysignf(quarter + copysignf(0.5f * quarter, re), u.im);
    quadrant.levels = copysignf(whole, re * u.im);
    return quadrant;
}

/* The position of u among K phases, 0..K: integer k is phase k, and K is phase 0 again; 0 for u =
 * 0. */
ERRDIFF_HOLOGRAM_RULE float errdiff_hologram_place(int levels, errdiff_complex u)
{
    struct errdiff_hologram_quadrant quadrant = errdiff_hologram_quadrant_of(levels, u);
    float tangent = errdiff_hologram_tangent(quadrant.across, quadrant.up);
    return quadrant.diagonal + errdiff_hologram_turns(tangent) * quadrant.levels;
}

/* The nearest of K ≥ 3 phases to a position, the lowest of equally near ones. */
ERRDIFF_HOLOGRAM_RULE int errdiff_hologram_nearest_phase(int levels, float place)
{
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

/* The square of the distance of u from a level's value. */
ERRDIFF_HOLOGRAM_RULE float errdiff_hologram_distance(errdiff_complex value, errdiff_complex u)
{
    float re = u.re - value.re, im = u.im - value.im;
    return re * re + im * im;
}

/* The nearest of the measured levels, the lowest of equally near ones. */
ERRDIFF_HOLOGRAM_RULE int
errdiff_hologram_nearest_value(const struct errdiff_hologram_quantizer *quantizer,
                               errdiff_complex u)
{
    int nearest = 0;
    float least = errdiff_hologram_distance(quantizer->values[0], u);
    for (int k = 1; k < quantizer->levels; k++) {
        float distance = errdiff_hologram_distance(quantizer->values[k], u);
        nearest = distance < least ? k : nearest;
        least = distance < least ? distance : least;
    }
    return nearest;
}

ERRDIFF_HOLOGRAM_RULE int
errdiff_hologram_nearest_level(const struct errdiff_hologram_quantizer *quantizer,
                               errdiff_complex u)
{
    if (quantizer->values)
        return errdiff_hologram_nearest_value(quantizer, u);
    if (!quantizer->is_real)
        return errdiff_hologram_nearest_phase(quantizer->levels,
                                              errdiff_hologram_place(quantizer->levels, u));
    return quantizer->is_binary ? u.re < 0
                                : errdiff_hologram_nearest_amplitude(quantizer->levels, u.re);
}

/* e^{j2πk/K}, correct to 5e-7, and exact for K = 4. It is computed, since SIMD lanes would read a
 * table in random order. */
ERRDIFF_HOLOGRAM_RULE errdiff_complex errdiff_hologram_phase(int levels, float k)
{
    float to_half = 0.5f - k * (1.0f / (float)levels);
    float b = fabsf(to_half) - 0.25f;
    float b2 = b * b, b4 = b2 * b2;
    /* Polynomials for sin 2πb, and for cos 2πb with the factor that makes its zeros, b² = 1/16,
     * exact. */
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
errdiff_hologram_value(const struct errdiff_hologram_quantizer *quantizer, int k)
{
    if (quantizer->values)
        return quantizer->values[k];
    if (!quantizer->is_real)
        return errdiff_hologram_phase(quantizer->levels, (float)k);
    int last = quantizer->levels - 1;
    errdiff_complex value;
    value.re = quantizer->is_binary ? (float)(1 - 2 * k) : (float)(2 * k - last) / (float)last;
    value.im = 0;
    return value;
}

/* Returns the level k of a pixel with the value h that collected `sum`. *error gets its error,
 * which is not yet limited. */
ERRDIFF_HOLOGRAM_RULE int
errdiff_hologram_choose(const struct errdiff_hologram_quantizer *quantizer, errdiff_complex h,
                        errdiff_complex sum, errdiff_complex *error)
{
    errdiff_complex u;
    u.re = h.re + sum.re;
    u.im = quantizer->is_real ? 0 : h.im + sum.im;
    int k = errdiff_hologram_nearest_level(quantizer, u);
    errdiff_complex q = errdiff_hologram_value(quantizer, k);
    errdiff_complex from = quantizer->error_is_from_hologram ? h : u;
    error->re = from.re - q.re;
    error->im = quantizer->is_real ? 0 : from.im - q.im;
    return k;
}

/* 1 if an error is to be scaled down, else 0. */
ERRDIFF_HOLOGRAM_RULE int
errdiff_hologram_is_long(const struct errdiff_hologram_quantizer *quantizer, errdiff_complex error)
{
    return !quantizer->error_is_from_hologram & (error.re * error.re + error.im * error.im >
                                                 ERRDIFF_HOLOGRAM_CLIP * ERRDIFF_HOLOGRAM_CLIP);
}

/* Scales an error down to the limit if it is longer. Returns 1 if it was, else 0. */
ERRDIFF_HOLOGRAM_RULE int errdiff_hologram_limit(const struct errdiff_hologram_quantizer *quantizer,
                                                 errdiff_complex *error)
{
    int is_long = errdiff_hologram_is_long(quantizer, *error);
    float modulus = sqrtf(error->re * error->re + error->im * error->im);
    float factor = is_long ? ERRDIFF_HOLOGRAM_CLIP / modulus : 1.0f;
    error->re *= factor;
    error->im *= factor;
    return is_long;
}

/* Chooses the level and limits the error; *is_clipped gets 1 if the error was scaled down, else
 * 0. */
ERRDIFF_HOLOGRAM_RULE int
errdiff_hologram_decide(const struct errdiff_hologram_quantizer *quantizer, errdiff_complex h,
                        errdiff_complex sum, errdiff_complex *error, int *is_clipped)
{
    int k = errdiff_hologram_choose(quantizer, h, sum, error);
    *is_clipped = errdiff_hologram_limit(quantizer, error);
    return k;
}

#endif

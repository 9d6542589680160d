/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The cube roots of the responses of cones, of which OKLab is a linear function, in floats.
 * Compared with exact ones, which are 0..1, they are off by less than ERRDIFF_WIDE_ROOT_ERROR = 3.5
 * · 10^-6:
 *
 *     light      A polynomial p approximates the light l of display values above 0.04045, with
 *                |p − l| < 1.5 · 10^-6 · 3 · l^(2/3). A cone is a mean Σ m · l of light, with
 *                Σ m = 1, so its error is less than 4.5 · 10^-6 · Σ m · l^(2/3), which is at most
 *                4.5 · 10^-6 · cone^(2/3), since the power is concave; that of its root is a third
 *                of this divided by cone^(2/3): 1.5 · 10^-6.
 *     cube root  y is x^(-1/3) to 4 %, and r = x · y³ is 0.898..1.114. The root is x · y² ·
 *                r^(-2/3); another polynomial approximates the power to 4 · 10^-7.
 *     rounding   Some twenty roundings to 2^-24 come to less than 1.2 · 10^-6, and the integers of
 *                the rule are exact to 10^-8.
 */
#ifndef ERRDIFF_WIDE_OKLAB_H
#define ERRDIFF_WIDE_OKLAB_H

#include "base/vector.h"
#include "wide_plan.h"

/* Light of display values 0..1: the sRGB curve. */
INLINE v32f light_of_display(v32f x)
{
    v32f squared = x * x, fourth = squared * squared;
    v32f low = v32f_multiply_add(x, v32f_all(0.0358004085719f), v32f_all(0.00084313273f));
    v32f next = v32f_multiply_add(x, v32f_all(0.917051315308f), v32f_all(0.477736473083f));
    v32f third = v32f_multiply_add(x, v32f_all(1.38407683373f), v32f_all(-1.07217395306f));
    v32f high = v32f_multiply_add(x, v32f_all(0.657910466194f), v32f_all(-1.25244057178f));
    high = v32f_multiply_add(squared, v32f_all(-0.148808509111f), high);
    high = v32f_multiply_add(squared, high, third);
    low = v32f_multiply_add(squared, next, low);
    v32f curve = v32f_multiply_add(fourth, high, low), line = x * (1 / 12.92f);
    return (v32f)v32_choose(v32f_above(x, v32f_all(0.04045f)), (v32)line, (v32)curve);
}

INLINE v32f cube_root(v32f x)
{
    /* Dividing both halves of the bits by three loses little, and is faster than dividing all. */
    v32u bits = (v32u)v16u_high_product((v16u)x, (v16u)v16_all(UINT16_MAX / 3));
    v32f y = (v32f)((v32u)v32_all(0x54A1A000) - bits);
    v32f rough = x * (y * y), r = rough * y;
    v32f low = v32f_multiply_add(r, v32f_all(-5.06215f), v32f_all(3.1682991982f));
    v32f high = v32f_multiply_add(r, v32f_all(-2.2845888138f), v32f_all(4.7322459221f));
    v32f squared = r * r;
    high = v32f_multiply_add(squared, v32f_all(0.4461938739f), high);
    return rough * v32f_multiply_add(squared, high, low);
}

/* Sets the roots for u, which is clamped to 0..16·W here. */
INLINE void roots_of(const struct errdiff_wide_palette *palette, const v32 u[3], v32f roots[3])
{
    static const float cones_from_light[3][3] = {{0.4122214708f, 0.5363325363f, 0.0514459929f},
                                                 {0.2119034982f, 0.6806995451f, 0.1073969566f},
                                                 {0.0883024619f, 0.2817188376f, 0.6299787005f}};
    const v32 white = v32_all(palette->white);
    v32f light[3];
#pragma GCC unroll UNROLL_4
    for (int c = 0; c < 3; c++) {
        v32f x = v32_to_floats(v32_clamp(u[c], v32_all(0), white)) * palette->oklab.unit;
        light[c] = palette->is_light ? x : light_of_display(x);
    }
#pragma GCC unroll UNROLL_4
    for (int i = 0; i < 3; i++) {
        v32f cone = light[0] * cones_from_light[i][0];
        cone = v32f_multiply_add(light[1], v32f_all(cones_from_light[i][1]), cone);
        cone = v32f_multiply_add(light[2], v32f_all(cones_from_light[i][2]), cone);
        roots[i] = cube_root(cone);
    }
}

/* Sets the places of these roots, which are off by at most ERRDIFF_WIDE_PLACE_ERROR. */
INLINE void places_of(const v32f roots[3], v32f places[3])
{
    static const double place_from_roots[3][3] = {
        {0.2104542553, 0.7936177850, -0.0040720468},
        {1.9779984951, -2.4285922050, 0.4505937099},
        {0.0259040371, 0.7827717662, -0.8086757660},
    };
    static const double offsets[3] = {0, ERRDIFF_OKLAB_GREEN_RED_OFFSET,
                                      ERRDIFF_OKLAB_BLUE_YELLOW_OFFSET};
    const double unit = 1 << ERRDIFF_WIDE_PLACE_BITS, one = ERRDIFF_OKLAB_ONE / unit;
#pragma GCC unroll UNROLL_4
    for (int i = 0; i < 3; i++) {
        places[i] = v32f_all((float)(offsets[i] / unit));
#pragma GCC unroll UNROLL_4
        for (int k = 0; k < 3; k++)
            places[i] = v32f_multiply_add(roots[k], v32f_all((float)(place_from_roots[i][k] * one)),
                                          places[i]);
    }
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The place of a color in OKLab, in integers, so that C and CUDA C agree in every bit:
 *
 *     light   2^37 times the sRGB curve of a display value, rounded; light v is 131074 · u
 *     cone    Σ weight · light, the weights being 2^25 times those of OKLab, rounded
 *     root    floor of the cube root of 2^28 · cone
 *     place   (Σ weight · root + 2^31) >> 32, the weights being 1.04 · 10^9 times those of OKLab,
 *             rounded; plus an offset
 *
 * A root is 2^30 for white, and 1 in OKLab is 260,000,000 units. No step is off by more than about
 * a unit, so that two colors are rarely mistaken for each other: of a million pixels, fewer than
 * one gets another color than with exact numbers.
 *
 * B. Ottosson, A perceptual color space for image processing (2020).
 */
#ifndef ERRDIFF_OKLAB_PLACE_H
#define ERRDIFF_OKLAB_PLACE_H

#include "base/host_device.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    ERRDIFF_OKLAB_ONE = 260000000,
    /* What is added to green-red and blue-yellow, so that no place is negative. Lightness is less
     * than 2^28, the others are less than 2^27. */
    ERRDIFF_OKLAB_GREEN_RED_OFFSET = 61500000,
    ERRDIFF_OKLAB_BLUE_YELLOW_OFFSET = 81800000,
    ERRDIFF_OKLAB_CELL_SHIFT = 22,  /* cells are 2^22 wide, and twice as wide along lightness */
    ERRDIFF_OKLAB_MARGIN = 1 << 15, /* how far off a rough place may be in the cells of a search */
    ERRDIFF_OKLAB_ROUGH_ERROR = 4000, /* see errdiff_oklab_rough_place */
    /* How much nearer than others a color must be to a rough place: errdiff_nearest_roughly */
    ERRDIFF_OKLAB_ROUGH_MARGIN = 2 * ERRDIFF_OKLAB_ROUGH_ERROR + 256,
    ERRDIFF_OKLAB_LIGHT_BITS = 37,
    ERRDIFF_OKLAB_LIGHT_FACTOR = 131074 /* 2^37 / (16 · 65535), rounded */
};

/* How light is found for u: in a table, in which 2^shift values of u share an entry, and light in
 * between is interpolated. The table has an entry more. */
struct errdiff_oklab_light {
    int64_t *lights; /* NULL: u is light */
    int32_t count, shift;
};

HOST_DEVICE_INLINE int64_t errdiff_oklab_light_of(const struct errdiff_oklab_light *light,
                                                  int32_t u)
{
    if (!light->lights)
        return (int64_t)u * ERRDIFF_OKLAB_LIGHT_FACTOR;
    const int64_t *entry = light->lights + (u >> light->shift);
    int64_t fraction = u & ((1 << light->shift) - 1);
    return entry[0] + ((entry[1] - entry[0]) * fraction >> light->shift);
}

/* The light of u as a float, 1 for white. */
HOST_DEVICE_INLINE float errdiff_oklab_rough_light(const struct errdiff_oklab_light *light,
                                                   int32_t u)
{
    return (float)errdiff_oklab_light_of(light, u) * 0x1p-37f;
}

/* Whether root³ ≤ 2^28 · number, for roots of at most 2^30 + 2^20. */
HOST_DEVICE_INLINE bool errdiff_is_cube_in(uint64_t root, uint64_t number)
{
    const uint64_t last = (1 << 28) - 1;
    uint64_t square = root * root, low = (square & last) * root;
    uint64_t high = (square >> 28) * root + (low >> 28);
    return high < number || (high == number && (low & last) == 0);
}

/* x^(-1/3) to 4 %, by the bits of x; of 0 a finite number. */
HOST_DEVICE_INLINE float errdiff_guess_inverse_root(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = 0x54A21D2A - bits / 3;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/*
 * The floor of the cube root of 2^28 · number, for numbers of at most 2^62 + 2^40. Two of Newton's
 * steps, from a guess, find x^(-1/3) to 2^-16, and three terms of a series the root to 2^-45. The
 * result is then corrected, so it does not matter how doubles are rounded.
 */
HOST_DEVICE_INLINE int64_t errdiff_cube_root(int64_t number)
{
    double x = (double)number * 0x1p-62;
    double inverse = errdiff_guess_inverse_root((float)x);
    for (int i = 0; i < 2; i++)
        inverse *= (4 - x * inverse * inverse * inverse) * (1.0 / 3);
    double rough = x * inverse * inverse, rest = 1 - rough * inverse;
    rough += rough * rest * (2.0 / 3 + rest * (5.0 / 9));
    uint64_t root = (uint64_t)(rough * 0x1p30);
    while (!errdiff_is_cube_in(root, (uint64_t)number))
        root--;
    while (errdiff_is_cube_in(root + 1, (uint64_t)number))
        root++;
    return (int64_t)root;
}

/* Sets the place of u, 0..16·W in each channel; `place` may be u. */
HOST_DEVICE_INLINE void errdiff_oklab_place(const struct errdiff_oklab_light *light,
                                            const int32_t u[3], int32_t place[3])
{
    const int32_t cones_from_light[3][3] = {
        {13831857, 17996334, 1726241}, {7110302, 22840487, 3603644}, {2962939, 9452916, 21138577}};
    const int64_t place_from_roots[3][3] = {{218872426, 825362496, -4234929},
                                            {2057118435, -2525735893, 468617458},
                                            {26940199, 814082637, -841022797}};
    const int32_t offsets[3] = {0, ERRDIFF_OKLAB_GREEN_RED_OFFSET,
                                ERRDIFF_OKLAB_BLUE_YELLOW_OFFSET};
    int64_t lights[3], roots[3];
    for (int c = 0; c < 3; c++)
        lights[c] = errdiff_oklab_light_of(light, u[c]);
    for (int i = 0; i < 3; i++)
        roots[i] = errdiff_cube_root(cones_from_light[i][0] * lights[0] +
                                     cones_from_light[i][1] * lights[1] +
                                     cones_from_light[i][2] * lights[2]);
    for (int i = 0; i < 3; i++) {
        int64_t sum = 0;
        for (int k = 0; k < 3; k++)
            sum += place_from_roots[i][k] * roots[k];
        place[i] = (int32_t)((sum + (INT64_C(1) << 31)) >> 32) + offsets[i];
    }
}

/*
 * The cube root of a number from 0 to 1, off by less than 10^-6. After three of Newton's steps,
 * from a guess, x^(-1/3) is exact but for roundings. GPUs have instructions for logarithms and
 * powers of 2, which take less time. The logarithm of a number above 2^-10 is off by less than
 * 2^-19, and so its third, rounded, by less than 2^-20. A power is off by less than 2^-22 of
 * itself. Roots of smaller numbers are so small that they are off by less.
 */
HOST_DEVICE_INLINE float errdiff_rough_cube_root(float x)
{
#if defined(__CUDA_ARCH__)
    float logarithm, root;
    asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(logarithm) : "f"(x));
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(logarithm * (1 / 3.0f)));
    return root;
#else
    float inverse = errdiff_guess_inverse_root(x);
    for (int step = 0; step < 3; step++)
        inverse *= (4 - x * inverse * inverse * inverse) * (1 / 3.0f);
    return x * inverse * inverse;
#endif
}

/*
 * A rough place, in floats, which takes much less time than the exact one; `light` is 1 for white.
 * It is off by less than ERRDIFF_OKLAB_ROUGH_ERROR / 2. Light and cones are off by less than 2^-22
 * of themselves, so a root is by a third of that, besides what errdiff_rough_cube_root is off. No
 * row of the last matrix has weights whose magnitudes add up to 5 · 2.6 · 10^8, so places are off
 * by less than 1400 units for that, and by less than 300 because weights and sums, which are below
 * 2^30, are floats.
 */
HOST_DEVICE_INLINE void errdiff_oklab_rough_place(const float light[3], float place[3])
{
    const float cones_from_light[3][3] = {{0.4122214708f, 0.5363325363f, 0.0514459929f},
                                          {0.2119034982f, 0.6806995451f, 0.1073969566f},
                                          {0.0883024619f, 0.2817188376f, 0.6299787005f}};
    const float place_from_roots[3][3] = {{54718106.4f, 206340624.1f, -1058732.2f},
                                          {514279608.7f, -631433973.3f, 117154364.6f},
                                          {6735049.6f, 203520659.2f, -210255699.2f}};
    const float offsets[3] = {0, ERRDIFF_OKLAB_GREEN_RED_OFFSET, ERRDIFF_OKLAB_BLUE_YELLOW_OFFSET};
    float roots[3];
    for (int i = 0; i < 3; i++) {
        float cone = cones_from_light[i][0] * light[0] + cones_from_light[i][1] * light[1] +
                     cones_from_light[i][2] * light[2];
        roots[i] = errdiff_rough_cube_root(cone);
    }
    for (int i = 0; i < 3; i++)
        place[i] = offsets[i] + place_from_roots[i][0] * roots[0] +
                   place_from_roots[i][1] * roots[1] + place_from_roots[i][2] * roots[2];
}

#endif

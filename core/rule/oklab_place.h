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
    ERRDIFF_OKLAB_MARGIN = 1 << 15, /* how far off a rough place may be in the cells of a search */
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

/* Whether root³ ≤ 2^28 · number, for roots of at most 2^31. */
HOST_DEVICE_INLINE bool errdiff_is_cube_in(uint64_t root, uint64_t number)
{
    const uint64_t last = (1 << 28) - 1;
    uint64_t square = root * root, low = (square & last) * root;
    uint64_t high = (square >> 28) * root + (low >> 28);
    return high < number || (high == number && (low & last) == 0);
}

/*
 * The floor of the cube root of 2^28 · number, for numbers of at most 2^62 + 2^40. Two of Newton's
 * steps, from a guess by the bits of a float, find x^(-1/3) to 2^-16, and three terms of a series
 * the root to 2^-45. The result is then corrected, so it does not matter how doubles are rounded.
 */
HOST_DEVICE_INLINE int64_t errdiff_cube_root(int64_t number)
{
    double x = (double)number * 0x1p-62;
    float guess = (float)x;
    uint32_t bits;
    memcpy(&bits, &guess, sizeof bits);
    bits = 0x54A21D2A - bits / 3;
    memcpy(&guess, &bits, sizeof guess);
    double inverse = guess;
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

#endif

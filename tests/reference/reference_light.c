/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference_light.h"

#include <math.h>

const double reference_lms_from_rgb[3][3] = {
    {0.4122214708, 0.5363325363, 0.0514459929},
    {0.2119034982, 0.6806995451, 0.1073969566},
    {0.0883024619, 0.2817188376, 0.6299787005},
};
const double reference_lab_from_lms[3][3] = {
    {0.2104542553, 0.7936177850, -0.0040720468},
    {1.9779984951, -2.4285922050, 0.4505937099},
    {0.0259040371, 0.7827717662, -0.8086757660},
};

double reference_srgb_decode(double display)
{
    return display <= 0.04045 ? display / 12.92 : pow((display + 0.055) / 1.055, 2.4);
}

double reference_srgb_encode(double light)
{
    return light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055;
}

void reference_oklab(const double light[3], double lms[3], double lab[3])
{
    const double(*m)[3] = reference_lms_from_rgb;

    for (int i = 0; i < 3; i++)
        lms[i] = cbrt(m[i][0] * light[0] + m[i][1] * light[1] + m[i][2] * light[2]);
    m = reference_lab_from_lms;
    for (int i = 0; i < 3; i++)
        lab[i] = m[i][0] * lms[0] + m[i][1] * lms[1] + m[i][2] * lms[2];
}

/* ---- OKLab in integers --------------------------------------------------------------------- */

/* 2^37 times the light of a display value of 0..1, rounded. */
static int64_t whole_light(double display)
{
    return (int64_t)floor(137438953472.0 * reference_srgb_decode(display) + 0.5);
}

int64_t reference_fine_light(int64_t u, int64_t white)
{
    if (white == 255)
        return whole_light((double)u / 4080);
    int64_t below = whole_light((double)(u / 16) / 65535);
    int64_t above = u / 16 == 65535 ? below : whole_light((double)(u / 16 + 1) / 65535);

    return below + (above - below) * (u % 16) / 16;
}

/* Whether root³ ≤ 2^28 · number; both sides are compared as two numbers of 32 bits or more. */
static int is_in(uint64_t root, uint64_t number)
{
    uint64_t square = root * root, low = (square & 0xFFFFFFFF) * root;
    uint64_t high = (square >> 32) * root + (low >> 32);

    if (high != number >> 4)
        return high < number >> 4;
    return (low & 0xFFFFFFFF) <= (number & 15) << 28;
}

/* The floor of the cube root of 2^28 · number, bit by bit. */
static int64_t cube_root(int64_t number)
{
    uint64_t root = 0;

    for (int bit = 30; bit >= 0; bit--) {
        if (is_in(root + ((uint64_t)1 << bit), (uint64_t)number))
            root += (uint64_t)1 << bit;
    }
    return (int64_t)root;
}

/* round(factor · weight), for weights of the matrices. */
static int64_t whole(double factor, double weight)
{
    return (int64_t)floor(factor * weight + 0.5);
}

void reference_place(const int64_t light[3], int64_t place[3])
{
    int64_t roots[3];

    for (int i = 0; i < 3; i++) {
        int64_t cone = 0;
        for (int c = 0; c < 3; c++)
            cone += whole(33554432, reference_lms_from_rgb[i][c]) * light[c];
        roots[i] = cube_root(cone);
    }
    for (int i = 0; i < 3; i++) {
        /* Rounded to a multiple of 2^32; what is added keeps the sum from being negative. */
        int64_t sum = ((int64_t)1 << 31) + ((int64_t)1 << 61);
        for (int k = 0; k < 3; k++)
            sum += whole(1.04e9, reference_lab_from_lms[i][k]) * roots[k];
        place[i] = sum / 4294967296 - ((int64_t)1 << 29);
    }
}

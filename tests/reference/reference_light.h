/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sRGB curve and OKLab in the reference. */
#ifndef REFERENCE_LIGHT_H
#define REFERENCE_LIGHT_H

#include <stdint.h>

/* The light, 0..1, of a display value of 0..1. */
double reference_srgb_decode(double display);

/* The display value, 0..1, of a light of 0..1. */
double reference_srgb_encode(double light);

/* The matrices of OKLab (Ottosson 2020, as corrected in 2021). */
extern const double reference_lms_from_rgb[3][3], reference_lab_from_lms[3][3];

/* Sets lms[] to the cube roots of the responses to light of 0..1, and lab[] to OKLab. */
void reference_oklab(const double light[3], double lms[3], double lab[3]);

/* The light of u, a display value with 4 fractional bits of 0..white: 2^37 for white. With 16 bits,
 * it is interpolated between whole values. */
int64_t reference_fine_light(int64_t u, int64_t white);

/* Sets place[] to OKLab in integers, with 260,000,000 for 1, from light as reference_fine_light
 * gives it. The library adds constants to it, which distances do not depend on. */
void reference_place(const int64_t light[3], int64_t place[3]);

#endif

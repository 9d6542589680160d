/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sRGB curve and OKLab in the reference. */
#ifndef REFERENCE_LIGHT_H
#define REFERENCE_LIGHT_H

/* The light, 0..1, of a display value of 0..1. */
double reference_srgb_decode(double display);

/* The matrices of OKLab (Ottosson 2020, as corrected in 2021). */
extern const double reference_lms_from_rgb[3][3], reference_lab_from_lms[3][3];

/* Sets lms[] to the cube roots of the responses to light of 0..1, and lab[] to OKLab. */
void reference_oklab(const double light[3], double lms[3], double lab[3]);

#endif

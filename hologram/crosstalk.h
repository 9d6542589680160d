/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Displays whose pixels affect each other: what is shown are smoothed phases. */
#ifndef ERRDIFF_CROSSTALK_H
#define ERRDIFF_CROSSTALK_H

#include "errdiff_hologram.h"

#define ERRDIFF_CROSSTALK_REACH 4

/*
 * The electric field at the edge of a pixel of a liquid crystal spreads into the next pixel, so
 * that a step of the phase is shown as a slope. This is modeled by convolving the phases, 0..2π as
 * the samples have them, with a Gaussian (as by Persson, Engström and Goksör 2012 and by Moser,
 * Ritsch-Marte and Thalhammer 2019, who do so between the pixels' centers, too). Here the Gaussian
 * is sampled at the pixels' centers, and its samples add up to 1. Beyond the edges the phases are
 * those of the nearest pixels.
 */
struct errdiff_crosstalk {
    int reach;                                      /* 1..ERRDIFF_CROSSTALK_REACH */
    float samples[2 * ERRDIFF_CROSSTALK_REACH + 1]; /* samples[reach] is that of the pixel itself;
                                                     * the whole share of a pixel is the product of
                                                     * two, one for each axis */
};

/* The samples of a Gaussian of `sigma` pixels, above 0. */
struct errdiff_crosstalk errdiff_crosstalk_of(double sigma);

/* The share of pixel `from` in what pixel `at` shows, along one axis of `side` pixels. */
float errdiff_crosstalk_share(const struct errdiff_crosstalk *crosstalk, int at, int from,
                              int side);

/* The phase of a level's value in radians, 0..2π. */
float errdiff_crosstalk_phase(errdiff_complex value);

/* Replaces phases, which are the real parts of *phases, by those that the display shows. The
 * imaginary parts are undefined after that. */
void errdiff_crosstalk_apply(const struct errdiff_crosstalk *crosstalk, errdiff_field *phases);

#endif

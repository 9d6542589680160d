/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How an eye sees differences between two images: as a blur, of luminance by two Gaussians and of
 * color by one, so that fine dots and slow changes of tone both count (Kim and Allebach, "Impact of
 * HVS models on model-based halftoning", 2002, have two Gaussians, too). What the search in
 * refine.h needs is the autocorrelation of the blur, in integers, which are the same on every
 * machine.
 */
#ifndef ERRDIFF_EYE_H
#define ERRDIFF_EYE_H

#include <stdint.h>

enum {
    ERRDIFF_EYE_REACH = 15,   /* at most, in pixels */
    ERRDIFF_EYE_ROW = 32,     /* of a table: twice the reach, and 0 twice */
    ERRDIFF_EYE_CHANNELS = 3, /* luminance, red against green, blue against
                                                   * yellow */
    ERRDIFF_EYE_BITS = 13     /* a table's sum is about 2^this */
};

struct errdiff_eye {
    int32_t reach; /* in pixels; what is farther away, in either direction, has 0 */
    /* By the distance up or down and by the column, of which ERRDIFF_EYE_REACH is the pixel's. */
    int32_t weight[ERRDIFF_EYE_CHANNELS][ERRDIFF_EYE_REACH + 1][ERRDIFF_EYE_ROW];
};

/* Makes the tables for a viewer who sees so many pixels in a degree, 15 or more. More than 72 count
 * as 72. */
void errdiff_eye_make(struct errdiff_eye *eye, double pixels_per_degree);

#endif

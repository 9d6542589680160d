/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How an eye sees differences between two images: as a blur, of luminance by two Gaussians and of
 * color by one, so that fine dots and slow changes of tone both count (Kim and Allebach, "Impact of
 * HVS models on model-based halftoning", 2002, have two Gaussians, too). What the search in
 * refinement.h needs is the autocorrelation of the blur, in integers, which are the same on every
 * machine.
 */
#ifndef ERRDIFF_EYE_H
#define ERRDIFF_EYE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    ERRDIFF_EYE_REACH = 15,   /* at most, in pixels */
    ERRDIFF_EYE_CENTER = 18,  /* the column of a table at a distance of 0 */
    ERRDIFF_EYE_ROW = 64,     /* of a table, with 0 beyond the reach, so that vectors can be read */
    ERRDIFF_EYE_CHANNELS = 3, /* luminance, red against green, blue against
                                                   * yellow */
    ERRDIFF_EYE_BITS = 16     /* a table's sum is about 2^this */
};

struct errdiff_eye {
    int32_t reach; /* in pixels; what is farther away, in either direction, has 0 */
    /* By the distance up or down and by the column. */
    int32_t weight[ERRDIFF_EYE_CHANNELS][ERRDIFF_EYE_REACH + 1][ERRDIFF_EYE_ROW];
};

/* Makes the tables for results of two colors or of more, and a viewer who sees so many
 * pixels in a degree, 15 or more. More than 72 count as 72. */
void errdiff_eye_make(struct errdiff_eye *eye, bool has_two_colors, double pixels_per_degree);

#endif

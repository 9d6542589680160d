/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fits the colors of a palette to an image that was dithered with it, by least squares.
 *
 * At a place an eye sees a mixture of the dots around it. Let s(k) be the share of color k in that
 * mixture, and t what is seen of the image there, as light. Colors p(k) suit the image if
 *
 *     E = Σ w · (Σ s(k) · p(k) − t)²        over all places and the three channels
 *
 * is small; w is the weight of a place. Without their limits, the best colors for given shares
 * solve linear equations, whose coefficients are sums over the places. The sums are in integers, so
 * they do not depend on the order in which places are added. The idea of fitting palettes to the
 * mixtures that dithering makes is that of Puzicha, Held, Ketterer, Buhmann and Fellner 1998.
 */
#ifndef ERRDIFF_PALETTE_FIT_H
#define ERRDIFF_PALETTE_FIT_H

#include "errdiff.h"

#include <stdbool.h>

enum {
    ERRDIFF_WHOLE_SHARE = 1 << 12, /* the sum of the shares of a place, at most */
    ERRDIFF_MAX_PLACE_WEIGHT = 1 << 7,
    ERRDIFF_MAX_PLACES = 1 << 24 /* so that 64 bits hold every sum */
};

/* What is seen at a place: `count` colors, each with its share. */
struct errdiff_mixture {
    int count;
    uint8_t colors[ERRDIFF_MAX_COLORS];
    uint16_t shares[ERRDIFF_MAX_COLORS]; /* 1..ERRDIFF_WHOLE_SHARE */
};

/* What is to be seen at a place: light, 0..65535, times the sum of the shares divided by
 * ERRDIFF_WHOLE_SHARE; and the weight w, 0..ERRDIFF_MAX_PLACE_WEIGHT. */
struct errdiff_target {
    uint16_t light[3];
    uint16_t weight;
};

/* The sums over the places whose own pixel has a certain color, for all that were added. */
struct errdiff_palette_dots {
    int64_t weight;   /* Σ w */
    int64_t light[3]; /* Σ w · t */
};

/* The sums over all places that were added. */
struct errdiff_palette_fit {
    int count;                         /* colors */
    int64_t *shares;                   /* Σ w · s(j) · s(k), at [j · count + k], for j ≥ k */
    int64_t *lights;                   /* Σ w · s(k) · t, at [3 · k + channel] */
    int64_t squares[3];                /* Σ w · t² */
    struct errdiff_palette_dots *dots; /* of each color */
};

/* Sets all sums for `count` colors to 0. Returns false if there is not enough memory. In either
 * case the caller calls errdiff_palette_fit_end. */
bool errdiff_palette_fit_begin(struct errdiff_palette_fit *fit, int count);

void errdiff_palette_fit_end(struct errdiff_palette_fit *fit);

void errdiff_palette_fit_add(struct errdiff_palette_fit *fit, const struct errdiff_mixture *seen,
                             const struct errdiff_target *target);

/* Adds the pixel at a place where the sum of the shares is ERRDIFF_WHOLE_SHARE. */
void errdiff_palette_fit_add_dot(struct errdiff_palette_fit *fit, int color,
                                 const struct errdiff_target *target);

/* Adds the sums of `other`, which is for as many colors. */
void errdiff_palette_fit_join(struct errdiff_palette_fit *fit,
                              const struct errdiff_palette_fit *other);

/* E for the colors of a palette, in an arbitrary unit. */
double errdiff_palette_fit_error(const struct errdiff_palette_fit *fit,
                                 const errdiff_palette *palette);

/*
 * Moves the colors of the palette, but for the first `locked` ones, towards those for which E is
 * nearly as small as it can be with light between 0 and 1: `step` times as far, within that light.
 * Colors without a share stay.
 */
void errdiff_palette_fit_solve(const struct errdiff_palette_fit *fit, int locked, double step,
                               errdiff_palette *palette);

/*
 * Least squares moves colors, but not from where there are many to where there are few. There, dots
 * are of colors far from what is seen around them. So the color for which this counts most gets a
 * neighbor: the mean of what is seen at its dots. The color whose dots cost least as dots of
 * another one gives way to it, unless it is one of the first `locked` ones or the gain is small
 * against that. Colors that a step above 1 moved too far may cost less than nothing, and give way
 * first. This is done twice at most, in palettes of 16 colors or more.
 */
void errdiff_palette_fit_swap(const struct errdiff_palette_fit *fit, int locked,
                              errdiff_palette *palette);

#endif

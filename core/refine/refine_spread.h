/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a change adds to the seen errors around it, for a difference of 1: the eye's weights around
 * a pixel or, for a swap, those less the weights around a neighbor.
 *
 * Weights, differences of two, and differences of parts have 16 bits with their sign. So a weight
 * is put into the lower half of 32 bits, and 0 into the upper one: then the sum of the products of
 * both halves is the product, which takes less time than one of 32 bits.
 */
#ifndef ERRDIFF_REFINE_SPREAD_H
#define ERRDIFF_REFINE_SPREAD_H

#include "refine_rule.h"

enum {
    ERRDIFF_REFINE_SPREAD_ROWS = 2 * ERRDIFF_EYE_REACH + 2,
    /* Vectors of errors begin at multiples of their lengths: the first one up to 15 columns before
     * the first weight that counts, and the last one may end so many behind the last. */
    ERRDIFF_REFINE_SPREAD_BEFORE = 16,
    ERRDIFF_REFINE_SPREAD_COLUMNS = ERRDIFF_REFINE_SPREAD_BEFORE + 2 * ERRDIFF_EYE_REACH + 3 + 15,
    /* For the first neighbors, by their numbers, and then for a pixel alone. The opposite neighbor
     * has the negative weights, around itself. */
    ERRDIFF_REFINE_ALONE = ERRDIFF_REFINE_SWAPS / 2,
    ERRDIFF_REFINE_SPREADS
};

struct errdiff_refine_spread {
    int32_t left, top;     /* from its first weight to the pixel */
    int32_t columns, rows; /* that count; there are zeros to the left and to the right */
    /* Of luminance, and of both other parts; the first that counts is in column
     * ERRDIFF_REFINE_SPREAD_BEFORE. */
    uint16_t weight[2][ERRDIFF_REFINE_SPREAD_ROWS][ERRDIFF_REFINE_SPREAD_COLUMNS];
};

void errdiff_refine_spreads_make(const struct errdiff_eye *eye,
                                 struct errdiff_refine_spread spreads[ERRDIFF_REFINE_SPREADS]);

#endif

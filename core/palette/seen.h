/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What an eye sees of an image from a usual distance: at each place the mean light of the pixels
 * around it, weighted by a Gaussian of 1.8 pixels. Places are every second pixel of every second
 * row.
 */
#ifndef ERRDIFF_SEEN_H
#define ERRDIFF_SEEN_H

#include "palette_fit.h"

/* The number of places along a side. */
static inline int errdiff_seen_along(int length)
{
    return (length + 1) / 2;
}

/* Sets targets[0..errdiff_seen_along(width) − 1] to what is seen of row `row` of the places in an
 * image of 3 channels of 8 bits. Masked pixels do not count. */
void errdiff_seen_targets(const errdiff_image *image, int row, struct errdiff_target *targets);

/* Adds row `row` of the places of a dithered image, whose samples are the numbers of colors, and
 * which has the size and the mask of the image that the targets of this row come from. */
void errdiff_seen_add(struct errdiff_palette_fit *fit, const errdiff_image *numbers, int row,
                      const struct errdiff_target *targets);

#endif

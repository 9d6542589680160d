/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Frames that do not flicker: offsets that draw a pixel towards what it was in the frame before.
 *
 * For a channel with the value v, and with the value o that was chosen before,
 *
 *     n = k · floor((κ·g·(o − v) + 800·k) / (1600·k))    κ: stable in percent; k = 1, or 256 if
 *                                                        W = 65535
 *
 * which is κ/100 · g/256 times their difference, with 4 fractional bits. g, 0..256, is how far the
 * input around the pixel is as it was before. With the display values a of the input and b of the
 * one before, as samples of 8 bits,
 *
 *     D = max over channels |Σ weight · (a − b)|         over the 5 × 5 around the pixel, weight =
 *                                                        1, 4, 6, 4, 1 across times the same down
 *     g = max(0, 256 − floor(D / 8))
 *
 * so g is 0 if it changed by 8/255 or more, and the pixel is then as if there were no frame before.
 * Outside the picture a sample is that of the nearest pixel in it; where the mask is 0 it counts as
 * 0. For samples of 16 bits the sum is divided by 257, rounded down. Where the mask of either frame
 * is 0, g is 0.
 *
 * G. Rehman, B. Evans, Flicker reduction in halftone video, 2010, perturb the threshold of two
 * levels by the frame before; holding back where the input moves lets dots follow what moves.
 */
#ifndef ERRDIFF_STABLE_H
#define ERRDIFF_STABLE_H

#include "errdiff.h"

#include <stdbool.h>
#include <stdint.h>

/* What is known of the frame before, which has the same size: errdiff_options.before. */
struct errdiff_frame_before {
    int percent;            /* κ */
    int width, height;      /* of both */
    int channels;           /* of `shown`, 1 or 3 */
    const uint16_t *shown;  /* o, as display values of 16 bits */
    const uint16_t *weight; /* g of each pixel */
};

/* Sets g of the pixels of rows first_row..end_row − 1, at weight + y · width for row y, from the
 * input and from the one before, which has the same shape. Returns false if there is not enough
 * memory. */
bool errdiff_stable_weights(const errdiff_image *in, const errdiff_image *before, int first_row,
                            int end_row, uint16_t *weight);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The start of an image. Dots of dark and of light areas lie far apart, and between them errors
 * rise until the next dot is due. Without errors from above, the first rows have no such dots, and
 * then many in one row. So the first rows get in advance what errors from above would bring, if the
 * image went on there with its first row: the mean that errors have in an area of this tone, and
 * grain, so that dots come at different rows. Each of them is treated as if all rows above it were
 * as it is.
 *
 * The rows that errors go down on average, of a kernel with the divisor D, and the part of the
 * errors that comes to row y:
 *
 *     depth = Σ dy · weight / D
 *     A(y)  = Σ weight / D          over the taps with dy > y
 *
 * If A(y) is below 0 for y > 0, it is added to A(0) instead. If weights depend on the tone, depth
 * and A(0) are the sum of the two weights below, for the tone of v.
 *
 * A channel with the value v between two levels is a mixture of these. Let o be the nearer level,
 * o' the other one, and r = (v − o) / (o' − o), 0..1/2. Then
 *
 *     mean  = max(0, 0.405 − 0.45 · noise − max(0, 1.2 − depth) · √r)
 *     grain = min(1/4, 3.3 · √r) · n(x)
 *     v'    = v + (o' − o) · A(y) · (mean + grain)
 *
 * clamped to 0..W. noise is the share of half a step that noise and modulation may add; with a
 * palette it is 0. n is straight between multiples of 2^k, where k is the greatest number, up to 8,
 * for which 4^k · r is at most 1; at number i of these it is errdiff_noise in −1..1 of the hash of
 * the seed 0 and of (i, k).
 *
 * With a palette, these are vectors. o is the color that is chosen for v, and r is the share of o'
 * in the mixture of both that is nearest to v, at most 1/2. o' is the color with the greatest share
 * among those for which the squared cosine of the angle between v − o and o' − o is at least 0.9.
 * If there is none, or a third color is nearer than o before the middle of the way from o to o', v
 * is a mixture of more than two colors, whose errors are not known, and stays.
 * If the three v of a pixel are equal, they get the mean of their v', rounded down, and so stay
 * neutral.
 *
 * Light is rounded to the nearest light of a sample, the darker one in a tie.
 *
 * The constants are the project's own. They fit the mean of the errors far below the first rows,
 * in flat areas of many tones, for kernels of two and of three rows; tests/unit/test_start.c shows
 * what they achieve. r, the root and all factors are integers with 2^16 for 1, each rounded down.
 * Nothing changes where r is 0, or if A(0) is not above 0.
 */
#ifndef ERRDIFF_START_H
#define ERRDIFF_START_H

#include "errdiff.h"
#include "rule/rule.h"

struct errdiff_start {
    int row_count;                     /* of the image that change; 0: none do */
    int32_t depth;                     /* 2^16 for 1 */
    int32_t shares[ERRDIFF_MAX_REACH]; /* A(y); 2^16 for 1 */
    const uint16_t *light;             /* of samples of `bits` bits; NULL: v is not light */
    int bits;                          /* of the caller's samples */
};

/*
 * Sets *start for images like *in. Rows change only if no part of an error is lost: if
 * errdiff_passes_all, and the weights of the kernel add up to its divisor.
 *
 * rule  of the job, whose `light` is that of the samples of *in, and must stay
 */
void errdiff_start_make(struct errdiff_start *start, const errdiff_kernel *kernel,
                        const struct errdiff_pixel_rule *rule, const errdiff_image *in,
                        const errdiff_options *options);

/*
 * Changes pixels of the rows that begin with row `first_row` of the whole image. Where the mask
 * is 0 they stay.
 *
 * rule  of the job; if its `light` is NULL, *rows has values v, else samples
 * rows  up to start->row_count − first_row of them; their samples are replaced
 */
void errdiff_start_run(const struct errdiff_start *start, const struct errdiff_pixel_rule *rule,
                       const errdiff_image *rows, int first_row);

#endif

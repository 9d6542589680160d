/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Dot gain: printed dots are larger than their pixels, so that an image comes out too dark. The
 * gain is taken out of the tone: where a share a of dots would print as f(a), a share a' with
 * f(a') = a is dithered.
 *
 * Of two neighboring levels, or values of a palette's colors in a channel, lo < hi, the darker one
 * is the ink and the lighter one the paper. By Murray and Davies (1936) v between them has the
 * coverage (hi − v)/(hi − lo), the share of the area that has the ink; in linear light that is
 * reflectance. So with two levels or colors the image is printed as it is wanted, and with more
 * of them the dots of each level spread over the next lighter one; levels and colors stay.
 *
 * The curve f goes in straight lines through points (x_i, y_i), from (0, 0) to (100, 100) percent,
 * in thousandths. With D = hi − lo, n = hi − v and the first i with 100000·n ≤ y_(i+1)·D,
 *
 *     n' = round(D·(x_i + (x_(i+1) − x_i)·(100000·n/D − y_i)/(y_(i+1) − y_i)) / 100000), halves up
 *     v' = hi − n',    and v' = v where n is 0 or D
 */
#ifndef ERRDIFF_DOT_GAIN_H
#define ERRDIFF_DOT_GAIN_H

#include "errdiff.h"
#include "rule/rule.h"

enum {
    ERRDIFF_GAIN_WHOLE = 100000, /* 100 percent, in thousandths */
    ERRDIFF_GAIN_POINTS = 102    /* at most, with those at 0 and 100 percent */
};

struct errdiff_gain_curve {
    int count; /* 2 or more */
    /* In thousandths of a percent. Coverages rise; what is printed never falls. */
    int32_t coverage[ERRDIFF_GAIN_POINTS], printed[ERRDIFF_GAIN_POINTS];
};

/* Reads options->dot_gain. A percentage is that of single pixels; `period` is as for
 * errdiff_gain_of_dots, and does not count for a measured curve. Returns ERRDIFF_OK, or
 * ERRDIFF_BAD_ARGUMENT with the reason in *message (which may be NULL); *curve is then
 * undefined. */
errdiff_status errdiff_gain_read(const char *text, double period, struct errdiff_gain_curve *curve,
                                 errdiff_message *message);

/*
 * Sets the curve of dots whose gain at 50 percent coverage is `gain` thousandths of a percent,
 * 0..ERRDIFF_MAX_DOT_GAIN percent, if they are single pixels. For dots in clusters with a period of
 * `period` pixels, 1 or more, the gain is less by as much as their edges are shorter: √2/period,
 * since √2 is the period of the densest pattern of single pixels, the checkerboard.
 *
 * The shape is that of round dots with overlaps counted once (Roetling and Holladay 1979), measured
 * with the kernel errdiff-12. Its gain is about proportional to the length of the dots' edges.
 */
void errdiff_gain_of_dots(int32_t gain, double period, struct errdiff_gain_curve *curve);

/* Whether the curve changes nothing. */
bool errdiff_gain_is_identity(const struct errdiff_gain_curve *curve);

/* Sets table[0..max_value] to v' of each v. `values`, `count` of them, rise; v below the first or
 * above the last one stays. */
void errdiff_gain_table(const struct errdiff_gain_curve *curve, const int32_t *values, int count,
                        int32_t max_value, uint16_t *table);

#endif

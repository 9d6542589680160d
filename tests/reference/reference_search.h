/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search after the dithering, which changes pixels where an eye sees less error then. */
#ifndef REFERENCE_SEARCH_H
#define REFERENCE_SEARCH_H

#include <stdint.h>

struct reference_search {
    int width, height, channels;
    int mapped;     /* 1: values are mapped, so that luminance counts more */
    int passes;     /* 0..20 */
    double viewing; /* pixels in a degree */

    int color_count;              /* 0: levels */
    int64_t colors[256][3];       /* their values, 0..65535 */
    int level_count[3];           /* of each channel */
    int64_t level_value[3][4096]; /* 0..65535 */

    int64_t *values; /* of each channel of each pixel, 0..65535 */
    int64_t *number; /* of each pixel: that of its color or, with levels, (q0 · L1 + q1) · L2 + q2;
                      * −1: the pixel stays. Gets the result */
    char *stays;     /* of each pixel: 1: it counts, but stays */
};

/* Searches. Returns 0, or -1 if there is not enough memory. */
int reference_search(struct reference_search *search);

#endif

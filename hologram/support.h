/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The support of a hogel's weights: the neighbors that a pixel collects errors from. */
#ifndef ERRDIFF_HOLOGRAM_SUPPORT_H
#define ERRDIFF_HOLOGRAM_SUPPORT_H

#include "errdiff_hologram.h"

#include <stdint.h>

enum { ERRDIFF_HOLOGRAM_REACH = 8 }; /* largest |dx| and dy */

/* Offsets: the pixel at (x, y) collects the errors of (x - dx, y - dy). Either dy > 0, or dy = 0
 * and dx > 0. */
struct errdiff_hologram_support {
    int count;
    int8_t dx[ERRDIFF_HOLOGRAM_MAX_TAPS], dy[ERRDIFF_HOLOGRAM_MAX_TAPS];
};

/* A neighbor within reach. */
struct errdiff_hologram_neighbor {
    int dx, dy;
    double size; /* its importance; 0 if only the distance counts */
};

enum { ERRDIFF_HOLOGRAM_NEIGHBORS = ERRDIFF_HOLOGRAM_REACH * (2 * ERRDIFF_HOLOGRAM_REACH + 2) };

/* Lists all neighbors with dx > -dy · slope, or any with slope 0 (the paper's eq. 2, 3 and 7), with
 * size 0. Returns their number. */
int errdiff_hologram_neighbors_list(
    int slope, struct errdiff_hologram_neighbor neighbors[ERRDIFF_HOLOGRAM_NEIGHBORS]);

/* Sorts neighbors: the largest first; equally large ones by distance, then by dy, then by dx. */
void errdiff_hologram_neighbors_sort(struct errdiff_hologram_neighbor *neighbors, int count);

/* The support of `count` neighbors, up to ERRDIFF_HOLOGRAM_MAX_TAPS. */
struct errdiff_hologram_support
errdiff_hologram_support_of(const struct errdiff_hologram_neighbor *neighbors, int count);

/* The `count` nearest neighbors of a slope. */
struct errdiff_hologram_support errdiff_hologram_nearest_support(int count, int slope);

/* The four neighbors of Floyd and Steinberg. */
struct errdiff_hologram_support errdiff_hologram_fs_support(void);

/* The least p ≥ 1 for which all offsets have dx > -dy · p. */
int errdiff_hologram_support_slope(const struct errdiff_hologram_support *support);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The support of a hogel's weights: the neighbours that a pixel collects errors from. */
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

struct errdiff_hologram_mask;

/* The `count` nearest neighbours with dx > -dy · slope, or any with slope 0 (the paper's eq. 2, 3
 * and 7). Equally near ones are ordered by dy, then by dx. */
struct errdiff_hologram_support errdiff_hologram_nearest_support(int count, int slope);

/* The neighbours with the largest |M|, with the same limit; equally large ones are ordered as
 * above. In the paper they are chosen from neighbours that were selected beforehand for all hogels
 * (eq. 4); here any can be. */
struct errdiff_hologram_support
errdiff_hologram_largest_support(int count, int slope, const struct errdiff_hologram_mask *mask);

/* The four neighbours of Floyd and Steinberg. */
struct errdiff_hologram_support errdiff_hologram_fs_support(void);

/* The least p ≥ 1 for which all offsets have dx > -dy · p. */
int errdiff_hologram_support_slope(const struct errdiff_hologram_support *support);

#endif

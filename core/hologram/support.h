/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which neighbours a pixel collects from. */
#ifndef ERRDIFF_HOLOGRAM_SUPPORT_H
#define ERRDIFF_HOLOGRAM_SUPPORT_H

#include "errdiff_hologram.h"

#include <stdint.h>

enum { ERRDIFF_HOLOGRAM_REACH = 8 }; /* largest |dx| and dy */

/* The pixel at (X, Y) reads the error at (X - dx, Y - dy), where dy > 0, or dy = 0 and dx > 0. */
struct errdiff_hologram_support {
    int count;
    int8_t dx[ERRDIFF_HOLOGRAM_MAX_WEIGHTS], dy[ERRDIFF_HOLOGRAM_MAX_WEIGHTS];
};

struct errdiff_hologram_mask;

/* The `count` nearest neighbours with dx > -dy · slope (eq. 2, 3 and 7; slope 0: any); equally near
 * ones by dy, then dx. */
struct errdiff_hologram_support errdiff_hologram_nearest_support(int count, int slope);

/* Those with the largest |M| (eq. 4), equally large ones as above. */
struct errdiff_hologram_support
errdiff_hologram_largest_support(int count, int slope, const struct errdiff_hologram_mask *mask);

/* Floyd and Steinberg's four. */
struct errdiff_hologram_support errdiff_hologram_fs_support(void);

/* The least p so that all offsets have dx > -dy · p; 1 or more. */
int errdiff_hologram_support_slope(const struct errdiff_hologram_support *support);

#endif

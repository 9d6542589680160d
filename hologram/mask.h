/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masks μ over the frequencies (ξ, η), 1 where noise would be seen, and their transforms
 * M(x, y) = ∫ μ e^{+j2π(ξx + ηy)} dξ dη, which have a closed form. */
#ifndef ERRDIFF_HOLOGRAM_MASK_H
#define ERRDIFF_HOLOGRAM_MASK_H

#include "window.h"

#include <complex.h>

enum errdiff_hologram_mask_kind {
    ERRDIFF_MASK_ONE_SIDED, /* the window A; for complex weights */
    ERRDIFF_MASK_TWO_SIDED  /* A and its mirror image -A, so M is real; for real-valued output */
};

struct errdiff_hologram_mask {
    enum errdiff_hologram_mask_kind kind;
    struct errdiff_hologram_window window;
};

/* The factor that a range of frequencies along one axis contributes to the transform of a
 * rectangle: ∫ e^{+j2πξx} dξ from `from` to `to`, for x = offset. */
double complex errdiff_hologram_range_at(double from, double to, int offset);

/* M(x, y), with x and y in pixels. */
double complex errdiff_hologram_mask_at(const struct errdiff_hologram_mask *mask, int x, int y);

#endif

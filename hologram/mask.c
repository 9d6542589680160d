/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes Fourier transforms of the masks that say at which frequencies noise would be seen. */
#include "mask.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

static double sinc(double x)
{
    return x == 0 ? 1 : sin(pi * x) / (pi * x);
}

double complex errdiff_hologram_range_at(double from, double to, int offset)
{
    double size = to - from, angle = pi * (from + to) * offset;
    return size * sinc(size * offset) * (cos(angle) + I * sin(angle));
}

static double complex rectangle_at(const struct errdiff_hologram_window *window, int x, int y)
{
    if (errdiff_hologram_window_is_empty(window))
        return 0;
    return errdiff_hologram_range_at(window->x0, window->x1, x) *
           errdiff_hologram_range_at(window->y0, window->y1, y);
}

double complex errdiff_hologram_mask_at(const struct errdiff_hologram_mask *mask, int x, int y)
{
    double complex one_sided = rectangle_at(&mask->window, x, y);
    if (mask->kind == ERRDIFF_MASK_ONE_SIDED)
        return one_sided;
    struct errdiff_hologram_window twin = errdiff_hologram_window_twin(&mask->window);
    return 2 * creal(one_sided) - creal(rectangle_at(&twin, x, y));
}

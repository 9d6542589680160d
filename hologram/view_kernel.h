/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predicts what a change of one pixel does to the light in the window, as seen from the pixels
 * around it. */
#ifndef ERRDIFF_HOLOGRAM_VIEW_KERNEL_H
#define ERRDIFF_HOLOGRAM_VIEW_KERNEL_H

#include "errdiff_hologram.h"

#include <stdbool.h>

#define ERRDIFF_VIEW_RADIUS 16
#define ERRDIFF_VIEW_TAPS (2 * ERRDIFF_VIEW_RADIUS + 1)

/*
 * If the pixel (x, y) changes by d, the light that errdiff_view_project would leave at the pixel
 * (x + dx, y + dy) changes by about
 *
 *     d · across[x][dx + RADIUS] · down[y][dy + RADIUS]
 *
 * This is the Fourier transform of the frequencies that the window has from the middle between the
 * two pixels, which are a rectangle. A window function ends it at RADIUS pixels (Hann's).
 */
struct errdiff_view_kernel {
    errdiff_complex (*across)[ERRDIFF_VIEW_TAPS]; /* for each column */
    errdiff_complex (*down)[ERRDIFF_VIEW_TAPS];   /* for each row */
};

/* Returns false if there is not enough memory. Release the kernel in either case. */
bool errdiff_view_kernel_make(struct errdiff_view_kernel *kernel, int width, int height);

void errdiff_view_kernel_release(struct errdiff_view_kernel *kernel);

/*
 * Fills in the kernel of a hologram of width × height pixels.
 *
 * widened     by how many cycles per pixel the frequencies are widened at each end, 0 or more. The
 *             end of the kernel blurs their edges. Wider, the kernel predicts no less light than
 *             there will be, so that changes that look good are, but misses more of those that are
 * is_preview  every pixel sees the window in the same directions
 */
void errdiff_view_kernel_fill(struct errdiff_view_kernel *kernel, int width, int height,
                              const errdiff_optics *optics, double widened, bool is_preview);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hogels, and the frequencies at which their light reaches the viewer's window. */
#ifndef ERRDIFF_HOLOGRAM_WINDOW_H
#define ERRDIFF_HOLOGRAM_WINDOW_H

#include "errdiff_hologram.h"

#include <stdbool.h>

/* A range of frequencies in cycles per pixel, -1/2..1/2. */
struct errdiff_hologram_window {
    double x0, x1; /* x1 > x0 and y1 > y0 unless the window is empty */
    double y0, y1;
};

/* The pixels x0..x1 - 1, y0..y1 - 1. */
struct errdiff_rectangle {
    int x0, y0, x1, y1;
};

/* The side of a hogel, in pixels: options->hogel or, if that is 0, a side that suits the window. */
int errdiff_hogel_side(const errdiff_hologram_options *options);

/* The number of hogels of `hogel` pixels along a side of `side` pixels. */
int errdiff_hogel_count(int side, int hogel);

/* The pixels of hogel (column, row) of a hologram of width × height pixels. */
struct errdiff_rectangle errdiff_hogel_at(int column, int row, int width, int height, int hogel);

/* The frequency along one axis, in cycles per pixel, of light that moves sideways by `across`
 * micrometers on its way to the window or, in Fourier geometry, reaches it at `across`; limited to
 * what the pixels can represent, -1/2..1/2. */
double errdiff_hologram_frequency(double across, const errdiff_optics *optics);

/* The frequencies at which light from a hogel reaches the viewer's window. Unlike in the paper, the
 * window is widened on all sides by a quarter of the hogel, because the hogel's pixels, which share
 * their weights, see it at different angles. */
struct errdiff_hologram_window errdiff_hologram_window_of(const struct errdiff_rectangle *hogel,
                                                          int width, int height,
                                                          const errdiff_optics *optics);

bool errdiff_hologram_window_is_empty(const struct errdiff_hologram_window *window);

/* The intersection of a window with its mirror image about the origin; it may be empty. */
struct errdiff_hologram_window
errdiff_hologram_window_twin(const struct errdiff_hologram_window *window);

/* TRUE if the hogel is wider or higher than a sixth of the viewer's window; in Fourier geometry its
 * size does not matter. */
bool errdiff_hogel_is_wide(const struct errdiff_rectangle *hogel, const errdiff_optics *optics);

#endif

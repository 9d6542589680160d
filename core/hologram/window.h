/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hogels, and the frequencies with which their light reaches the viewer's window. */
#ifndef ERRDIFF_HOLOGRAM_WINDOW_H
#define ERRDIFF_HOLOGRAM_WINDOW_H

#include "errdiff_hologram.h"

#include <stdbool.h>

/* Frequencies, in cycles a pixel, -1/2..1/2. */
struct errdiff_hologram_window {
    double x0, x1; /* x1 > x0 but for an empty window */
    double y0, y1;
};

/* Of pixels: x0..x1 - 1, y0..y1 - 1. */
struct errdiff_rectangle {
    int x0, y0, x1, y1;
};

/* How many hogels lie along a side of `side` pixels. */
int errdiff_hogel_count(int side, int hogel);

/* Hogel (column, row) of a hologram of width × height pixels. */
struct errdiff_rectangle errdiff_hogel_at(int column, int row, int width, int height, int hogel);

/* Section 2.2 of the paper, with the window widened on all sides by a quarter of the hogel, since its
 * weights serve all of its pixels. */
struct errdiff_hologram_window errdiff_hologram_window_of(const struct errdiff_rectangle *hogel,
                                                          int width, int height,
                                                          const errdiff_optics *optics);

bool errdiff_hologram_window_is_empty(const struct errdiff_hologram_window *window);

/* What a window has in common with its mirror image about the origin; may be empty. */
struct errdiff_hologram_window
errdiff_hologram_window_twin(const struct errdiff_hologram_window *window);

/* Whether the hogel is wider or higher than half the viewer's window. */
bool errdiff_hogel_is_wide(const struct errdiff_rectangle *hogel, const errdiff_optics *optics);

#endif

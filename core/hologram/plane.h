/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Light on a plane, a hologram's grid extended on all sides, and its way to other planes by the
 * angular spectrum. */
#ifndef ERRDIFF_HOLOGRAM_PLANE_H
#define ERRDIFF_HOLOGRAM_PLANE_H

#include "window.h"

#include <stdbool.h>

struct errdiff_plane {
    errdiff_field light;           /* from FFTW's memory */
    int left, top;                 /* where the hologram's pixel (0, 0) lies */
    int field_width, field_height; /* the hologram's size */
    const errdiff_optics *optics;
    int threads; /* 0: one for each processor, as in errdiff_hologram_options */
};

/* A plane with a hologram in its middle, so large that what the window sees and what it hides do not
 * meet behind the edges, where a transform goes on from the other side, and that it holds what is
 * seen `depth` micrometres behind the hologram or before it; NaN and infinity count as 0. To be
 * released in any case. FALSE: memory is short. */
bool errdiff_plane_make(struct errdiff_plane *plane, const errdiff_field *field,
                        const errdiff_optics *optics, double depth);

void errdiff_plane_release(struct errdiff_plane *plane);

/* Takes the light `distance` micrometres on, back where it is negative. Waves that decay are left
 * out. ERRDIFF_OK, ERRDIFF_NO_MEMORY, or ERRDIFF_CANCELLED. */
errdiff_status errdiff_plane_propagate(struct errdiff_plane *plane, double distance,
                                       errdiff_progress_share *share);

/* The plane's pixels whose centres lie in the viewer's window: x0..x1 - 1, y0..y1 - 1. */
struct errdiff_rectangle errdiff_plane_window(const struct errdiff_plane *plane);

/* Takes all light away but that in the window. */
void errdiff_plane_crop(struct errdiff_plane *plane);

#endif

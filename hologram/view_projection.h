/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Removes the light that misses the window from a hologram, many times with the same optics. */
#ifndef ERRDIFF_HOLOGRAM_VIEW_PROJECTION_H
#define ERRDIFF_HOLOGRAM_VIEW_PROJECTION_H

#include "plane.h"

struct errdiff_view_projection {
    const errdiff_optics *optics;
    bool is_preview;            /* the plane is not used */
    struct errdiff_plane plane; /* tapered, with a table of its factors */
};

/* Makes what fields as large as this one need; its values are not kept. *optics must outlive it.
 * `threads` is as in errdiff_hologram_options. In a preview light is filtered instead of
 * propagated. Returns false if there is not enough memory. Release it in either case. */
bool errdiff_view_projection_make(struct errdiff_view_projection *projection,
                                  const errdiff_field *field, const errdiff_optics *optics,
                                  int threads, bool is_preview);

void errdiff_view_projection_release(struct errdiff_view_projection *projection);

/* Propagates a field to the window, removes everything outside of it, and propagates the rest back
 * to the field's pixels. NaN and infinity count as 0. Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY or
 * ERRDIFF_CANCELLED. */
errdiff_status errdiff_view_project(struct errdiff_view_projection *projection,
                                    errdiff_field *field, errdiff_progress_share *share);

#endif

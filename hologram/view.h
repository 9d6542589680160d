/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The light that reaches the viewer's window. */
#ifndef ERRDIFF_HOLOGRAM_VIEW_H
#define ERRDIFF_HOLOGRAM_VIEW_H

#include "errdiff_hologram.h"

/* Propagates a field to the window's plane, without its highest frequencies, so that the figures do
 * not depend on the size of the plane (propagate.c); *view gets the light inside the window, with
 * values NULL if no pixel center lies in it. Free it with errdiff_field_free. Returns ERRDIFF_OK,
 * ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED. */
errdiff_status errdiff_hologram_view(const errdiff_field *field, const errdiff_optics *optics,
                                     errdiff_progress_share *share, errdiff_field *view);

/*
 * Compares what is seen of fields through the window with what is seen of a reference. All are
 * propagated to the window's plane by the angular spectrum method and compared inside the window.
 * The fields, `count` of them, have the reference's size; NaN and infinity count as 0. `progress`
 * is as in errdiff_options.
 *
 * Returns ERRDIFF_OK with similarities[0..count - 1] filled in, ERRDIFF_NO_MEMORY or
 * ERRDIFF_CANCELLED.
 */
errdiff_status errdiff_hologram_compare(const errdiff_field *reference, const errdiff_field *fields,
                                        int count, const errdiff_optics *optics,
                                        errdiff_progress progress, void *progress_user,
                                        errdiff_hologram_similarity *similarities);

#endif

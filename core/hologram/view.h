/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The light that reaches the viewer's window. */
#ifndef ERRDIFF_HOLOGRAM_VIEW_H
#define ERRDIFF_HOLOGRAM_VIEW_H

#include "errdiff_hologram.h"

/* Propagates a field to the window's plane, without its highest frequencies, so that the figures do
 * not depend on the size of the plane (propagate.c); *view gets the light inside the window, with
 * values NULL if no pixel centre lies in it. Free it with errdiff_field_free. Returns ERRDIFF_OK,
 * ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED. */
errdiff_status errdiff_hologram_view(const errdiff_field *field, const errdiff_optics *optics,
                                     errdiff_progress_share *share, errdiff_field *view);

#endif

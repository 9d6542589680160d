/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What reaches the viewer's window. */
#ifndef ERRDIFF_HOLOGRAM_VIEW_H
#define ERRDIFF_HOLOGRAM_VIEW_H

#include "errdiff_hologram.h"

/* The light of a field in the window; *view is to be freed with errdiff_field_free, and has no values
 * where it has no pixels. ERRDIFF_OK, ERRDIFF_NO_MEMORY, or ERRDIFF_CANCELLED. */
errdiff_status errdiff_hologram_view(const errdiff_field *field, const errdiff_optics *optics,
                                     errdiff_progress_share *share, errdiff_field *view);

#endif

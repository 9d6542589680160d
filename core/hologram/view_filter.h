/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_HOLOGRAM_VIEW_FILTER_H
#define ERRDIFF_HOLOGRAM_VIEW_FILTER_H

#include "errdiff_hologram.h"

/* Removes the light that misses the viewer's window from a hologram: nobody sees it, and it would
 * use up the quantiser's range. `threads` is as in errdiff_hologram_options. Returns ERRDIFF_OK,
 * ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED. */
errdiff_status errdiff_hologram_filter(errdiff_field *hologram, const errdiff_optics *optics,
                                       int threads, errdiff_progress_share *share);

#endif

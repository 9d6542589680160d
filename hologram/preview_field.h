/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A quick view filter for previews of a small part of a hologram. */
#ifndef ERRDIFF_HOLOGRAM_PREVIEW_FIELD_H
#define ERRDIFF_HOLOGRAM_PREVIEW_FIELD_H

#include "errdiff_hologram.h"

/* Removes the light that misses the window from a part of a hologram, as if every pixel of it saw
 * the window in the same directions. In `optics` the window's center is given relative to the
 * part's. What is up to `margin` micrometers outside the window is kept, and fades out over the
 * same width again. NaN and infinity become 0. If no light reaches the window, the field is left as
 * it is. Returns ERRDIFF_OK or ERRDIFF_NO_MEMORY. */
errdiff_status errdiff_preview_filter(errdiff_field *field, const errdiff_optics *optics,
                                      double margin);

#endif

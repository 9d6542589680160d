/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From what was dithered back to a drawable's or a buffer's pixels. */
#ifndef PLUGIN_FINISHED_PIXELS_H
#define PLUGIN_FINISHED_PIXELS_H

#include "dithering.h"

typedef struct {
    Encoding encoding;
    guchar *bytes; /* to be freed */
    gint width, height;
} FinishedPixels;

/* Whether gray pixels get colours. */
gboolean result_becomes_colour(const DrawablePixels *pixels, const DitherResult *result);

/* Puts what was dithered in the place of what was read, and takes the bytes from `pixels`. FALSE:
 * memory is short. */
gboolean finished_pixels_make(FinishedPixels *finished, DrawablePixels *pixels,
                              const DitherResult *result);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Dots: pixels are reduced to one for each dot before they are dithered, and the result is
 * enlarged. A dot is a square that begins at a multiple of its side, counted from the upper left
 * corner of the layer. It has the mean light of its selected pixels, each counted as far as it is
 * opaque.
 */
#ifndef PLUGIN_DOT_PIXELS_H
#define PLUGIN_DOT_PIXELS_H

#include "drawable_pixels.h"

/*
 * Sets *dots to a pixel for each dot. A dot is selected if one of its pixels is. `threads` is as in
 * errdiff_options. FALSE: it failed, and *message says why. In either case the caller frees the
 * selected_mask, display and alpha of *dots with g_free.
 */
gboolean dot_pixels_reduce(const DrawablePixels *pixels, gint dot, gint threads,
                           DrawablePixels *dots, errdiff_message *message);

/* Enlarges a picture with a pixel for each dot, whose data g_free can free, to the size of
 * `pixels`. FALSE: it failed, and *message says why. */
gboolean dot_pixels_enlarge(const DrawablePixels *pixels, gint dot, errdiff_image *image,
                            errdiff_message *message);

/* Copies the alpha of the pixels that are not selected to an alpha channel of that size. */
void dot_pixels_keep_unselected(const DrawablePixels *pixels, gpointer alpha);

#endif

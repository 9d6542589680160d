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
 * errdiff_options. Returns what errdiff_dots_reduce returns, with its *message; or, with *message
 * unchanged, ERRDIFF_NO_MEMORY. In either case the caller calls dot_pixels_clear.
 */
errdiff_status dot_pixels_reduce(const DrawablePixels *pixels, gint dot, gint threads,
                                 DrawablePixels *dots, errdiff_message *message);

/* Frees the memory of *dots, but not *dots itself. */
void dot_pixels_clear(DrawablePixels *dots);

/* Enlarges an image with a pixel for each dot, whose data g_free can free, to the size of
 * `pixels`. Returns what errdiff_dots_enlarge returns, with its *message; or, with *message
 * unchanged, ERRDIFF_NO_MEMORY. If it fails, the image stays as it is. */
errdiff_status dot_pixels_enlarge(const DrawablePixels *pixels, gint dot, errdiff_image *image,
                                  errdiff_message *message);

/* Copies the alpha of the pixels that are not selected to an alpha channel of that size. */
void dot_pixels_keep_unselected(const DrawablePixels *pixels, gpointer alpha);

#endif

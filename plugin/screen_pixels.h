/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pixels as they look on a screen: 8-bit red, green, blue, transparency over a checkerboard. */
#ifndef PLUGIN_SCREEN_PIXELS_H
#define PLUGIN_SCREEN_PIXELS_H

#include "dithering.h"

/*
 * Writes a part of what was dithered; what `result` lacks, as all of a NULL one, is taken from the
 * untouched `pixels`. The picture is shown at 1 / shrink of its size, with shrink 1..16: a pixel is
 * then the mean light of a square of shrink × shrink pixels, or of what the picture's edges leave of
 * it, as one sees it from afar. x, y, width and height are of that smaller picture, which has
 * ceil(side / shrink) pixels a side; rows of rgb are `stride` bytes apart.
 */
void screen_pixels_read(const DrawablePixels *pixels, const DitherResult *result, gint shrink,
                        gint x, gint y, gint width, gint height, guchar *rgb, gint stride);

#endif

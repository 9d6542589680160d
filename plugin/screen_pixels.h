/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pixels as they look on a screen: 8-bit RGB, with transparency over a checkerboard. */
#ifndef PLUGIN_SCREEN_PIXELS_H
#define PLUGIN_SCREEN_PIXELS_H

#include "dithering.h"

/*
 * Writes a part of a result. Rows that `result` does not have are taken from the untouched
 * `pixels`; so are all rows if it is NULL. The picture is scaled to 1 / shrink of its size, shrink
 * 1..16: a pixel is the average, in linear light, of a square of shrink × shrink pixels, or of as
 * much of it as lies within the picture. That is what one sees from a distance. x, y, width and
 * height are in pixels of that smaller picture, which has ceil(side / shrink) pixels a side; rows
 * of `rgb` are `stride` bytes apart.
 */
void screen_pixels_read(const DrawablePixels *pixels, const DitherResult *result, gint shrink,
                        gint x, gint y, gint width, gint height, guchar *rgb, gint stride);

#endif

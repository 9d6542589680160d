/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pixels as they look on a screen: 8-bit RGB, with transparency over a checkerboard. */
#ifndef PLUGIN_SCREEN_PIXELS_H
#define PLUGIN_SCREEN_PIXELS_H

#include "dithering.h"
#include "zoom.h"

/*
 * Writes a part of a result. Rows that `result` does not have are taken from the untouched
 * `pixels`; so are all rows if it is NULL. The image is shown at a zoom of at most 100 %: a pixel
 * is the average, in linear light, of a square with the side zoom_side, or of as much of it as lies
 * within the image. Pixels at its border count according to the part of them that
 * is covered. That is what one sees from a distance. x, y, width and height are in pixels of that
 * smaller image, whose sides are those of zoom_length; rows of `rgb` are `stride` bytes apart.
 */
void screen_pixels_read(const DrawablePixels *pixels, const DitherResult *result, Zoom zoom, gint x,
                        gint y, gint width, gint height, guchar *rgb, gint stride);

#endif

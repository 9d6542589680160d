/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From what was dithered back to a drawable's or a buffer's pixels. */
#ifndef PLUGIN_FINISHED_PIXELS_H
#define PLUGIN_FINISHED_PIXELS_H

#include "dithering.h"

/* Whether gray pixels get colours. */
gboolean result_becomes_colour(const DrawablePixels *pixels, const DitherResult *result);

/* How the finished pixels are stored. */
Encoding finished_pixels_encoding(const DrawablePixels *pixels, const DitherResult *result);

/*
 * Puts what was dithered in the place of what was read, for a result that is not meant as an indexed
 * picture, and writes it, a band of rows at a time.
 *
 * pixels  what was dithered; display values and alpha are not looked at
 * source  the buffer that they were read from, for what keeps its bytes
 * origin  of the picture in `source`; only x and y are looked at
 * target  where the pixels go, in `format`, which is that of finished_pixels_encoding
 * area    the part to write, in the picture's coordinates. It has the same place in `target` as in
 *         `source`
 *
 * FALSE: memory is short, before anything is written.
 */
gboolean finished_pixels_write(const DrawablePixels *pixels, const DitherResult *result,
                               GeglBuffer *source, const GeglRectangle *origin, GeglBuffer *target,
                               const Babl *format, const GeglRectangle *area);

#endif

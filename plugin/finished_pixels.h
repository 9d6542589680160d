/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts a result back to the pixels of a drawable or a buffer. */
#ifndef PLUGIN_FINISHED_PIXELS_H
#define PLUGIN_FINISHED_PIXELS_H

#include "dithering.h"

/* Whether the result makes gray pixels colored. */
gboolean result_becomes_color(const DrawablePixels *pixels, const DitherResult *result);

/* The encoding of the finished pixels. */
Encoding finished_pixels_encoding(const DrawablePixels *pixels, const DitherResult *result);

/*
 * Combines the source's pixels with the dithered values, and writes the pixels of `area` in bands
 * of rows. Not for results that become an indexed image.
 *
 * pixels  the pixels that were dithered; their display values and alpha are not used
 * source  the buffer that they were read from, for the bytes that stay as they are
 * origin  the position of the image in `source`; only x and y are used
 * target  the buffer to write to, in `format`, which must match finished_pixels_encoding
 * area    the part to write, in the image's coordinates; it has the same position in `target` as
 *         in `source`
 *
 * FALSE: there is not enough memory; nothing has been written.
 */
gboolean finished_pixels_write(const DrawablePixels *pixels, const DitherResult *result,
                               GeglBuffer *source, const GeglRectangle *origin, GeglBuffer *target,
                               const Babl *format, const GeglRectangle *area);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a result, as numbers of colors, to the buffer of a layer of an indexed image. */
#ifndef PLUGIN_INDEXED_PIXELS_H
#define PLUGIN_INDEXED_PIXELS_H

#include "dithering.h"

#include <gegl.h>

/*
 * Writes the pixels of `area`.
 *
 * pixels   the pixels that were dithered; their display values and alpha are not used
 * result   has numbers
 * numbers  in the colormap, of each color of the result's palette; NULL: they are those of the
 *          palette
 * source   a buffer with the numbers that the pixels had, which are kept where they were not
 *          dithered, as is alpha that was not changed; NULL: all pixels are written
 * target   a buffer of their size
 * format   of both buffers: a byte for each pixel and, if the pixels have alpha, one for that
 *
 * FALSE: there is not enough memory.
 */
gboolean indexed_pixels_write(const DrawablePixels *pixels, const DitherResult *result,
                              const guint8 *numbers, GeglBuffer *source, GeglBuffer *target,
                              const Babl *format, const GeglRectangle *area);

#endif

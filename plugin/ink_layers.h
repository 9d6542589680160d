/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pixels and the names of layers that each show one ink of a result, black where the ink is
 * printed and transparent elsewhere. */
#ifndef PLUGIN_INK_LAYERS_H
#define PLUGIN_INK_LAYERS_H

#include "dithering.h"

#include <gegl.h>

/*
 * Finds the inks of a result, a layer for each: those of its palette (errdiff_palette_inks);
 * without a palette, for which only inks->count is set, cyan, magenta and yellow, or black if the
 * pixels are gray. FALSE: *message, which the caller frees, says why the palette has none, or too
 * many.
 */
gboolean ink_layers_find(const DitherResult *result, errdiff_inks *inks, gchar **message);

/* What the layer of ink number `ink` is called; the caller frees it. */
gchar *ink_layers_name(const DitherResult *result, const errdiff_inks *inks, gint ink);

/*
 * Writes the layer of ink number `ink`. Transparent pixels, and those that are not dithered, get no
 * ink.
 *
 * pixels  the pixels that were dithered; their display values and alpha are not used
 * source  the buffer that they were read from, for its alpha
 * target  a buffer of their size, of gray or RGB pixels with alpha
 *
 * FALSE: there is not enough memory.
 */
gboolean ink_layers_write(const DrawablePixels *pixels, const DitherResult *result,
                          const errdiff_inks *inks, gint ink, GeglBuffer *source,
                          GeglBuffer *target);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pixels and the names of layers that each show one ink of a result, black where the ink is
 * printed and transparent elsewhere. */
#ifndef PLUGIN_INK_LAYERS_H
#define PLUGIN_INK_LAYERS_H

#include "dithering.h"

#include <gegl.h>

/*
 * The number of layers of a result, 1 or more: the inks of its palette
 * (errdiff_palette_inks); without a palette,
 * cyan, magenta and yellow, or black if the pixels are gray. 0: *message, which the caller frees,
 * says why the palette has none, or too many.
 */
gint ink_layers_count(const DitherResult *result, gchar **message);

/* What layer number `ink` is called; the caller frees it. */
gchar *ink_layers_name(const DitherResult *result, gint ink);

/*
 * Writes layer number `ink`. Transparent pixels, and those that are not dithered, get no ink.
 *
 * pixels  the pixels that were dithered; their display values and alpha are not used
 * source  the buffer that they were read from, for its alpha
 * target  a buffer of their size, of gray or RGB pixels with alpha
 *
 * FALSE: there is not enough memory.
 */
gboolean ink_layers_write(const DrawablePixels *pixels, const DitherResult *result, gint ink,
                          GeglBuffer *source, GeglBuffer *target);

#endif

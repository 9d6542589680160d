/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way of finished pixels into the image. */
#ifndef PLUGIN_RESULT_H
#define PLUGIN_RESULT_H

#include "drawable_pixels.h"

/* Whether the pixels of `drawable_ID` can be replaced, or a new layer be put above it; to be asked
 * before long work. FALSE: *message (to be freed; may be NULL) says why not. */
gboolean result_is_possible(gint32 drawable_ID, gboolean replace, gchar **message);

/*
 * Puts pixels->bytes into the image as one undo step. `description` becomes part of the new layer's
 * name. Returns the layer that holds them (-1 for a mask or a channel whose pixels were replaced)
 * in *layer_ID; FALSE: *message (to be freed) says why, and the image is as it was.
 */
gboolean result_write(const DrawablePixels *pixels, gboolean replace, const gchar *description,
                      gint32 *layer_ID, gchar **message);

#endif

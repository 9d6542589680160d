/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way of finished pixels into the image. */
#ifndef PLUGIN_RESULT_H
#define PLUGIN_RESULT_H

#include "call.h"
#include "dithering.h"

/* Whether a result can go from `drawable_ID` to `output`, with that done to its alpha channel; to be
 * asked before long work. FALSE: *message (to be freed; may be NULL) says why not. */
gboolean result_is_possible(gint32 drawable_ID, OutputKind output, errdiff_alpha alpha,
                            gchar **message);

/*
 * Puts what was dithered into GIMP, in `pixels`' own image as one undo step. A gray image that gets
 * colours becomes RGB. `description` becomes part of the new layer's name. Sets the outcome's image and
 * layer. FALSE: *message (to be
 * freed) says why, and the image is as it was, or one undo step away from it.
 */
gboolean result_write(const DrawablePixels *pixels, const DitherResult *result, OutputKind output,
                      const gchar *description, Outcome *outcome, gchar **message);

#endif

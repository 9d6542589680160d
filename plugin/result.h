/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts a result into the image. */
#ifndef PLUGIN_RESULT_H
#define PLUGIN_RESULT_H

#include "call.h"
#include "dithering.h"

/* Whether a result of dithering `drawable_ID` can be written to `output` with this treatment of
 * alpha; to be called before long work. FALSE: *message, which the caller frees, says why not;
 * `message` may be NULL. */
gboolean result_is_possible(gint32 drawable_ID, OutputKind output, errdiff_alpha alpha,
                            gchar **message);

/*
 * Writes the result to the image of `pixels`, as one undo step, or to a new indexed image. A gray
 * image that gets colors becomes RGB. `description` becomes part of the new layer's name. Sets the
 * outcome's image and layer. FALSE: *message, which the caller frees, says why, and the image is as
 * it was, or one undo step restores it.
 */
gboolean result_write(const DrawablePixels *pixels, const DitherResult *result, OutputKind output,
                      const gchar *description, Outcome *outcome, gchar **message);

#endif

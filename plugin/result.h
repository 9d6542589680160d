/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts a result into the image. */
#ifndef PLUGIN_RESULT_H
#define PLUGIN_RESULT_H

#include "dithering.h"
#include "procedure.h"

/* The pixels of a drawable, and the result of dithering them. */
typedef struct {
    DrawablePixels *pixels;
    DitherResult *result;
} DitheredDrawable;

/* Whether a result of dithering `drawable_ID` can be written to `output` with this treatment of
 * alpha; to be called before long work. FALSE: *message, which the caller frees, says why not;
 * `message` may be NULL. */
gboolean result_is_possible(gint32 drawable_ID, OutputKind output, errdiff_alpha alpha,
                            gchar **message);

/* Whether an indexed image, if the drawable is a layer of one, has all colors of the request's
 * palette in its colormap, or the result becomes a new image. The rest is as there. */
gboolean result_has_colors(gint32 drawable_ID, const DitherRequest *request, gchar **message);

/*
 * Writes the results of drawables of one image, 1 or more, to that image, as one undo step; or the
 * result of a single drawable to a new indexed image. A gray image that gets colors becomes RGB; if
 * one result has colors that are not gray, all have. `description` becomes part of the names of new
 * layers. Sets the outcome's image, and its layer to that of the last result. FALSE: *message,
 * which the caller frees, says why, and the image is as it was, or one undo step restores it.
 */
gboolean result_write(const DitheredDrawable *drawables, gint count, OutputKind output,
                      const gchar *description, Outcome *outcome, gchar **message);

#endif

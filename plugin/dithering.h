/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The work itself, for the preview and for the result alike. It never calls GIMP, so it may run in
 * any thread. */
#ifndef PLUGIN_DITHERING_H
#define PLUGIN_DITHERING_H

#include "drawable_pixels.h"
#include "request.h"

typedef struct {
    errdiff_image image;     /* what came out; its data are the result's own */
    errdiff_palette palette; /* of those that were dithered to one; count 0: levels */
    gpointer alpha;          /* display values of the reduced alpha channel; NULL: it is kept */
    guchar *mask;            /* one byte a pixel, 0 where it kept its value; NULL where none did */
    errdiff_report report;   /* with what was done to the picture, where that was measured */
} DitherResult;

/*
 * Dithers pixels to levels, to a palette's colours, or, where `indexed`, to their numbers. To
 * `measure` takes about as long again. Reports to `progress`, which may cancel. NULL: it failed, and
 * *message (to be freed) says why; where it was cancelled *message stays as it was. To be freed with
 * dither_result_free.
 */
DitherResult *dither_pixels(const DrawablePixels *pixels, const DitherRequest *request,
                            gboolean indexed, gboolean measure, errdiff_progress progress,
                            gpointer progress_user, gchar **message);

void dither_result_free(DitherResult *result);

#endif

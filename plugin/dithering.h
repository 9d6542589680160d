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
    gboolean has_numbers;    /* the image has the numbers of the palette's colours */
    gpointer alpha;          /* display values of the reduced alpha channel; NULL: it is kept */
    guchar *mask;            /* one byte a pixel, 0 where it kept its value; NULL where none did */
    errdiff_report report;   /* with what was done to the picture, where that was measured */
} DitherResult;

/*
 * Dithers pixels, which stay as they are, to levels or to a palette's colours. To `measure` takes
 * about as long again. Reports to `progress`, which may cancel. NULL: it failed, and *message (to be
 * freed) says why; where it was cancelled *message stays as it was. To be freed with
 * dither_result_free.
 */
DitherResult *dither_pixels(const DrawablePixels *pixels, const DitherRequest *request,
                            gboolean measure, errdiff_progress progress, gpointer progress_user,
                            gchar **message);

/*
 * The same in the memory of the pixels, which the result takes over wherever it can; display values
 * and alpha are gone afterwards, whatever happens. The result has numbers where `indexed`, and where a
 * gray picture gets colours, because these take a third of the memory.
 */
DitherResult *dither_pixels_in_place(DrawablePixels *pixels, const DitherRequest *request,
                                     gboolean indexed, errdiff_progress progress,
                                     gpointer progress_user, gchar **message);

void dither_result_free(DitherResult *result);

#endif

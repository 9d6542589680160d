/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dithers pixels, both for the preview and for the result. It never calls GIMP, so it may run in
 * any thread. */
#ifndef PLUGIN_DITHERING_H
#define PLUGIN_DITHERING_H

#include "drawable_pixels.h"
#include "request.h"

typedef struct {
    gint owners;             /* each calls dither_result_free */
    errdiff_image image;     /* the dithered pixels; the data belong to the result */
    errdiff_palette palette; /* the palette that was used; count 0: levels */
    errdiff_palette written; /* the colors that are written for those of the palette */
    gboolean has_numbers;    /* the image contains indices into the palette instead of colors */
    gboolean is_indexed;    /* the result is an indexed image, so that pixels whose mask is 0 get an
                              * index, too */
    gboolean is_for_device; /* `written` are numbers that a device is sent, not colors of sRGB */
    gboolean is_gray;       /* levels: the pixels are gray, also if they have three channels */
    gpointer srgb;  /* the values of `image` converted to sRGB, for the preview; NULL: `image` has
                    * indices or sRGB, or the result is not for the preview */
    gpointer alpha; /* display values of the reduced alpha channel; NULL: it is kept */
    guchar *mask;   /* a byte for each pixel, 0: the pixel keeps its value; NULL: none does */
    gboolean has_dots; /* where the mask is 0, the image does not have the values that are kept */
    errdiff_report report; /* includes the change of tone if it was measured */
} DitherResult;

/*
 * Dithers pixels to levels or to the colors of a palette, without changing them. The result
 * contains palette indices if the request's output is an indexed image or ink layers, if the
 * pixels are those of an indexed image, if the colors that are written are not those that are
 * seen, which the preview shows, if dots of a gray image get colors, or if that takes less memory.
 * `measure` also finds out how much its tone changed, which takes about as long again. Reports to
 * `progress`, which may cancel. NULL: it failed, and *message, which the caller frees, says why;
 * or it was cancelled, and *message is unchanged. Free the result with dither_result_free.
 */
DitherResult *dither_pixels(const DrawablePixels *pixels, const DitherRequest *request,
                            gboolean measure, errdiff_progress progress, gpointer progress_user,
                            gchar **message);

/* The share of the work of dither_pixels after which a palette is made, if it is to be made. */
#define DITHER_PALETTE_SHARE 0.3

/* Makes the palette of a request whose palette is to be made from the pixels, as dither_pixels does
 * it itself. The rest is as there; FALSE: it failed or was cancelled. */
gboolean dither_make_palette(const DrawablePixels *pixels, const DitherRequest *request,
                             errdiff_progress progress, gpointer progress_user,
                             errdiff_palette *palette, gchar **message);

/* Finds what a request's `stretch` and `tone` depend on in these pixels, for `tone_range` in the
 * options of requests that dither a part of them. The rest is as for dither_make_palette. */
gboolean dither_find_range(const DrawablePixels *pixels, const DitherRequest *request,
                           errdiff_progress progress, gpointer progress_user,
                           errdiff_tone_range *range, gchar **message);

/* Whether dither_measure can measure results of these pixels and this request; if not, they can
 * only be measured by dither_pixels. */
gboolean dither_can_measure(const DrawablePixels *pixels, const DitherRequest *request);

/* Finds out how much the tone of a result of dither_pixels changed, as dither_pixels does itself if
 * `measure` is TRUE, and sets that in the result's report. FALSE: there is not enough memory. */
gboolean dither_measure(const DrawablePixels *pixels, const DitherRequest *request,
                        DitherResult *result);

/*
 * Like dither_pixels without `measure`, but reuses the memory of the pixels for the result where
 * possible; the pixels' display values and alpha are no longer valid afterwards, even if it fails.
 * The result contains palette indices also if a gray image gets colors, because indices take a
 * third of the memory.
 */
DitherResult *dither_pixels_in_place(DrawablePixels *pixels, const DitherRequest *request,
                                     errdiff_progress progress, gpointer progress_user,
                                     gchar **message);

/*
 * Takes a sample for a palette that is made for `count` drawables: of what would be dithered of
 * these pixels, that is, of the dots if the request asks for them, with its changes of transparency
 * and of tone. The rest is as for errdiff_palette_sample. The pixels' display values and alpha are
 * no longer valid afterwards, even if it fails. FALSE: *message, which the caller frees, says why.
 */
gboolean dither_sample_in_place(DrawablePixels *pixels, const DitherRequest *request, gint count,
                                errdiff_image *sample, gchar **message);

/* Opens the sequence of a request's frames, which the caller closes. NULL: *message, which the
 * caller frees, says why not. */
errdiff_sequence *dither_sequence_open(const DitherRequest *request, gchar **message);

/* Gives the result one more owner, and returns it. Can be called in any thread, as can
 * dither_result_free, which frees it when the last owner calls that. */
DitherResult *dither_result_share(DitherResult *result);
void dither_result_free(DitherResult *result);

#endif

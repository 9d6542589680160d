/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the preview needs from the owner of the pixels. */
#ifndef UI_PREVIEW_SOURCE_H
#define UI_PREVIEW_SOURCE_H

#include "errdiff.h"
#include "settings/settings.h"

/* What the dialog says about a result. */
typedef struct {
    gchar *text;       /* one or two sentences for the status line; the caller frees them */
    gdouble unreached; /* percent of the pixels whose colors the palette cannot mix */
} PreviewReport;

typedef struct {
    gint width, height; /* of the whole picture, in pixels */
    gint channels;      /* 1 (gray) or 3 (RGB), without alpha */

    /*
     * Checks settings and makes a request from them. Called in the main thread. NULL: a setting is
     * wrong; *message is set to one sentence for the user (free it with g_free). Free the request
     * with free_request, in any thread.
     */
    gpointer (*prepare)(gpointer user, const DitherSettings *settings, gchar **message);
    void (*free_request)(gpointer user, gpointer request);

    /*
     * Dithers the first `rows` rows, to the same pixels as when the whole picture is dithered.
     * Called in a worker thread, one call at a time. Checks g_atomic_int_get(cancelled) often, and
     * returns NULL soon after it is no longer 0. Returns a result for `read`; or NULL, with
     * *message set to one sentence for the user (free it with g_free) unless it was cancelled.
     *
     * If `is_last`, `rows` is the whole height, and the result must include what `describe` tells.
     * If not, this call is for showing the visible rows early, and may return NULL if it would not
     * be faster than dithering the whole picture.
     */
    gpointer (*dither)(gpointer user, gconstpointer request, gint rows, gboolean is_last,
                       gint *cancelled, gchar **message);

    /*
     * Writes a part of a result as it looks on a screen, with transparency over a checkerboard:
     * 8-bit RGB, rows `stride` bytes apart. A NULL result means the untouched picture, which is
     * also shown below the last row of a result that has only the first rows. Called in the main
     * thread, also while `dither` makes another result.
     *
     * The picture is scaled to 1 / shrink of its size, shrink 1..8: a pixel is the average of
     * shrink × shrink pixels in linear light. x, y, width and height are in pixels of that smaller
     * picture, which has ceil(width / shrink) × ceil(height / shrink) of them; the part lies within
     * it.
     */
    void (*read)(gpointer user, gconstpointer result, gint shrink, gint x, gint y, gint width,
                 gint height, guchar *rgb, gint stride);

    /* The palette that a result was dithered to, which belongs to the result; NULL: levels. */
    const errdiff_palette *(*palette)(gpointer user, gconstpointer result);

    /* What to say about the last result, which came `waited_ms` milliseconds after it was
     * requested. */
    PreviewReport (*describe)(gpointer user, gconstpointer result, gdouble waited_ms);

    void (*free_result)(gpointer user, gpointer result);

    /* Shows the user how far dithering the whole picture is. Called in the main thread, after the
     * dialog has closed, while its last request is still being worked on. */
    void (*show_progress)(gpointer user);

    gpointer user; /* passed to each of these functions */
} PreviewSource;

#endif

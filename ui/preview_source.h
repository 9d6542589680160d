/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the preview needs of the one who owns the pixels. */
#ifndef UI_PREVIEW_SOURCE_H
#define UI_PREVIEW_SOURCE_H

#include "errdiff.h"
#include "settings/settings.h"

/* What made a result, and what it did to the picture. */
typedef struct {
    gchar *text;       /* one or two sentences; to be freed */
    gdouble unreached; /* percent of the pixels that want colours out of the palette's reach */
    gint colours;      /* of the palette; 0: levels */
} PreviewReport;

typedef struct {
    gint width, height; /* of the whole picture, in pixels */
    gint channels;      /* that are dithered: 1 (gray) or 3 (red, green, blue); alpha is not one */

    /*
     * Checks settings and makes a request of them. Called in the main thread. NULL: they are wrong;
     * *message is set to one sentence for the user (g_free it). To be freed with free_request, in
     * any thread.
     */
    gpointer (*prepare)(gpointer user, const DitherSettings *settings, gchar **message);
    void (*free_request)(gpointer user, gpointer request);

    /*
     * Dithers the picture's first `rows` rows as they are when all of it is dithered. Called in a
     * worker thread, one call at a time. Looks at g_atomic_int_get(cancelled) often and returns NULL
     * soon after it is not 0. Returns a result for `read`; or NULL, with *message set to one
     * sentence for the user (g_free it) unless cancelled. `is_last`: all rows are wanted, and
     * `describe` is to have what it tells. If not, what is seen is wanted soon, and NULL may be
     * returned where that cannot be had sooner.
     */
    gpointer (*dither)(gpointer user, gconstpointer request, gint rows, gboolean is_last,
                       gint *cancelled, gchar **message);

    /*
     * Writes a part of a result as it looks on a screen, transparency over a checkerboard: 8-bit
     * red, green, blue, rows `stride` bytes apart. result NULL: the untouched picture, which also
     * stands for the rows that a result of the first ones lacks. Called in the main thread, also
     * while `dither` makes another result.
     *
     * At 1 / shrink of the size, shrink 1..8, a pixel is the mean light of shrink × shrink pixels.
     * The part is of that smaller picture, of ceil(width / shrink) × ceil(height / shrink) pixels,
     * and lies within it.
     */
    void (*read)(gpointer user, gconstpointer result, gint shrink, gint x, gint y, gint width,
                 gint height, guchar *rgb, gint stride);

    /* The colours that a result was dithered to, which are the result's own; NULL: levels. */
    const errdiff_palette *(*palette)(gpointer user, gconstpointer result);

    /* Tells of the last result, which came `waited_ms` after it was asked for. */
    PreviewReport (*describe)(gpointer user, gconstpointer result, gdouble waited_ms);

    void (*free_result)(gpointer user, gpointer result);

    gpointer user; /* handed to each of them */
} PreviewSource;

#endif

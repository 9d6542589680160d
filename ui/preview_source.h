/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the preview needs of the one who owns the pixels. */
#ifndef UI_PREVIEW_SOURCE_H
#define UI_PREVIEW_SOURCE_H

#include "errdiff.h"
#include "settings.h"

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
     * sentence for the user (g_free it) unless cancelled, or unless these rows alone cannot be had.
     */
    gpointer (*dither)(gpointer user, gconstpointer request, gint rows, gint *cancelled,
                       gchar **message);

    /*
     * Writes a part of a result as it looks on a screen, transparency over a checkerboard: 8-bit
     * red, green, blue, rows `stride` bytes apart. result NULL: the untouched picture, which also
     * stands for the rows that a result of the first ones lacks. Called in
     * the main thread, also while `dither` makes another result. The part lies within the picture.
     */
    void (*read)(gpointer user, gconstpointer result, gint x, gint y, gint width, gint height,
                 guchar *rgb, gint stride);

    /* The colours that a result was dithered to, which are the result's own; NULL: levels. */
    const errdiff_palette *(*palette)(gpointer user, gconstpointer result);

    /* One sentence on what made a result of all rows and what it did to the picture, or NULL; the caller frees
     * it. */
    gchar *(*describe)(gpointer user, gconstpointer result);

    void (*free_result)(gpointer user, gpointer result);

    gpointer user; /* handed to each of them */
} PreviewSource;

#endif

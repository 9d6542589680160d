/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the hologram dialog needs from the owner of the pixels. */
#ifndef UI_HOLOGRAM_SOURCE_H
#define UI_HOLOGRAM_SOURCE_H

#include "hologram_settings.h"
#include "preview_source.h"

enum { HOLOGRAM_VIEW_SIDE = 300 }; /* width and height of each preview image, in pixels */

/* A drawable that the user can choose as the second one. */
typedef struct {
    gint32 drawable_ID;
    gchar *name;
} HologramLayer;

typedef struct {
    /* What the preview's thread needs: dither, free_request and free_result, with height 1, because
     * dither makes the whole result at once. Its `user` is also passed to the functions below. */
    PreviewSource work;

    const HologramLayer *layers; /* those of the drawable's size, without the drawable itself */
    gint layer_count;

    /* Checks settings and makes a request from them. Called in the main thread. NULL: a setting is
     * wrong; *message is set to one sentence for the user (free it with g_free). */
    gpointer (*prepare)(gpointer user, const HologramSettings *settings, gchar **message);

    /* Writes what the viewer sees of the original hologram or, if `after`, of the result:
     * a square of side HOLOGRAM_VIEW_SIDE, gray as 8-bit RGB, rows `stride` bytes apart. */
    void (*read)(gpointer user, gconstpointer result, gboolean after, guchar *rgb, gint stride);

    /* The text for the status line; the caller frees it. */
    gchar *(*describe)(gpointer user, gconstpointer result);
} HologramSource;

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the hologram's dialog needs of the one who owns the pixels. */
#ifndef UI_HOLOGRAM_SOURCE_H
#define UI_HOLOGRAM_SOURCE_H

#include "preview_source.h"
#include "settings/hologram_settings.h"

enum { HOLOGRAM_VIEW_SIDE = 300 }; /* of the preview's two pictures, in pixels */

/* A drawable that can be the second one. */
typedef struct {
    gint32 drawable_ID;
    gchar *name;
} HologramLayer;

typedef struct {
    /* What the preview's thread needs: dither makes a result of a request, all of it at once (the height
     * is 1), free_request and free_result as there; its user goes to the functions below, too. */
    PreviewSource work;

    const HologramLayer *layers; /* of the drawable's size, without it */
    gint layer_count;

    /* Checks settings and makes a request of them. Called in the main thread. NULL: they are wrong;
     * *message is set to one sentence for the user (g_free it). */
    gpointer (*prepare)(gpointer user, const HologramSettings *settings, gchar **message);

    /* Writes what is seen of the hologram as it was, or, where `after`, of the result: gray as 8-bit red,
     * green, blue, rows `stride` bytes apart. */
    void (*read)(gpointer user, gconstpointer result, gboolean after, guchar *rgb, gint stride);

    /* What there is to say of a result; the caller frees it. */
    gchar *(*describe)(gpointer user, gconstpointer result);
} HologramSource;

#endif

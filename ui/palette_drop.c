/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads what is dropped on the controls of the colors. */
#include "palette_drop.h"

#include <string.h>

enum { FILES, COLOR };

typedef struct {
    PaletteDropActions actions;
    gpointer user;
} PaletteDrop;

/* Of several files the first that is local. */
static void receive_files(const PaletteDrop *drop, GtkSelectionData *data)
{
    gchar **uris = gtk_selection_data_get_uris(data);
    gchar *path = NULL;

    for (gint i = 0; uris != NULL && uris[i] != NULL && path == NULL; i++)
        path = g_filename_from_uri(uris[i], NULL, NULL);
    if (path != NULL)
        drop->actions.file(drop->user, path);
    g_free(path);
    g_strfreev(uris);
}

/* Four numbers of 16 bits: red, green, blue and alpha. */
static void receive_color(const PaletteDrop *drop, GtkSelectionData *data)
{
    guint16 color[4];

    if (gtk_selection_data_get_length(data) != (gint)sizeof color)
        return;
    memcpy(color, gtk_selection_data_get_data(data), sizeof color);
    drop->actions.color(drop->user,
                        (const guint8[]){(guint8)(color[0] >> 8), (guint8)(color[1] >> 8),
                                         (guint8)(color[2] >> 8)});
}

static void receive(GtkWidget *widget, GdkDragContext *context, gint x, gint y,
                    GtkSelectionData *data, guint info, guint time, const PaletteDrop *drop)
{
    (void)widget, (void)context, (void)x, (void)y, (void)time;
    if (info == FILES)
        receive_files(drop, data);
    else
        receive_color(drop, data);
}

void palette_drop_add(GtkWidget *widget, PaletteDropActions actions, gpointer user)
{
    GtkTargetEntry accepted[] = {{"text/uri-list", 0, FILES}, {"application/x-color", 0, COLOR}};
    PaletteDrop *drop = g_new(PaletteDrop, 1);

    *drop = (PaletteDrop){actions, user};
    g_object_set_data_full(G_OBJECT(widget), "palette-drop", drop, g_free);
    gtk_drag_dest_set(widget, GTK_DEST_DEFAULT_ALL, accepted, G_N_ELEMENTS(accepted),
                      GDK_ACTION_COPY);
    g_signal_connect(widget, "drag-data-received", G_CALLBACK(receive), drop);
}

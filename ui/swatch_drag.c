/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lets swatches be dragged, as GTK+ drags data. */
#include "swatch_drag.h"

#include <string.h>

/* The number of the swatch, within a dialog, and the color, for other programs. */
enum { SWATCH, COLOR };

enum { ICON_SIDE = 24, OPAQUE = 0xFFFF };

static GtkTargetEntry dragged[] = {
    {"application/x-errdiff-swatch", GTK_TARGET_SAME_APP, SWATCH},
    {"application/x-color", 0, COLOR},
};

typedef struct {
    gint number;
    const guint8 *color;
    SwatchDropped dropped;
    gpointer user;
} SwatchDrag;

static void begin(GtkWidget *widget, GdkDragContext *context, const SwatchDrag *drag)
{
    GdkPixbuf *icon = gdk_pixbuf_new(GDK_COLORSPACE_RGB, FALSE, 8, ICON_SIDE, ICON_SIDE);

    (void)widget;
    gdk_pixbuf_fill(icon, (guint32)drag->color[0] << 24 | (guint32)drag->color[1] << 16 |
                              (guint32)drag->color[2] << 8);
    gtk_drag_set_icon_pixbuf(context, icon, 0, 0);
    g_object_unref(icon);
}

/* A color is four numbers of 16 bits: red, green, blue and alpha. */
static void get(GtkWidget *widget, GdkDragContext *context, GtkSelectionData *data, guint info,
                guint time, const SwatchDrag *drag)
{
    const guint16 color[4] = {(guint16)(257 * drag->color[0]), (guint16)(257 * drag->color[1]),
                              (guint16)(257 * drag->color[2]), OPAQUE};
    GdkAtom target = gtk_selection_data_get_target(data);

    (void)widget, (void)context, (void)time;
    if (info == COLOR)
        gtk_selection_data_set(data, target, 16, (const guchar *)color, sizeof color);
    else
        gtk_selection_data_set(data, target, 8, (const guchar *)&drag->number, sizeof drag->number);
}

/* FALSE for what is no swatch: the widgets around the swatches may take it. What GTK+ does by
 * default would refuse it for them. */
static gboolean motion(GtkWidget *widget, GdkDragContext *context, gint x, gint y, guint time)
{
    (void)x, (void)y;
    if (gtk_drag_dest_find_target(widget, context, NULL) == GDK_NONE)
        return FALSE;
    gdk_drag_status(context, GDK_ACTION_MOVE, time);
    return TRUE;
}

static gboolean drop(GtkWidget *widget, GdkDragContext *context, gint x, gint y, guint time)
{
    GdkAtom target = gtk_drag_dest_find_target(widget, context, NULL);

    (void)x, (void)y;
    if (target == GDK_NONE)
        return FALSE;
    gtk_drag_get_data(widget, context, target, time);
    return TRUE;
}

static void receive(GtkWidget *widget, GdkDragContext *context, gint x, gint y,
                    GtkSelectionData *data, guint info, guint time, const SwatchDrag *drag)
{
    gint from;
    gboolean is_swatch = gtk_selection_data_get_length(data) == (gint)sizeof from;

    (void)widget, (void)x, (void)y, (void)info;
    gtk_drag_finish(context, is_swatch, FALSE, time);
    if (!is_swatch)
        return;
    memcpy(&from, gtk_selection_data_get_data(data), sizeof from);
    drag->dropped(drag->user, from, drag->number);
}

void swatch_drag_add(GtkWidget *swatch, gint number, const guint8 color[3], SwatchDropped dropped,
                     gpointer user)
{
    SwatchDrag *drag = g_new(SwatchDrag, 1);

    *drag = (SwatchDrag){number, color, dropped, user};
    g_object_set_data_full(G_OBJECT(swatch), "swatch-drag", drag, g_free);
    gtk_drag_source_set(swatch, GDK_BUTTON1_MASK, dragged, G_N_ELEMENTS(dragged),
                        GDK_ACTION_COPY | GDK_ACTION_MOVE);
    gtk_drag_dest_set(swatch, 0, &dragged[SWATCH], 1, GDK_ACTION_MOVE);
    g_signal_connect(swatch, "drag-motion", G_CALLBACK(motion), NULL);
    g_signal_connect(swatch, "drag-drop", G_CALLBACK(drop), NULL);
    g_signal_connect(swatch, "drag-begin", G_CALLBACK(begin), drag);
    g_signal_connect(swatch, "drag-data-get", G_CALLBACK(get), drag);
    g_signal_connect(swatch, "drag-data-received", G_CALLBACK(receive), drag);
}

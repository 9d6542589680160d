/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small window of another program, in the corner of the screen, from which data can be dragged.
 *
 *     drag_source TYPE FILE     the data are the bytes of the file
 */
#include <gtk/gtk.h>

enum { SIDE = 40 };

typedef struct {
    gchar *bytes;
    gsize size;
} Data;

static void get(GtkWidget *widget, GdkDragContext *context, GtkSelectionData *selection, guint info,
                guint time, const Data *data)
{
    (void)widget, (void)context, (void)info, (void)time;
    gtk_selection_data_set(selection, gtk_selection_data_get_target(selection), 8,
                           (const guchar *)data->bytes, (gint)data->size);
}

static gboolean mapped(GtkWidget *widget, GdkEvent *event, gpointer data)
{
    (void)widget, (void)event, (void)data;
    g_print("ready\n");
    return FALSE;
}

int main(int argc, char **argv)
{
    GtkWidget *window, *part;
    Data data;

    gtk_init(&argc, &argv);
    if (argc != 3 || !g_file_get_contents(argv[2], &data.bytes, &data.size, NULL))
        return 1;
    window = gtk_window_new(GTK_WINDOW_POPUP);
    part = gtk_event_box_new();
    gtk_widget_set_size_request(part, SIDE, SIDE);
    gtk_container_add(GTK_CONTAINER(window), part);
    gtk_window_move(GTK_WINDOW(window), 0, 0);
    gtk_drag_source_set(part, GDK_BUTTON1_MASK, &(GtkTargetEntry){argv[1], 0, 0}, 1,
                        GDK_ACTION_COPY);
    g_signal_connect(part, "drag-data-get", G_CALLBACK(get), &data);
    g_signal_connect(window, "map-event", G_CALLBACK(mapped), NULL);
    gtk_widget_show_all(window);
    gtk_main();
}

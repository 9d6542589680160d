/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text field for the path of a file, with an icon that lets the user choose the file. */
#include "file_entry.h"
#include "toolkit.h"

#define TITLE "file-entry-title"

gchar *file_entry_get(GtkWidget *entry)
{
    const gchar *text = gtk_entry_get_text(GTK_ENTRY(entry));
    gchar *path = g_filename_from_utf8(text, -1, NULL, NULL, NULL);

    return path != NULL ? path : g_strdup(text);
}

void file_entry_set(GtkWidget *entry, const gchar *path)
{
    gchar *text = g_filename_to_utf8(path, -1, NULL, NULL, NULL);

    gtk_entry_set_text(GTK_ENTRY(entry), text != NULL ? text : "");
    g_free(text);
}

static void choose(GtkWidget *entry)
{
    GtkWidget *window = gtk_widget_get_toplevel(entry);
    GtkWidget *dialog = gtk_file_chooser_dialog_new(
        g_object_get_data(G_OBJECT(entry), TITLE), GTK_WINDOW(window), GTK_FILE_CHOOSER_ACTION_OPEN,
        GTK_STOCK_CANCEL, GTK_RESPONSE_CANCEL, GTK_STOCK_OPEN, GTK_RESPONSE_OK, NULL);
    gchar *path = file_entry_get(entry);

    gtk_dialog_set_default_response(GTK_DIALOG(dialog), GTK_RESPONSE_OK);
    /* By default the dialog shows the recent files, where no path can be typed. */
    if (g_path_is_absolute(path))
        gtk_file_chooser_set_filename(GTK_FILE_CHOOSER(dialog), path);
    else
        gtk_file_chooser_set_current_folder(GTK_FILE_CHOOSER(dialog), g_get_home_dir());
    g_free(path);
    if (gtk_dialog_run(GTK_DIALOG(dialog)) == GTK_RESPONSE_OK) {
        path = gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(dialog));
        if (path != NULL)
            file_entry_set(entry, path);
        g_free(path);
    }
    gtk_widget_destroy(dialog);
}

GtkWidget *file_entry_new(const gchar *title)
{
    GtkWidget *entry = gtk_entry_new();

    g_object_set_data_full(G_OBJECT(entry), TITLE, g_strdup(title), g_free);
    gtk_entry_set_width_chars(GTK_ENTRY(entry), 14);
    gtk_entry_set_activates_default(GTK_ENTRY(entry), TRUE);
    gtk_entry_set_icon_from_stock(GTK_ENTRY(entry), GTK_ENTRY_ICON_SECONDARY, GTK_STOCK_OPEN);
    gtk_entry_set_icon_tooltip_text(GTK_ENTRY(entry), GTK_ENTRY_ICON_SECONDARY, title);
    toolkit_connect_chosen(entry, "icon-press", G_CALLBACK(choose), entry);
    return entry;
}

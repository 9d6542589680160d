/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A field for the path of a file, which may be empty. Its icon lets the user choose the file. */
#ifndef UI_FILE_ENTRY_H
#define UI_FILE_ENTRY_H

#include <gtk/gtk.h>

/* A GtkEntry. `title` is that of the dialog. */
GtkWidget *file_entry_new(const gchar *title);

/* Paths are in the encoding of file names. The caller frees the result. */
gchar *file_entry_get(GtkWidget *entry);
void file_entry_set(GtkWidget *entry, const gchar *path);

#endif

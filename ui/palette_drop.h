/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be dropped on the controls of the colors: a palette file, and colors. */
#ifndef UI_PALETTE_DROP_H
#define UI_PALETTE_DROP_H

#include <gtk/gtk.h>

typedef struct {
    void (*file)(gpointer user, const gchar *path); /* a local file was dropped */
    void (*color)(gpointer user, const guint8 rgb[3]);
} PaletteDropActions;

/* Lets files and colors be dropped on a widget, and calls the actions with `user` for what was. */
void palette_drop_add(GtkWidget *widget, PaletteDropActions actions, gpointer user);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UI_HEADING_H
#define UI_HEADING_H

#include <gtk/gtk.h>

/* A line that says what the dialog is about: the name of a layer, mask or channel, and that of its
 * image. Long names are shortened, so that they do not widen the dialog. */
GtkWidget *heading_new(const gchar *drawable, const gchar *image);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A button that opens a menu below it, with the mouse, the keys and its mnemonic. */
#ifndef UI_MENU_BUTTON_H
#define UI_MENU_BUTTON_H

#include <gtk/gtk.h>

/* `title` has a mnemonic. The menu belongs to the button, and its items are the button's children
 * for a screen reader. */
GtkWidget *menu_button_new(const gchar *title, const gchar *tooltip, GtkWidget *menu);

/* Opens the menu at the pointer, as a context menu of another widget, or at `place` if that is not
 * NULL: below that widget, as after a key. */
void menu_button_open_at(GtkWidget *button, GtkWidget *place);

#endif

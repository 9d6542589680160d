/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A combo box whose rows have a name, for scripts, and a title, for the user. It is a GtkComboBox
 * and emits the "changed" signal of one. While it is closed, typing chooses a row. */
#ifndef UI_NAME_COMBO_H
#define UI_NAME_COMBO_H

#include <gtk/gtk.h>

GtkWidget *name_combo_new(void);

/* The same for dialogs with room for long titles, which it does not shorten. */
GtkWidget *name_combo_new_wide(void);

/* Adds a row at the end; a row that cannot be chosen is grayed out. */
void name_combo_append(GtkWidget *combo, const gchar *name, const gchar *title,
                       gboolean can_be_chosen);

/* Like name_combo_append, with a note, which the open list shows below the title. For a screen
 * reader it is the row's accessible description. */
void name_combo_append_with_note(GtkWidget *combo, const gchar *name, const gchar *title,
                                 const gchar *note, gboolean can_be_chosen);

/* Adds a line between the rows before and after it. It has no name. */
void name_combo_append_line(GtkWidget *combo);

/* Gives each row of the open list room for an image of at most this size, in pixels. The list has
 * this many columns then, so that it fits on small screens; lines, and rows whose name is empty,
 * are as wide as all and have no image. */
void name_combo_have_images(GtkWidget *combo, gint columns, gint width, gint height);

/* Shows an image in the row with this name; does nothing if there is none. */
void name_combo_set_image(GtkWidget *combo, const gchar *name, GdkPixbuf *image);

/* Changes the title of the row with this name. */
void name_combo_set_title(GtkWidget *combo, const gchar *name, const gchar *title);

/* Grays out the row with this name, or makes it possible again; does nothing if there is none. */
void name_combo_allow(GtkWidget *combo, const gchar *name, gboolean can_be_chosen);

/* Removes all rows; none is chosen then. */
void name_combo_clear(GtkWidget *combo);

/* Chooses the row with this name. FALSE: there is none, and the choice is unchanged. */
gboolean name_combo_set(GtkWidget *combo, const gchar *name);

/* Like name_combo_set, but chooses the first row if there is none with this name. */
void name_combo_set_or_first(GtkWidget *combo, const gchar *name);

/* The name of the chosen row, which the caller frees; NULL if none is chosen. */
gchar *name_combo_get(GtkWidget *combo);

#endif

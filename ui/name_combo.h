/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A combo box whose rows each have a name, as typed in a script, and a title, as read. It is a
 * GtkComboBox, and emits its "changed". */
#ifndef UI_NAME_COMBO_H
#define UI_NAME_COMBO_H

#include <gtk/gtk.h>

GtkWidget *name_combo_new(void);

/* Adds a row at the end; one that cannot be chosen is gray. */
void name_combo_append(GtkWidget *combo, const gchar *name, const gchar *title,
                       gboolean can_be_chosen);

/* The same with a note on it, which is shown below the title while one chooses. A screen reader finds
 * it as the row's description. */
void name_combo_append_with_note(GtkWidget *combo, const gchar *name, const gchar *title,
                                 const gchar *note, gboolean can_be_chosen);

/* Takes all rows away; none is chosen then. */
void name_combo_clear(GtkWidget *combo);

/* Chooses the row of this name; FALSE where there is none, and nothing has changed. */
gboolean name_combo_set(GtkWidget *combo, const gchar *name);

/* The same, or the first row where there is none of this name. */
void name_combo_set_or_first(GtkWidget *combo, const gchar *name);

/* The name of the chosen row, which the caller frees; NULL where none is chosen. */
gchar *name_combo_get(GtkWidget *combo);

#endif

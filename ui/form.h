/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of a label and a control, in frames with bold titles, spaced as everywhere in GIMP. */
#ifndef UI_FORM_H
#define UI_FORM_H

#include <gtk/gtk.h>

#define FORM_BORDER 12
#define FORM_SPACING 6
#define FORM_NOTE_WIDTH 34 /* of a note, in characters */

/* A frame around `content` with a bold title. */
GtkWidget *form_frame(const gchar *title, GtkWidget *content);

/* A column of rows. */
GtkWidget *form_column(void);

/*
 * Adds a row at the end of `column`. `label` has a mnemonic, which goes to `control`; `content` is
 * what the row shows beside it: `control`, or a box with `control` in it. All labels of the group
 * get one width. Returns the row, which can be hidden.
 */
GtkWidget *form_row(GtkBox *column, GtkSizeGroup *labels, const gchar *label, GtkWidget *content,
                    GtkWidget *control, const gchar *tooltip);

/* Adds `content` at the end of `column`, where the controls are, without a label. */
void form_beside_labels(GtkBox *column, GtkSizeGroup *labels, GtkWidget *content);

/* An empty label for a sentence or two, which are wrapped. */
GtkWidget *form_note(void);

/* A bar with one menu, `menu`, which a key opens as it goes to other controls. */
GtkWidget *form_menu_bar(const gchar *title, const gchar *tooltip, GtkWidget *menu);

/* Adds an item to a menu that calls act(user). */
GtkWidget *form_menu_item(GtkWidget *menu, const gchar *label, const gchar *tooltip, GCallback act,
                          gpointer user);

/* A left-aligned label with a mnemonic for `control`, which gets its name and the tooltip. */
GtkWidget *form_label(const gchar *label, GtkWidget *control, const gchar *tooltip);

/* Takes over what is typed in the dialog's field that has the focus: a number outside its limits is only
 * mended when its field is left, which a key that presses OK does not do. */
void form_finish_typing(GtkWidget *dialog);

#endif

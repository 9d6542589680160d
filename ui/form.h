/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layout of a dialog as in GIMP: rows of a label and a control, in frames with bold titles. */
#ifndef UI_FORM_H
#define UI_FORM_H

#include <gtk/gtk.h>

#define FORM_BORDER 12
#define FORM_SPACING 6
#define FORM_NOTE_WIDTH 34 /* characters in a line of a note */

/* A frame around `content` with a bold title. */
GtkWidget *form_frame(const gchar *title, GtkWidget *content);

/* A column of frames. */
GtkWidget *form_frames(GtkWidget *const frames[], gsize count);

/* A column of rows. */
GtkWidget *form_column(void);

/*
 * Adds a row at the end of `column`. The mnemonic in `label` activates `control`; `content` is what
 * the row shows beside the label: `control`, or a box that contains it. All labels of the size
 * group get the same width. Returns the row, so that the caller can hide it.
 */
GtkWidget *form_row(GtkBox *column, GtkSizeGroup *labels, const gchar *label, GtkWidget *content,
                    GtkWidget *control, const gchar *tooltip);

/* Like form_row, for a spin button and the unit that is written after it; "": none. Returns the
 * spin button. */
GtkWidget *form_spin(GtkBox *column, GtkSizeGroup *labels, const gchar *label, GtkWidget *spin,
                     const gchar *unit, const gchar *tooltip);

/* The value of a spin button. */
gint form_get_number(GtkWidget *spin);
gdouble form_get_real(GtkWidget *spin);
void form_set_number(GtkWidget *spin, gdouble value);

/* Adds a check button at the end of `column`, and returns it. */
GtkWidget *form_check(GtkBox *column, const gchar *label, const gchar *tooltip);

/* Adds a row without a label at the end of `column`; `content` is aligned with other controls. */
void form_beside_labels(GtkBox *column, GtkSizeGroup *labels, GtkWidget *content);

/* Lets a label have several lines, and not be wider than a note. */
void form_wrap(GtkLabel *label);

/* An empty label for a sentence or two, which it wraps. */
GtkWidget *form_note(void);

/* Adds an item that calls act(user) to a menu. */
GtkWidget *form_menu_item(GtkWidget *menu, const gchar *label, const gchar *tooltip, GCallback act,
                          gpointer user);

/* A left-aligned label whose mnemonic activates `control`. `control` gets the label's text as its
 * accessible name, and the tooltip. */
GtkWidget *form_label(const gchar *label, GtkWidget *control, const gchar *tooltip);

/* Makes the spin button that has the focus accept what is typed in it. A number outside its limits
 * is only corrected when the focus leaves the field, and a key that presses OK does not move it. */
void form_finish_typing(GtkWidget *dialog);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dot gain: a percentage, or a measured curve, which can be read from a file. Emits
 * "changed". */
#ifndef UI_DOT_GAIN_ENTRY_H
#define UI_DOT_GAIN_ENTRY_H

#include <gtk/gtk.h>

/* `labels` aligns the label with those of other rows. */
GtkWidget *dot_gain_entry_new(GtkSizeGroup *labels);

/* The text is that of the option dot-gain; the caller of _get frees it. */
void dot_gain_entry_set(GtkWidget *entry, const gchar *text);
gchar *dot_gain_entry_get(GtkWidget *entry);

/* What is wrong with the text, in the user's language; NULL: nothing. The caller frees it. */
gchar *dot_gain_entry_complaint(GtkWidget *entry);

#endif

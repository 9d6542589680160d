/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A spin button for whole numbers that changes its value while the user types: it emits
 * "value-changed" as soon as the text is a number within the limits. A plain GtkSpinButton waits
 * for Enter. */
#ifndef UI_NUMBER_SPIN_H
#define UI_NUMBER_SPIN_H

#include <gtk/gtk.h>

/* A GtkSpinButton. Enter in it presses the dialog's default button. */
GtkWidget *number_spin_new(GtkAdjustment *adjustment);

/* Shows a name in place of 0, such as "Automatic". 0 can still be typed. */
void number_spin_name_zero(GtkWidget *spin, const gchar *name);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A spin button for real numbers that follows what is typed, as number_spin does for whole ones, and
 * writes no more decimals than a number has. */
#ifndef UI_REAL_SPIN_H
#define UI_REAL_SPIN_H

#include <gtk/gtk.h>

/* A GtkSpinButton of up to `digits` decimals. Enter in it presses the dialog's default button. */
GtkWidget *real_spin_new(GtkAdjustment *adjustment, guint digits);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A spin button for real numbers that changes its value while the user types, as number_spin does
 * for whole numbers, and shows no trailing zeros. */
#ifndef UI_REAL_SPIN_H
#define UI_REAL_SPIN_H

#include <gtk/gtk.h>

/* A GtkSpinButton with up to `digits` decimals. Enter in it presses the dialog's default button. */
GtkWidget *real_spin_new(GtkAdjustment *adjustment, guint digits);

#endif

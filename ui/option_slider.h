/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of a dialog for numbers that have a declared range. */
#ifndef UI_OPTION_SLIDER_H
#define UI_OPTION_SLIDER_H

#include <gtk/gtk.h>

/*
 * Adds a row with a slider and a spin button for the percentage that is the value of the option of
 * dithering with this name. If the range has both negative and positive numbers, a mark on the
 * slider shows the default, on which the slider stops. Returns the spin button; it emits
 * "value-changed".
 */
GtkWidget *option_slider_new(GtkBox *column, GtkSizeGroup *labels, const gchar *label,
                             const gchar *name);

/* Adds a row with a spin button for the whole number that is the value of the option with this
 * name. Returns the spin button. */
GtkWidget *option_number_new(GtkBox *column, GtkSizeGroup *labels, const gchar *label,
                             const gchar *name);

/* Adds a row with a spin button for a real number, with two decimals; `unit` is written after it.
 * Returns the spin button. */
GtkWidget *option_real_new(GtkBox *column, GtkSizeGroup *labels, const gchar *label,
                           const gchar *name, const gchar *unit);

#endif

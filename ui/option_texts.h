/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the table of options says to the user. */
#ifndef UI_OPTION_TEXTS_H
#define UI_OPTION_TEXTS_H

#include <gtk/gtk.h>

/* The translated explanation of an option that exists; static. */
const gchar *option_explanation(const gchar *name);

/* A name combo (name_combo.h) with the choices of an option that exists. */
GtkWidget *option_combo_new(const gchar *name);

#endif

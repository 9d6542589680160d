/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tables of options say to the user. */
#ifndef UI_OPTION_TEXTS_H
#define UI_OPTION_TEXTS_H

#include "errdiff.h"

#include <gtk/gtk.h>

/* The translated explanation of an option of dithering that exists; static. */
const gchar *option_explanation(const gchar *name);

/* A name combo (name_combo.h) with the choices of an option. */
GtkWidget *option_choices_new(const errdiff_option_info *option);

/* The same for an option of dithering that exists, by its name. */
GtkWidget *option_combo_new(const gchar *name);

#endif

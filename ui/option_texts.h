/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The texts for the user in the tables of options. */
#ifndef UI_OPTION_TEXTS_H
#define UI_OPTION_TEXTS_H

#include "errdiff.h"

#include <gtk/gtk.h>

/* The translated explanation of the option of dithering with this name, which must exist;
 * static. */
const gchar *option_explanation(const gchar *name);

/* A name combo (name_combo.h) with the choices of an option. */
GtkWidget *option_choices_new(const errdiff_option_info *option);

/* A name combo for the option of dithering with this name, which must exist. */
GtkWidget *option_combo_new(const gchar *name);

#endif

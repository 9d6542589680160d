/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_PALETTE_BUTTON_H
#define PLUGIN_PALETTE_BUTTON_H

#include "colors_chooser.h"

/* A PaletteButton: the chooser that GIMP's users know, for the dialog, which knows GTK+ alone. */
GtkWidget *palette_button_new(const gchar *name, PaletteChosen chosen, gpointer user);

#endif

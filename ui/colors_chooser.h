/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of what colours there may be: levels, or a palette from one of many places. Emits
 * "changed". */
#ifndef UI_COLORS_CHOOSER_H
#define UI_COLORS_CHOOSER_H

#include "settings.h"

#include <gtk/gtk.h>

/* To be called when the user has chosen the palette of that name. */
typedef void (*PaletteChosen)(gpointer user, const gchar *name);

/* Makes a button that lets the user choose among the palettes of the program that the dialog
 * belongs to; it shows `name` first. */
typedef GtkWidget *(*PaletteButton)(const gchar *name, PaletteChosen chosen, gpointer user);

/* `channels` is 1 or 3; `labels` aligns its labels with those of other rows. */
GtkWidget *colors_chooser_new(gint channels, GtkSizeGroup *labels, PaletteButton palette_button);

/* Shows, and writes, the levels, palette and match of settings. */
void colors_chooser_set(GtkWidget *chooser, const DitherSettings *settings);
void colors_chooser_get(GtkWidget *chooser, DitherSettings *settings);

#endif

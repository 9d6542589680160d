/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of a preset, and what can be done with presets. Emits "picked". */
#ifndef UI_PRESET_ROW_H
#define UI_PRESET_ROW_H

#include "settings/settings.h"

#include <gtk/gtk.h>

/* Whether settings are possible. FALSE: *message (to be freed) says why not. */
typedef gboolean (*PresetCheck)(gpointer user, const DitherSettings *settings, gchar **message);

/* `folder` is where the user's presets are; it need not exist. */
GtkWidget *preset_row_new(const gchar *folder, PresetCheck check, gpointer user);

/* Tells the row what is set now: it shows the preset that says the same, or that there is none. */
void preset_row_follow(GtkWidget *row, const DitherSettings *settings);

/* What was picked last; the row's, until something else is picked. */
const DitherSettings *preset_row_picked(GtkWidget *row);

#endif

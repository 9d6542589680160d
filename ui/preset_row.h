/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of a preset, and a menu to save, rename, delete, import and export presets. Emits
 * "picked" when the user chooses one. */
#ifndef UI_PRESET_ROW_H
#define UI_PRESET_ROW_H

#include "preview_source.h"
#include "settings/settings.h"

#include <gtk/gtk.h>

/* Whether settings are valid. FALSE: *message, which the caller frees, says why not. */
typedef gboolean (*PresetCheck)(gpointer user, const DitherSettings *settings, gchar **message);

/* `folder` is where the user's presets are; it need not exist. `source` makes thumbnails, and must
 * outlive the row. */
GtkWidget *preset_row_new(const gchar *folder, const PreviewSource *source, PresetCheck check,
                          gpointer user);

/* Lets thumbnails be made, or pauses that. It is paused at first. */
void preset_row_make_thumbnails(GtkWidget *row, gboolean may_run);

/* Makes the row show the preset that has these settings. If there is none, it says which preset,
 * if any, the settings were made from. */
void preset_row_follow(GtkWidget *row, const DitherSettings *settings);

/* Forgets from which preset the settings were made. */
void preset_row_forget(GtkWidget *row);

/* The settings that were picked last. They belong to the row, and are valid until the next pick. */
const DitherSettings *preset_row_picked(GtkWidget *row);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All presets: those that are built in, and the user's, which are files in one folder. */
#ifndef SETTINGS_PRESETS_H
#define SETTINGS_PRESETS_H

#include "settings.h"

typedef struct {
    gchar *name;  /* for scripts; the same as the title if the preset is the user's */
    gchar *title; /* for the user */
    gboolean is_built_in;
    DitherSettings *settings; /* NULL: the file is not a valid preset */
    gchar *message;           /* why `settings` is NULL */
} Preset;

/* An array of Preset: those that are built in, then the user's, sorted by name. Free it with
 * g_ptr_array_unref. The folder need not exist. */
GPtrArray *presets_load(const gchar *folder);

/* The files in the folder whose names keep them from being presets: an array of Preset without
 * settings, sorted by name. Name and title are the file's name, and `message` says what is wrong
 * with it. Hidden files and backups (file~) are left out. Free it with g_ptr_array_unref. */
GPtrArray *presets_ignored(const gchar *folder);

/* The preset with this name; NULL: there is none. */
const Preset *presets_find(const GPtrArray *presets, const gchar *name);

/* The settings of the preset with this name, which the caller frees. NULL: its file is not valid,
 * and *message, which the caller frees, says why; or there is none, and *message lists those there
 * are, and the files that are ignored. */
DitherSettings *presets_get(const gchar *folder, const gchar *name, gchar **message);

/* Whether the user can give this name to a preset. FALSE: *message, which the caller frees, says
 * why not. */
gboolean presets_name_is_possible(const gchar *name, gchar **message);

/* Whether presets can be saved in the folder, which presets_save makes if it does not exist. FALSE:
 * *message, which the caller frees, says why not. */
gboolean presets_can_be_saved(const gchar *folder, gchar **message);

/*
 * Change the user's own presets. Names must be valid for presets_name_is_possible. If the name is
 * taken, presets_save overwrites the preset, and presets_rename fails. FALSE: *message, which the
 * caller frees, says why, and nothing has changed.
 */
gboolean presets_save(const gchar *folder, const gchar *name, const DitherSettings *settings,
                      gchar **message);
gboolean presets_rename(const gchar *folder, const gchar *from, const gchar *to, gchar **message);
gboolean presets_delete(const gchar *folder, const gchar *name, gchar **message);

#endif

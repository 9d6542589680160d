/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings as keys of a GKeyFile. The keys have the names of the options. */
#ifndef SETTINGS_KEYS_H
#define SETTINGS_KEYS_H

#include "settings_kind.h"

typedef enum {
    SETTINGS_ALL,
    SETTINGS_APPEARANCE /* the settings that affect the pixels, which presets contain */
} SettingsPart;

/* Writes a key for each setting of this part. */
void settings_keys_set(const SettingsKind *kind, gconstpointer settings, SettingsPart part,
                       GKeyFile *file, const gchar *group);

/*
 * Reads the keys of a group; settings without a key stay as they are. FALSE: the group is missing,
 * a key does not belong to this part, or a value has the wrong type; *message, which the caller
 * frees, says which, and `settings` is unchanged.
 */
gboolean settings_keys_get(const SettingsKind *kind, gpointer settings, SettingsPart part,
                           GKeyFile *file, const gchar *group, gchar **message);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings as keys of a key file, named like the arguments of plug-in-error-diffusion,
 * and "threads". */
#ifndef UI_SETTINGS_KEYS_H
#define UI_SETTINGS_KEYS_H

#include "settings.h"

typedef enum {
    SETTINGS_ALL,
    SETTINGS_LOOK /* what decides over the pixels: all but the engine, its threads and the output */
} SettingsPart;

/* Writes a key for each setting of the part. */
void settings_keys_set(const DitherSettings *settings, SettingsPart part, GKeyFile *file,
                       const gchar *group);

/*
 * Reads the keys of a group; settings without a key stay as they are. FALSE: the group is missing, a
 * key is not one of the part's, or a value is of another kind; *message (to be freed) says which,
 * and `settings` are unchanged.
 */
gboolean settings_keys_get(DitherSettings *settings, SettingsPart part, GKeyFile *file,
                           const gchar *group, gchar **message);

#endif

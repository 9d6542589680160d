/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The presets that come with the program. */
#ifndef SETTINGS_BUILTIN_PRESETS_H
#define SETTINGS_BUILTIN_PRESETS_H

#include "settings.h"

gint builtin_presets_count(void);

/* Sets *name, for scripts, and *title, for the user and still to be translated; both are static. */
void builtin_presets_names(gint index, const gchar **name, const gchar **title);

/* Returns the settings of preset `index`, which the caller frees. */
DitherSettings *builtin_presets_settings(gint index);

#endif

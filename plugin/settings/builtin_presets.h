/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The presets that come with the program: a table. */
#ifndef UI_BUILTIN_PRESETS_H
#define UI_BUILTIN_PRESETS_H

#include "settings.h"

gint builtin_presets_count(void);

/* The preset's settings, to be freed; its name, for scripts, and its title, for people and to be
 * translated, are static. */
DitherSettings *builtin_presets_get(gint index, const gchar **name, const gchar **title);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_SETTING_VALUE_H
#define PLUGIN_SETTING_VALUE_H

#include "settings/settings_kind.h"

/* Converts a setting, except levels and palettes, to the value in the library's struct of options:
 * the number of a choice, or a real number in the library's unit. A text is not copied and still
 * belongs to the settings. FALSE: there is no such choice; *message, which the caller frees, names
 * the setting, its value and the possible ones. */
gboolean setting_value_read(const SettingsKind *kind, gconstpointer settings,
                            const errdiff_option_info *option, gpointer value, gchar **message);

#endif

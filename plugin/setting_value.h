/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_SETTING_VALUE_H
#define PLUGIN_SETTING_VALUE_H

#include "settings/settings_kind.h"

/* Converts a setting, which is neither levels nor a palette, to the value that the library has in
 * its struct of options: the number of a choice, real numbers in the library's unit. A text stays
 * that of the settings. FALSE: it is a choice that does not exist; *message, which the caller
 * frees, names the setting, its value and the possible ones. */
gboolean setting_value_read(const SettingsKind *kind, gconstpointer settings,
                            const errdiff_option_info *option, gpointer value, gchar **message);

#endif

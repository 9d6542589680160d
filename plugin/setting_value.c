/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts the setting of one option to the value that the library takes. */
#include "setting_value.h"

#include "config.h"

#include <glib/gi18n-lib.h>

static gboolean read_choice(const errdiff_option_info *option, const gchar *text, gint *number,
                            gchar **message)
{
    gchar *list;

    for (*number = 0; option->choices[*number] != NULL; ++*number)
        if (g_str_equal(option->choices[*number], text))
            return TRUE;
    list = g_strjoinv("”, “", (gchar **)option->choices);
    *message =
        g_strdup_printf(_("%s: “%s” is not possible; choose from “%s”"), option->name, text, list);
    g_free(list);
    return FALSE;
}

gboolean setting_value_read(const SettingsKind *kind, gconstpointer settings,
                            const errdiff_option_info *option, gpointer value, gchar **message)
{
    switch (option->type) {
    case ERRDIFF_OPTION_TEXT:
    case ERRDIFF_OPTION_FILE:
        *(const gchar **)value = *settings_text(kind, settings, option);
        break;
    case ERRDIFF_OPTION_CHOICE:
        return read_choice(option, *settings_text(kind, settings, option), value, message);
    case ERRDIFF_OPTION_REAL:
        *(gdouble *)value = *settings_real(kind, settings, option) * option->factor;
        break;
    default:
        *(gint *)value = *settings_number(kind, settings, option);
    }
    return TRUE;
}

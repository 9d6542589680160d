/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes settings to a GKeyFile, as a key for each option, and reads them from it. */
#include "settings_keys.h"

#include <glib/gi18n.h>

static gboolean is_in(const errdiff_option_info *option, SettingsPart part)
{
    return part == SETTINGS_ALL || option->is_in_presets;
}

/* A switch without a key is automatic, if it can be. */
static void set_switch(GKeyFile *file, const gchar *group, const gchar *key, gint value)
{
    if (value != ERRDIFF_AUTOMATIC)
        g_key_file_set_boolean(file, group, key, value);
}

void settings_keys_set(const SettingsKind *kind, gconstpointer settings, SettingsPart part,
                       GKeyFile *file, const gchar *group)
{
    errdiff_option_info option;

    for (gint i = 0; kind->get_option(i, &option); i++) {
        if (!is_in(&option, part))
            continue;
        if (settings_option_is_text(&option))
            g_key_file_set_string(file, group, option.name,
                                  *settings_text(kind, settings, &option));
        else if (option.type == ERRDIFF_OPTION_REAL)
            g_key_file_set_double(file, group, option.name,
                                  *settings_real(kind, settings, &option));
        else if (option.type == ERRDIFF_OPTION_SWITCH)
            set_switch(file, group, option.name, *settings_number(kind, settings, &option));
        else
            g_key_file_set_integer(file, group, option.name,
                                   *settings_number(kind, settings, &option));
    }
}

static void get_text(gchar **place, GKeyFile *file, const gchar *group, const gchar *key,
                     GError **error)
{
    gchar *text = g_key_file_get_string(file, group, key, error);

    if (text != NULL)
        settings_replace_text(place, text);
}

static void get_value(const SettingsKind *kind, gpointer settings,
                      const errdiff_option_info *option, GKeyFile *file, const gchar *group,
                      GError **error)
{
    const gchar *key = option->name;

    if (settings_option_is_text(option))
        get_text(settings_text(kind, settings, option), file, group, key, error);
    else if (option->type == ERRDIFF_OPTION_REAL)
        *settings_real(kind, settings, option) = g_key_file_get_double(file, group, key, error);
    else if (option->type == ERRDIFF_OPTION_SWITCH)
        *settings_number(kind, settings, option) = g_key_file_get_boolean(file, group, key, error);
    else
        *settings_number(kind, settings, option) = g_key_file_get_integer(file, group, key, error);
}

static gchar *describe_error(const errdiff_option_info *option, const gchar *value)
{
    if (settings_option_is_text(option))
        return g_strdup_printf(
            _("%s: “%s” contains a \\ that does not begin a valid escape sequence"), option->name,
            value);
    if (option->type == ERRDIFF_OPTION_SWITCH)
        return g_strdup_printf(_("%s: “%s” is neither true nor false"), option->name, value);
    if (option->type == ERRDIFF_OPTION_REAL)
        return g_strdup_printf(_("%s: “%s” is not a number"), option->name, value);
    return g_strdup_printf(_("%s: “%s” is not a whole number"), option->name, value);
}

static gboolean get_key(const SettingsKind *kind, gpointer settings, SettingsPart part,
                        GKeyFile *file, const gchar *group, const gchar *key, gchar **message)
{
    errdiff_option_info option;
    GError *error = NULL;
    gchar *value;

    for (gint i = 0; kind->get_option(i, &option); i++) {
        if (!is_in(&option, part) || !g_str_equal(option.name, key))
            continue;
        get_value(kind, settings, &option, file, group, &error);
        if (error == NULL)
            return TRUE;
        g_error_free(error);
        value = g_key_file_get_value(file, group, key, NULL);
        *message = describe_error(&option, value);
        g_free(value);
        return FALSE;
    }
    *message = g_strdup_printf(_("“%s” is not a setting"), key);
    return FALSE;
}

gboolean settings_keys_get(const SettingsKind *kind, gpointer settings, SettingsPart part,
                           GKeyFile *file, const gchar *group, gchar **message)
{
    gchar **keys = g_key_file_get_keys(file, group, NULL, NULL);
    gpointer read;
    gboolean is_good = TRUE;

    if (keys == NULL) {
        *message = g_strdup_printf(_("the line “[%s]” is missing"), group);
        return FALSE;
    }
    read = settings_copy(kind, settings);
    for (gint i = 0; keys[i] != NULL && is_good; i++)
        is_good = get_key(kind, read, part, file, group, keys[i], message);
    if (is_good)
        settings_assign(kind, settings, read);
    settings_free(kind, read);
    g_strfreev(keys);
    return is_good;
}

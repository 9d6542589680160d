/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "settings_keys.h"

#include <glib/gi18n.h>

static gboolean is_in(const errdiff_option_info *option, SettingsPart part)
{
    return part == SETTINGS_ALL || option->is_in_presets;
}

void settings_keys_set(const DitherSettings *settings, SettingsPart part, GKeyFile *file,
                       const gchar *group)
{
    errdiff_option_info option;

    for (gint i = 0; dither_option_get(i, &option); i++) {
        if (!is_in(&option, part))
            continue;
        if (dither_option_is_text(&option))
            g_key_file_set_string(file, group, option.name,
                                  *dither_settings_text(settings, &option));
        else if (option.type == ERRDIFF_OPTION_SWITCH)
            g_key_file_set_boolean(file, group, option.name,
                                   *dither_settings_number(settings, &option));
        else
            g_key_file_set_integer(file, group, option.name,
                                   *dither_settings_number(settings, &option));
    }
}

static void get_value(DitherSettings *settings, const errdiff_option_info *option, GKeyFile *file,
                      const gchar *group, GError **error)
{
    if (dither_option_is_text(option)) {
        gchar *text = g_key_file_get_string(file, group, option->name, error);
        gchar **place = dither_settings_text(settings, option);

        if (text != NULL) {
            g_free(*place);
            *place = text;
        }
    } else {
        *dither_settings_number(settings, option) =
            option->type == ERRDIFF_OPTION_SWITCH
                ? g_key_file_get_boolean(file, group, option->name, error)
                : g_key_file_get_integer(file, group, option->name, error);
    }
}

static gchar *describe_error(const errdiff_option_info *option, const gchar *value)
{
    if (dither_option_is_text(option))
        return g_strdup_printf(_("%s: “%s” has a \\ too many"), option->name, value);
    if (option->type == ERRDIFF_OPTION_SWITCH)
        return g_strdup_printf(_("%s: “%s” is neither true nor false"), option->name, value);
    return g_strdup_printf(_("%s: “%s” is not a whole number"), option->name, value);
}

static gboolean get_key(DitherSettings *settings, SettingsPart part, GKeyFile *file,
                        const gchar *group, const gchar *key, gchar **message)
{
    errdiff_option_info option;
    GError *error = NULL;
    gchar *value;

    for (gint i = 0; dither_option_get(i, &option); i++) {
        if (!is_in(&option, part) || !g_str_equal(option.name, key))
            continue;
        get_value(settings, &option, file, group, &error);
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

gboolean settings_keys_get(DitherSettings *settings, SettingsPart part, GKeyFile *file,
                           const gchar *group, gchar **message)
{
    gchar **keys = g_key_file_get_keys(file, group, NULL, NULL);
    DitherSettings *read;
    gboolean is_good = TRUE;

    if (keys == NULL) {
        *message = g_strdup_printf(_("the line “[%s]” is missing"), group);
        return FALSE;
    }
    read = dither_settings_copy(settings);
    for (gint i = 0; keys[i] != NULL && is_good; i++)
        is_good = get_key(read, part, file, group, keys[i], message);
    if (is_good)
        dither_settings_assign(settings, read);
    dither_settings_free(read);
    g_strfreev(keys);
    return is_good;
}

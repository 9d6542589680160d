/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "settings_keys.h"

#include <glib/gi18n.h>
#include <string.h>

typedef enum { KIND_TEXT, KIND_NUMBER, KIND_SWITCH } Kind;

static const struct {
    const gchar *key;
    Kind kind;
    gboolean of_look;
    gsize offset; /* in DitherSettings */
} fields[] = {
    {"kernel", KIND_TEXT, TRUE, G_STRUCT_OFFSET(DitherSettings, kernel)},
    {"levels", KIND_TEXT, TRUE, G_STRUCT_OFFSET(DitherSettings, levels)},
    {"palette", KIND_TEXT, TRUE, G_STRUCT_OFFSET(DitherSettings, palette)},
    {"match", KIND_TEXT, TRUE, G_STRUCT_OFFSET(DitherSettings, match)},
    {"strength", KIND_NUMBER, TRUE, G_STRUCT_OFFSET(DitherSettings, strength)},
    {"noise", KIND_NUMBER, TRUE, G_STRUCT_OFFSET(DitherSettings, noise)},
    {"seed", KIND_NUMBER, TRUE, G_STRUCT_OFFSET(DitherSettings, seed)},
    {"serpentine", KIND_SWITCH, TRUE, G_STRUCT_OFFSET(DitherSettings, serpentine)},
    {"linear", KIND_SWITCH, TRUE, G_STRUCT_OFFSET(DitherSettings, linear)},
    {"alpha", KIND_TEXT, TRUE, G_STRUCT_OFFSET(DitherSettings, alpha)},
    {"engine", KIND_TEXT, FALSE, G_STRUCT_OFFSET(DitherSettings, engine)},
    {"threads", KIND_NUMBER, FALSE, G_STRUCT_OFFSET(DitherSettings, threads)},
    {"output", KIND_TEXT, FALSE, G_STRUCT_OFFSET(DitherSettings, output)},
};

enum { FIELD_COUNT = G_N_ELEMENTS(fields) };

static gboolean is_in(gint field, SettingsPart part)
{
    return part == SETTINGS_ALL || fields[field].of_look;
}

void settings_keys_set(const DitherSettings *settings, SettingsPart part, GKeyFile *file,
                       const gchar *group)
{
    for (gint i = 0; i < FIELD_COUNT; i++) {
        gconstpointer value = (const gchar *)settings + fields[i].offset;
        const gchar *key = fields[i].key;

        if (!is_in(i, part))
            continue;
        if (fields[i].kind == KIND_TEXT)
            g_key_file_set_string(file, group, key, *(gchar *const *)value);
        else if (fields[i].kind == KIND_NUMBER)
            g_key_file_set_integer(file, group, key, *(const gint *)value);
        else
            g_key_file_set_boolean(file, group, key, *(const gboolean *)value);
    }
}

static void get_value(DitherSettings *settings, gint field, GKeyFile *file, const gchar *group,
                      GError **error)
{
    gpointer value = (gchar *)settings + fields[field].offset;
    const gchar *key = fields[field].key;

    if (fields[field].kind == KIND_TEXT) {
        gchar *text = g_key_file_get_string(file, group, key, error);

        if (text != NULL) {
            g_free(*(gchar **)value);
            *(gchar **)value = text;
        }
    } else if (fields[field].kind == KIND_NUMBER) {
        *(gint *)value = g_key_file_get_integer(file, group, key, error);
    } else {
        *(gboolean *)value = g_key_file_get_boolean(file, group, key, error);
    }
}

static gchar *describe_error(Kind kind, const gchar *key, const gchar *value)
{
    if (kind == KIND_NUMBER)
        return g_strdup_printf(_("%s: “%s” is not a whole number"), key, value);
    if (kind == KIND_SWITCH)
        return g_strdup_printf(_("%s: “%s” is neither true nor false"), key, value);
    return g_strdup_printf(_("%s: “%s” has a \\ too many"), key, value);
}

static gboolean get_key(DitherSettings *settings, SettingsPart part, GKeyFile *file,
                        const gchar *group, const gchar *key, gchar **message)
{
    GError *error = NULL;
    gchar *value;

    for (gint i = 0; i < FIELD_COUNT; i++) {
        if (!is_in(i, part) || strcmp(fields[i].key, key) != 0)
            continue;
        get_value(settings, i, file, group, &error);
        if (error == NULL)
            return TRUE;
        g_error_free(error);
        value = g_key_file_get_value(file, group, key, NULL);
        *message = describe_error(fields[i].kind, key, value);
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

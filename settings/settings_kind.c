/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies, compares and frees settings of any kind, and finds the value of each option in them. */
#include "settings_kind.h"

#include <stdlib.h>
#include <string.h>

gboolean settings_option_is_text(const errdiff_option_info *option)
{
    return option->type <= ERRDIFF_OPTION_CHOICE;
}

gboolean settings_option_is_argument(const errdiff_option_info *option)
{
    return !g_str_equal(option->name, "threads");
}

errdiff_option_info settings_option_find(const SettingsKind *kind, const gchar *name)
{
    errdiff_option_info option;

    for (gint i = 0; kind->get_option(i, &option); i++)
        if (g_str_equal(option.name, name))
            return option;
    g_error("There is no option %s", name);
}

/* A member has _ for each - of the option's name. */
static gboolean is_for(const gchar *member, const gchar *option)
{
    for (; *member == *option || (*member == '_' && *option == '-'); member++, option++)
        if (*member == '\0')
            return TRUE;
    return FALSE;
}

static gpointer find_member(const SettingsKind *kind, gconstpointer settings,
                            const errdiff_option_info *option)
{
    for (const SettingsMember *member = kind->members; member->name != NULL; member++)
        if (is_for(member->name, option->name))
            return G_STRUCT_MEMBER_P(settings, member->offset);
    g_error("The settings have no member for the option %s", option->name);
}

gchar **settings_text(const SettingsKind *kind, gconstpointer settings,
                      const errdiff_option_info *option)
{
    return find_member(kind, settings, option);
}

void settings_replace_text(gchar **text, gchar *new_text)
{
    g_free(*text);
    *text = new_text;
}

gdouble *settings_real(const SettingsKind *kind, gconstpointer settings,
                       const errdiff_option_info *option)
{
    return find_member(kind, settings, option);
}

gint *settings_number(const SettingsKind *kind, gconstpointer settings,
                      const errdiff_option_info *option)
{
    return find_member(kind, settings, option);
}

gpointer settings_new(const SettingsKind *kind)
{
    gpointer settings = g_malloc0(kind->size);
    errdiff_option_info option;

    for (gint i = 0; kind->get_option(i, &option); i++) {
        const gchar *usual = option.default_value;

        if (settings_option_is_text(&option))
            *settings_text(kind, settings, &option) = g_strdup(usual);
        else if (usual != NULL && option.type == ERRDIFF_OPTION_REAL)
            *settings_real(kind, settings, &option) = g_ascii_strtod(usual, NULL);
        else if (usual != NULL)
            *settings_number(kind, settings, &option) = atoi(usual);
    }
    return settings;
}

/* Calls a function for each text of the settings. */
static void for_each_text(const SettingsKind *kind, gpointer settings, void (*call)(gchar **text))
{
    errdiff_option_info option;

    for (gint i = 0; kind->get_option(i, &option); i++)
        if (settings_option_is_text(&option))
            call(settings_text(kind, settings, &option));
}

static void copy_text(gchar **text)
{
    *text = g_strdup(*text);
}

static void free_text(gchar **text)
{
    g_free(*text);
}

gpointer settings_copy(const SettingsKind *kind, gconstpointer settings)
{
    gpointer copy = g_malloc(kind->size);

    memcpy(copy, settings, kind->size);
    for_each_text(kind, copy, copy_text);
    return copy;
}

void settings_assign(const SettingsKind *kind, gpointer to, gconstpointer from)
{
    gpointer copy = settings_copy(kind, from);

    for_each_text(kind, to, free_text);
    memcpy(to, copy, kind->size);
    g_free(copy);
}

void settings_free(const SettingsKind *kind, gpointer settings)
{
    if (settings == NULL)
        return;
    for_each_text(kind, settings, free_text);
    g_free(settings);
}

void settings_assign_option(const SettingsKind *kind, gpointer to, gconstpointer from,
                            const errdiff_option_info *option)
{
    if (settings_option_is_text(option))
        settings_replace_text(settings_text(kind, to, option),
                              g_strdup(*settings_text(kind, from, option)));
    else if (option->type == ERRDIFF_OPTION_REAL)
        *settings_real(kind, to, option) = *settings_real(kind, from, option);
    else
        *settings_number(kind, to, option) = *settings_number(kind, from, option);
}

gboolean settings_option_is_same(const SettingsKind *kind, gconstpointer a, gconstpointer b,
                                 const errdiff_option_info *option)
{
    if (settings_option_is_text(option))
        return g_str_equal(*settings_text(kind, a, option), *settings_text(kind, b, option));
    if (option->type == ERRDIFF_OPTION_REAL)
        return *settings_real(kind, a, option) == *settings_real(kind, b, option);
    return *settings_number(kind, a, option) == *settings_number(kind, b, option);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "settings.h"

#include <stdlib.h>

#define PLACE(member)                                    \
    {                                                    \
#member, G_STRUCT_OFFSET(DitherSettings, member) \
    }

static const struct {
    const gchar *name;
    gsize offset; /* in DitherSettings */
} places[] = {
    PLACE(kernel), PLACE(levels),  PLACE(palette),    PLACE(match),  PLACE(strength),
    PLACE(noise),  PLACE(seed),    PLACE(serpentine), PLACE(linear), PLACE(alpha),
    PLACE(engine), PLACE(threads), PLACE(output),
};

static const gchar *const outputs[] = {"new-layer", "replace", "new-indexed-image", NULL};

static const errdiff_option_info output_option = {
    .name = "output",
    .explanation = "Where the result goes",
    .type = ERRDIFF_OPTION_CHOICE,
    .max = 2,
    .default_value = "new-layer",
    .choices = outputs,
    .offset = -1,
};

gboolean dither_option_get(gint index, errdiff_option_info *option)
{
    if (index == errdiff_option_count())
        *option = output_option;
    return index == errdiff_option_count() || errdiff_option_get(index, option) == ERRDIFF_OK;
}

errdiff_option_info dither_option_find(const gchar *name)
{
    errdiff_option_info option;

    for (gint i = 0; dither_option_get(i, &option); i++)
        if (g_str_equal(option.name, name))
            return option;
    g_error("There is no option %s", name);
}

gboolean dither_option_is_text(const errdiff_option_info *option)
{
    return option->type <= ERRDIFF_OPTION_CHOICE;
}

static gsize find_place(const errdiff_option_info *option)
{
    for (gsize i = 0; i < G_N_ELEMENTS(places); i++)
        if (g_str_equal(places[i].name, option->name))
            return places[i].offset;
    g_error("DitherSettings has no member for the option %s", option->name);
}

gchar **dither_settings_text(const DitherSettings *settings, const errdiff_option_info *option)
{
    return G_STRUCT_MEMBER_P(settings, find_place(option));
}

gint *dither_settings_number(const DitherSettings *settings, const errdiff_option_info *option)
{
    return G_STRUCT_MEMBER_P(settings, find_place(option));
}

DitherSettings *dither_settings_new(void)
{
    DitherSettings *settings = g_new0(DitherSettings, 1);
    errdiff_option_info option;

    for (gint i = 0; dither_option_get(i, &option); i++)
        if (dither_option_is_text(&option))
            *dither_settings_text(settings, &option) = g_strdup(option.default_value);
        else
            *dither_settings_number(settings, &option) = atoi(option.default_value);
    return settings;
}

DitherSettings *dither_settings_copy(const DitherSettings *settings)
{
    DitherSettings *copy = g_new0(DitherSettings, 1);

    dither_settings_assign(copy, settings);
    return copy;
}

static void assign(DitherSettings *to, const DitherSettings *from, gboolean only_appearance)
{
    errdiff_option_info option;

    for (gint i = 0; to != from && dither_option_get(i, &option); i++) {
        if (only_appearance && !option.is_in_presets)
            continue;
        if (dither_option_is_text(&option)) {
            gchar **text = dither_settings_text(to, &option);

            g_free(*text);
            *text = g_strdup(*dither_settings_text(from, &option));
        } else {
            *dither_settings_number(to, &option) = *dither_settings_number(from, &option);
        }
    }
}

void dither_settings_assign(DitherSettings *to, const DitherSettings *from)
{
    assign(to, from, FALSE);
}

void dither_settings_copy_appearance(DitherSettings *to, const DitherSettings *from)
{
    assign(to, from, TRUE);
}

void dither_settings_free(DitherSettings *settings)
{
    errdiff_option_info option;

    if (settings == NULL)
        return;
    for (gint i = 0; dither_option_get(i, &option); i++)
        if (dither_option_is_text(&option))
            g_free(*dither_settings_text(settings, &option));
    g_free(settings);
}

/* With a palette the levels have no effect, and without one the match has none. */
static gboolean has_effect(const DitherSettings *settings, const errdiff_option_info *option)
{
    gboolean has_palette = *settings->palette != '\0';

    if (g_str_equal(option->name, "levels"))
        return !has_palette;
    return !g_str_equal(option->name, "match") || has_palette;
}

static gboolean has_same_value(const DitherSettings *a, const DitherSettings *b,
                               const errdiff_option_info *option)
{
    return dither_option_is_text(option)
               ? g_str_equal(*dither_settings_text(a, option), *dither_settings_text(b, option))
               : *dither_settings_number(a, option) == *dither_settings_number(b, option);
}

gboolean dither_settings_have_same_appearance(const DitherSettings *a, const DitherSettings *b)
{
    errdiff_option_info option;

    for (gint i = 0; dither_option_get(i, &option); i++)
        if (option.is_in_presets && (has_effect(a, &option) || has_effect(b, &option)) &&
            !has_same_value(a, b, &option))
            return FALSE;
    return TRUE;
}

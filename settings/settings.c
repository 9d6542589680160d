/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the settings for dithering, and finds out which of them have an effect on the result. */
#include "settings.h"

#include "resize/size_text.h"

#include <glib/gi18n.h>
#include <string.h>

#define PLACE(type, name) {#name, G_STRUCT_OFFSET(DitherSettings, name)},

static const SettingsMember members[] = {DITHER_SETTINGS(PLACE){NULL, 0}};

static const gchar *const fit_titles[] = {N_("Keep the shape"), N_("Fill and crop"), N_("Stretch"),
                                          NULL};
static const gchar *const outputs[] = {"new-layer", "replace", "new-indexed-image", "ink-layers",
                                       NULL};

/* What the library does not know: it gets one image. */
static const errdiff_option_info own_options[] = {
    {
        .name = "output",
        .label = N_("_Destination:"),
        .explanation = "Where the result goes",
        .type = ERRDIFF_OPTION_CHOICE,
        .max = 3,
        .default_value = "new-layer",
        .choices = outputs,
        .offset = -1,
    },
    {
        .name = "frames",
        .group = ERRDIFF_GROUP_FRAMES,
        .label = N_("All la_yers, as an animation"),
        .explanation = N_("Dither all layers of the image, from the lowest to the topmost one, as "
                          "the frames of an animation. They share a palette that is made from the "
                          "image, and become layers of one indexed image if that is the "
                          "destination"),
        .type = ERRDIFF_OPTION_SWITCH,
        .max = 1,
        .default_value = "0",
        .offset = -1,
    },
    {
        .name = "stable",
        .group = ERRDIFF_GROUP_FRAMES,
        .title = N_("Against flicker"),
        .label = N_("Against flic_ker:"),
        .symbol = "%",
        .explanation = N_("How firmly a layer keeps the colors of the layer below it, of the same "
                          "size, where the image does not change, so that an animation does not "
                          "flicker; 0: each layer is dithered by itself"),
        .type = ERRDIFF_OPTION_INTEGER,
        .max = 100,
        .unit = N_(" percent"),
        .default_value = "0",
        .is_in_presets = 1,
        .offset = -1,
    },
    {
        .name = "resize",
        .label = N_("Si_ze:"),
        .explanation =
            N_("The size of the result, which is then in a new image: a copy of this one that is "
               "scaled before it is dithered"),
        .type = ERRDIFF_OPTION_TEXT,
        .syntax = N_("empty, WxH, a width like 800, a height like x480, with mm after them for "
                     "millimeters, or a percentage like 50%"),
        .default_value = "",
        .offset = -1,
    },
    {
        .name = "fit",
        .label = N_("Shape:"),
        .explanation = N_("What happens if the size has another shape than the image"),
        .type = ERRDIFF_OPTION_CHOICE,
        .max = 2,
        .default_value = "fit",
        .choices = size_fit_names,
        .choice_titles = fit_titles,
        .offset = -1,
    },
};

static gboolean get_option(gint index, errdiff_option_info *option)
{
    gint own = index - errdiff_option_count();

    if (own < 0)
        return errdiff_option_get(index, option) == ERRDIFF_OK;
    if (own < (gint)G_N_ELEMENTS(own_options))
        *option = own_options[own];
    return own < (gint)G_N_ELEMENTS(own_options);
}

const SettingsKind dither_settings_kind = {sizeof(DitherSettings), members, get_option};

DitherSettings *dither_settings_new(void)
{
    return settings_new(&dither_settings_kind);
}

DitherSettings *dither_settings_copy(const DitherSettings *settings)
{
    return settings_copy(&dither_settings_kind, settings);
}

void dither_settings_assign(DitherSettings *to, const DitherSettings *from)
{
    settings_assign(&dither_settings_kind, to, from);
}

void dither_settings_copy_appearance(DitherSettings *to, const DitherSettings *from)
{
    errdiff_option_info option;

    for (gint i = 0; get_option(i, &option); i++)
        if (option.is_in_presets)
            settings_assign_option(&dither_settings_kind, to, from, &option);
}

void dither_settings_free(DitherSettings *settings)
{
    settings_free(&dither_settings_kind, settings);
}

gboolean dither_settings_have_automatic_colors(const DitherSettings *settings)
{
    return *settings->palette == '\0' && g_str_equal(settings->levels, "auto") && !settings->gray;
}

gboolean dither_settings_are_serpentine(const DitherSettings *settings)
{
    errdiff_kernel kernel;

    if (settings->serpentine != ERRDIFF_AUTOMATIC)
        return settings->serpentine;
    return errdiff_kernel_parse(settings->kernel, &kernel, NULL) == ERRDIFF_OK &&
           kernel.tone_keys != NULL;
}

/* Whether the weights of a kernel add up to its divisor. */
static gboolean keeps_errors(const gchar *text)
{
    errdiff_kernel kernel;
    gint sum = 0;

    if (errdiff_kernel_parse(text, &kernel, NULL) != ERRDIFF_OK)
        return TRUE;
    for (gint i = 0; i < kernel.tap_count; i++)
        sum += kernel.taps[i].weight;
    return sum == kernel.divisor;
}

static gboolean has_screen(const DitherSettings *settings)
{
    return !g_str_equal(settings->screen, "none");
}

static gboolean has_clustered_screen(const DitherSettings *settings)
{
    errdiff_screen_info screen;

    return errdiff_screen_find(settings->screen, &screen) == ERRDIFF_OK && screen.is_clustered;
}

static gboolean has_both_sides(const DitherSettings *settings)
{
    const gchar *between = strchr(settings->resize, 'x');

    return between != NULL && between != settings->resize && g_ascii_isdigit(between[1]);
}

/* With a palette the levels have no effect; without one the options of palettes have none. One that
 * is made from the image has no colors of a device. */
gboolean dither_settings_have_effect(const DitherSettings *settings,
                                     const errdiff_option_info *option)
{
    gboolean may_have_palette =
        *settings->palette != '\0' || dither_settings_have_automatic_colors(settings);

    if (g_str_equal(option->name, "levels"))
        return *settings->palette == '\0';
    if (g_str_equal(option->name, "compress"))
        return may_have_palette && g_str_equal(settings->gamut, "compress");
    if (g_str_equal(option->name, "match") || g_str_equal(option->name, "gamut"))
        return may_have_palette;
    if (g_str_equal(option->name, "sent"))
        return *settings->palette != '\0' && !g_str_has_prefix(settings->palette, "adaptive:");
    if (g_str_equal(option->name, "saturation"))
        return !settings->gray;
    if (g_str_equal(option->name, "stretch-share"))
        return settings->stretch;
    if (g_str_equal(option->name, "viewing"))
        return settings->refine > 0;
    if (g_str_equal(option->name, "screen-amount"))
        return has_screen(settings);
    if (g_str_equal(option->name, "screen-size") || g_str_equal(option->name, "screen-angle"))
        return has_clustered_screen(settings);
    if (g_str_equal(option->name, "dpi"))
        return (has_clustered_screen(settings) && g_str_has_suffix(settings->screen_size, "lpi")) ||
               g_str_has_suffix(settings->resize, "mm");
    if (g_str_equal(option->name, "fit"))
        return has_both_sides(settings);
    if (g_str_equal(option->name, "start"))
        return settings->strength == 100 && keeps_errors(settings->kernel);
    return TRUE;
}

gboolean dither_settings_have_same_appearance(const DitherSettings *a, const DitherSettings *b)
{
    errdiff_option_info option;

    for (gint i = 0; get_option(i, &option); i++)
        if (option.is_in_presets &&
            (dither_settings_have_effect(a, &option) || dither_settings_have_effect(b, &option)) &&
            !settings_option_is_same(&dither_settings_kind, a, b, &option))
            return FALSE;
    return TRUE;
}

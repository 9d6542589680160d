/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "settings.h"

DitherSettings *dither_settings_new(void)
{
    DitherSettings *settings = g_new0(DitherSettings, 1);

    settings->kernel = g_strdup("floyd-steinberg");
    settings->levels = g_strdup("2");
    settings->palette = g_strdup("");
    settings->match = g_strdup("rgb");
    settings->strength = 100;
    settings->alpha = g_strdup("keep");
    settings->engine = g_strdup("auto");
    settings->output = g_strdup("new-layer");
    return settings;
}

static void copy_strings(DitherSettings *settings)
{
    settings->kernel = g_strdup(settings->kernel);
    settings->levels = g_strdup(settings->levels);
    settings->palette = g_strdup(settings->palette);
    settings->match = g_strdup(settings->match);
    settings->alpha = g_strdup(settings->alpha);
    settings->engine = g_strdup(settings->engine);
    settings->output = g_strdup(settings->output);
}

static void free_strings(DitherSettings *settings)
{
    g_free(settings->kernel);
    g_free(settings->levels);
    g_free(settings->palette);
    g_free(settings->match);
    g_free(settings->alpha);
    g_free(settings->engine);
    g_free(settings->output);
}

DitherSettings *dither_settings_copy(const DitherSettings *settings)
{
    DitherSettings *copy = g_new(DitherSettings, 1);

    *copy = *settings;
    copy_strings(copy);
    return copy;
}

void dither_settings_assign(DitherSettings *to, const DitherSettings *from)
{
    DitherSettings copy = *from;

    copy_strings(&copy);
    free_strings(to);
    *to = copy;
}

void dither_settings_free(DitherSettings *settings)
{
    if (settings == NULL)
        return;
    free_strings(settings);
    g_free(settings);
}

void dither_settings_take_look(DitherSettings *to, const DitherSettings *from)
{
    DitherSettings look = *from;

    look.engine = to->engine;
    look.threads = to->threads;
    look.output = to->output;
    dither_settings_assign(to, &look);
}

/* With a palette the levels have no effect, and without one the match has none. */
static gboolean colours_are_alike(const DitherSettings *a, const DitherSettings *b)
{
    if (!g_str_equal(a->palette, b->palette))
        return FALSE;
    return *a->palette == '\0' ? g_str_equal(a->levels, b->levels)
                               : g_str_equal(a->match, b->match);
}

gboolean dither_settings_look_alike(const DitherSettings *a, const DitherSettings *b)
{
    return colours_are_alike(a, b) && g_str_equal(a->kernel, b->kernel) &&
           a->strength == b->strength && a->noise == b->noise && a->seed == b->seed &&
           a->serpentine == b->serpentine && a->linear == b->linear &&
           g_str_equal(a->alpha, b->alpha);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hologram_settings.h"

HologramSettings *hologram_settings_new(void)
{
    HologramSettings *settings = g_new0(HologramSettings, 1);

    settings->second_drawable = -1;
    settings->input = g_strdup("re-im-channels");
    settings->output = g_strdup("phase");
    settings->levels = 256;
    settings->pitch_um = 3.74;
    settings->lambda_nm = 532;
    settings->view_width_mm = settings->view_height_mm = 10;
    settings->view_distance_mm = 300;
    settings->hogel = 256;
    settings->method = g_strdup("opt");
    settings->weights = 27;
    settings->slope = 3;
    settings->view_filter = TRUE;
    settings->engine = g_strdup("auto");
    return settings;
}

static void copy_strings(HologramSettings *settings)
{
    settings->input = g_strdup(settings->input);
    settings->output = g_strdup(settings->output);
    settings->method = g_strdup(settings->method);
    settings->engine = g_strdup(settings->engine);
}

static void free_strings(HologramSettings *settings)
{
    g_free(settings->input);
    g_free(settings->output);
    g_free(settings->method);
    g_free(settings->engine);
}

HologramSettings *hologram_settings_copy(const HologramSettings *settings)
{
    HologramSettings *copy = g_new(HologramSettings, 1);

    *copy = *settings;
    copy_strings(copy);
    return copy;
}

void hologram_settings_assign(HologramSettings *to, const HologramSettings *from)
{
    HologramSettings copy = *from;

    copy_strings(&copy);
    free_strings(to);
    *to = copy;
}

void hologram_settings_free(HologramSettings *settings)
{
    if (settings == NULL)
        return;
    free_strings(settings);
    g_free(settings);
}

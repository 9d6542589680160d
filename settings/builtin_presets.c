/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the library's presets as settings. */
#include "builtin_presets.h"

#include "errdiff.h"
#include "preset_file.h"

#include <string.h>

gint builtin_presets_count(void)
{
    return errdiff_preset_count();
}

void builtin_presets_names(gint index, const gchar **name, const gchar **title)
{
    errdiff_preset_info info;

    errdiff_preset_get(index, &info);
    *name = info.name;
    *title = info.title;
}

DitherSettings *builtin_presets_settings(gint index)
{
    errdiff_preset_info info;
    gchar *text, *message = NULL;
    DitherSettings *settings;

    errdiff_preset_get(index, &info);
    text = g_strconcat("[errdiff preset]\n", info.settings, NULL);
    settings = preset_file_parse(text, strlen(text), &message);
    if (settings == NULL)
        g_error("%s: %s", info.name, message);
    g_free(text);
    return settings;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Presets' files, and their names. */
#include "fuzz.h"
#include "settings/preset_file.h"

#include <string.h>

static void require_sound_settings(const DitherSettings *settings)
{
    REQUIRE(settings->kernel && settings->levels && settings->palette && settings->match);
    REQUIRE(settings->alpha && settings->engine && settings->output);
    /* A preset says nothing of how the work is done. */
    REQUIRE(strcmp(settings->engine, "auto") == 0 && settings->threads == 0);
}

static void require_that_a_name_comes_back(const uint8_t *data, size_t size)
{
    gchar *name, *file, *path, *again;

    if (size == 0 || !g_utf8_validate((const gchar *)data, (gssize)size, NULL))
        return;
    name = g_strndup((const gchar *)data, size);
    file = preset_file_from_name(name);
    REQUIRE(strchr(file, '/') == NULL);
    path = g_strconcat("folder/", file, NULL);
    again = preset_file_to_name(path);
    REQUIRE(strcmp(again, name) == 0);
    g_free(again);
    g_free(path);
    g_free(file);
    g_free(name);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gchar *message = NULL;
    DitherSettings *settings = preset_file_parse((const gchar *)data, size, &message);

    REQUIRE((settings == NULL) == (message != NULL));
    if (settings != NULL) {
        require_sound_settings(settings);
        dither_settings_free(settings);
    }
    g_free(message);
    require_that_a_name_comes_back(data, size);
    return 0;
}

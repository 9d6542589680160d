/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints what the dialog copies: copied_text script|named-script|command SETTINGS [COLORS], where
 * SETTINGS is the path of a file like "[settings]\nkernel=atkinson\n"; other settings have their
 * defaults. */
#include "settings/settings_copy.h"
#include "settings/settings_keys.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    DitherSettings *settings = dither_settings_new();
    GKeyFile *file = g_key_file_new();
    gchar *message = NULL, *text;

    g_assert_cmpint(argc, >=, 3);
    g_assert_true(g_key_file_load_from_file(file, argv[2], G_KEY_FILE_NONE, NULL));
    if (!settings_keys_get(&dither_settings_kind, settings, SETTINGS_ALL, file, "settings",
                           &message))
        g_error("%s", message);
    if (g_str_equal(argv[1], "script"))
        text = dither_settings_as_script(settings, "plug-in-error-diffusion");
    else if (g_str_equal(argv[1], "named-script"))
        text = dither_settings_as_named_script(settings, "plug-in-error-diffusion");
    else
        text = dither_settings_as_command(settings, 3, argv[3]);
    fputs(text, stdout);
    g_free(text);
    g_key_file_free(file);
    dither_settings_free(settings);
    return 0;
}

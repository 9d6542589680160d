/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes the file of a preset, and converts the preset's name to a file name and back. */
#include "preset_file.h"

#include "errdiff.h"
#include "settings_keys.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#define GROUP "errdiff preset"

enum { MAX_BYTES = 1 << 20 }; /* larger files are not read */

/* The characters besides letters and digits that file names contain unchanged. All others have a
 * special meaning in file systems or shells, and become %XX. */
static const gchar kept_in_names[] = " !#$&'()+,;=@[]^`{}";

/* Returns the text of a preset's file, which the caller frees with free(). NULL: it cannot be read,
 * and *message says why. */
static char *contents_of(const gchar *path, gsize *size, gchar **message)
{
    char *contents = NULL;
    errdiff_message reason;

    if (errdiff_text_read(path, MAX_BYTES, &contents, size, &reason) != ERRDIFF_OK)
        *message = g_strdup(reason.text);
    return contents;
}

DitherSettings *preset_file_parse(const gchar *contents, gsize size, gchar **message)
{
    DitherSettings *settings;
    GKeyFile *file;
    GError *error = NULL;
    gboolean is_good;

    if (size > MAX_BYTES) {
        *message = g_strdup(_("File too large for a preset"));
        return NULL;
    }
    if (!g_utf8_validate(contents, (gssize)size, NULL)) {
        *message = g_strdup(_("it is not a text file"));
        return NULL;
    }
    settings = dither_settings_new();
    file = g_key_file_new();
    is_good = g_key_file_load_from_data(file, contents, size, G_KEY_FILE_NONE, &error);
    if (is_good) {
        is_good = settings_keys_get(&dither_settings_kind, settings, SETTINGS_APPEARANCE, file,
                                    GROUP, message);
    } else {
        *message = g_strdup(error->message);
        g_error_free(error);
    }
    g_key_file_free(file);
    if (!is_good)
        g_clear_pointer(&settings, dither_settings_free);
    return settings;
}

DitherSettings *preset_file_read(const gchar *path, gchar **message)
{
    gchar *reason = NULL;
    gsize size = 0;
    char *contents = contents_of(path, &size, &reason);
    DitherSettings *settings = NULL;

    if (contents != NULL)
        settings = preset_file_parse(contents, size, &reason);
    if (settings == NULL) {
        gchar *shown = g_filename_display_name(path);

        *message = g_strdup_printf(_("“%s” is not a valid preset: %s"), shown, reason);
        g_free(shown);
        g_free(reason);
    }
    free(contents);
    return settings;
}

gboolean preset_file_write(const gchar *path, const DitherSettings *settings, gchar **message)
{
    GKeyFile *file = g_key_file_new();
    GError *error = NULL;
    gchar *contents;
    gsize size;
    gboolean is_written = FALSE;

    settings_keys_set(&dither_settings_kind, settings, SETTINGS_APPEARANCE, file, GROUP);
    contents = g_key_file_to_data(file, &size, NULL);
    if (!g_utf8_validate(contents, (gssize)size, NULL)) {
        *message = g_strdup(_("The path of the palette's file is not in UTF-8"));
    } else {
        is_written = g_file_set_contents(path, contents, (gssize)size, &error);
        if (!is_written)
            *message = g_strdup(error->message);
        g_clear_error(&error);
    }
    g_free(contents);
    g_key_file_free(file);
    return is_written;
}

gchar *preset_file_to_name(const gchar *path)
{
    gchar *base = g_path_get_basename(path);
    gchar *name, *shown;

    if (g_str_has_suffix(base, PRESET_FILE_END))
        base[strlen(base) - strlen(PRESET_FILE_END)] = '\0';
    name = g_uri_unescape_string(base, NULL);
    shown = g_filename_display_name(name != NULL ? name : base);
    g_free(name);
    g_free(base);
    return shown;
}

gchar *preset_file_from_name(const gchar *name)
{
    gchar *escaped = g_uri_escape_string(name, kept_in_names, TRUE);
    gchar *base = g_strconcat(escaped, PRESET_FILE_END, NULL);

    g_free(escaped);
    return base;
}

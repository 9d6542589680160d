/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the built-in presets and the user's, and saves, renames and deletes those of the user. */
#include "presets.h"

#include "builtin_presets.h"
#include "preset_file.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

enum { MAX_NAME_BYTES = 80 }; /* short enough for a file name even if each byte becomes %XX */

static void preset_free(gpointer data)
{
    Preset *preset = data;

    g_free(preset->name);
    g_free(preset->title);
    dither_settings_free(preset->settings);
    g_free(preset->message);
    g_free(preset);
}

static void add_built_in(GPtrArray *presets)
{
    for (gint i = 0; i < builtin_presets_count(); i++) {
        Preset *preset = g_new0(Preset, 1);
        const gchar *name, *title;

        builtin_presets_names(i, &name, &title);
        preset->settings = builtin_presets_settings(i);
        preset->name = g_strdup(name);
        preset->title = g_strdup(_(title));
        preset->is_built_in = TRUE;
        g_ptr_array_add(presets, preset);
    }
}

static gint compare(gconstpointer a, gconstpointer b)
{
    const Preset *first = *(Preset *const *)a, *second = *(Preset *const *)b;

    return g_utf8_collate(first->name, second->name);
}

/* Whether the file has the name that presets_save would give it. Otherwise two files could decode
 * to the same preset name. */
static gboolean is_named_well(const gchar *file, const gchar *name)
{
    gchar *usual = preset_file_from_name(name);
    gboolean is_usual = strcmp(file, usual) == 0;

    g_free(usual);
    return is_usual;
}

/* What is wrong with the name of a file; NULL: nothing. */
static gchar *why_ignored(const gchar *file)
{
    gchar *name = preset_file_to_name(file);
    gchar *reason = NULL;

    if (!g_str_has_suffix(file, PRESET_FILE_END)) {
        reason = g_strdup(_("its name does not end in .preset"));
    } else if (presets_name_is_possible(name, &reason) && !is_named_well(file, name)) {
        gchar *usual = preset_file_from_name(name);

        reason = g_strdup_printf(_("its name should be “%s”"), usual);
        g_free(usual);
    }
    g_free(name);
    return reason;
}

static gboolean is_hidden_or_backup(const gchar *file)
{
    return *file == '.' || g_str_has_suffix(file, "~");
}

static Preset *read_own(const gchar *folder, const gchar *file)
{
    Preset *preset = g_new0(Preset, 1);
    gchar *path = g_build_filename(folder, file, NULL);

    preset->settings = preset_file_read(path, &preset->message);
    preset->name = preset_file_to_name(file);
    preset->title = g_strdup(preset->name);
    g_free(path);
    return preset;
}

static Preset *ignored(const gchar *file, const gchar *reason)
{
    Preset *preset = g_new0(Preset, 1);

    preset->name = g_filename_display_name(file);
    preset->title = g_strdup(preset->name);
    preset->message = g_strdup(reason);
    return preset;
}

/* The presets of the files in the folder or, if `are_ignored`, the files that are none. */
static GPtrArray *load_files(const gchar *folder, gboolean are_ignored)
{
    GPtrArray *presets = g_ptr_array_new_with_free_func(preset_free);
    GDir *files = g_dir_open(folder, 0, NULL);
    const gchar *file;

    while (files != NULL && (file = g_dir_read_name(files)) != NULL) {
        gchar *reason = why_ignored(file);

        if (reason == NULL && !are_ignored)
            g_ptr_array_add(presets, read_own(folder, file));
        else if (reason != NULL && are_ignored && !is_hidden_or_backup(file))
            g_ptr_array_add(presets, ignored(file, reason));
        g_free(reason);
    }
    if (files != NULL)
        g_dir_close(files);
    g_ptr_array_sort(presets, compare);
    return presets;
}

GPtrArray *presets_load(const gchar *folder)
{
    GPtrArray *presets = g_ptr_array_new_with_free_func(preset_free);

    add_built_in(presets);
    g_ptr_array_extend_and_steal(presets, load_files(folder, FALSE));
    return presets;
}

GPtrArray *presets_ignored(const gchar *folder)
{
    return load_files(folder, TRUE);
}

const Preset *presets_find(const GPtrArray *presets, const gchar *name)
{
    for (guint i = 0; i < presets->len; i++) {
        const Preset *preset = presets->pdata[i];

        if (strcmp(preset->name, name) == 0)
            return preset;
    }
    return NULL;
}

static gchar *refuse_name(const GPtrArray *presets, const GPtrArray *ignored, const gchar *name)
{
    GString *list = g_string_new(NULL);
    gchar *message;

    for (guint i = 0; i < presets->len; i++) {
        const Preset *preset = presets->pdata[i];

        g_string_append_printf(list, "%s“%s”", i == 0 ? "" : ", ", preset->name);
    }
    for (guint i = 0; i < ignored->len; i++) {
        const Preset *file = ignored->pdata[i];

        g_string_append_printf(list, _("; the file “%s” is ignored: %s"), file->name,
                               file->message);
    }
    message = g_strdup_printf(_("Unknown preset “%s”, available: %s"), name, list->str);
    g_string_free(list, TRUE);
    return message;
}

/* The name of the built-in preset with this title, in English or in the user's language; NULL:
 * there is none. */
static const gchar *name_of_title(const gchar *wanted)
{
    for (gint i = 0; i < builtin_presets_count(); i++) {
        const gchar *name, *title;

        builtin_presets_names(i, &name, &title);
        if (strcmp(wanted, title) == 0 || strcmp(wanted, _(title)) == 0)
            return name;
    }
    return NULL;
}

DitherSettings *presets_get(const gchar *folder, const gchar *name, gchar **message)
{
    GPtrArray *presets = presets_load(folder);
    const Preset *preset = presets_find(presets, name);
    const gchar *built_in = preset == NULL ? name_of_title(name) : NULL;
    DitherSettings *settings = NULL;

    if (built_in != NULL)
        preset = presets_find(presets, built_in);

    if (preset == NULL) {
        GPtrArray *files = presets_ignored(folder);

        *message = refuse_name(presets, files, name);
        g_ptr_array_unref(files);
    } else if (preset->settings == NULL) {
        *message = g_strdup(preset->message);
    } else {
        settings = dither_settings_copy(preset->settings);
    }
    g_ptr_array_unref(presets);
    return settings;
}

static gchar *why_name_is_impossible(const gchar *name)
{
    if (*name == '\0')
        return g_strdup(_("The name is empty"));
    if (g_ascii_isspace(*name) || g_ascii_isspace(name[strlen(name) - 1]))
        return g_strdup(_("Cannot start or end with a space"));
    if (!g_utf8_validate(name, -1, NULL) || strlen(name) > MAX_NAME_BYTES)
        return g_strdup(_("The name is too long"));
    for (gint i = 0; i < builtin_presets_count(); i++) {
        const gchar *taken, *title;

        builtin_presets_names(i, &taken, &title);
        if (strcmp(name, taken) == 0 || strcmp(name, _(title)) == 0)
            return g_strdup_printf(_("“%s” is built in; choose another name"), name);
    }
    return NULL;
}

gboolean presets_name_is_possible(const gchar *name, gchar **message)
{
    gchar *reason = why_name_is_impossible(name);
    gboolean is_possible = reason == NULL;

    if (message != NULL && !is_possible)
        *message = reason;
    else
        g_free(reason);
    return is_possible;
}

static gchar *path_of(const gchar *folder, const gchar *name)
{
    gchar *file = preset_file_from_name(name);
    gchar *path = g_build_filename(folder, file, NULL);

    g_free(file);
    return path;
}

static gboolean fail(const gchar *path, gint error, gchar **message)
{
    gchar *shown = g_filename_display_name(path);

    *message = g_strdup_printf("%s: %s", shown, g_strerror(error));
    g_free(shown);
    return FALSE;
}

gboolean presets_can_be_saved(const gchar *folder, gchar **message)
{
    gchar *existing = g_strdup(folder);
    gint error = 0;

    while (!g_file_test(existing, G_FILE_TEST_EXISTS)) {
        gchar *parent = g_path_get_dirname(existing);

        g_free(existing);
        existing = parent;
    }
    if (!g_file_test(existing, G_FILE_TEST_IS_DIR))
        error = ENOTDIR;
    else if (g_access(existing, W_OK | X_OK) != 0)
        error = errno;
    if (error != 0)
        fail(existing, error, message);
    g_free(existing);
    return error == 0;
}

gboolean presets_save(const gchar *folder, const gchar *name, const DitherSettings *settings,
                      gchar **message)
{
    gchar *path;
    gboolean is_saved;

    if (!presets_name_is_possible(name, message))
        return FALSE;
    if (g_mkdir_with_parents(folder, 0777) != 0)
        return fail(folder, errno, message);
    path = path_of(folder, name);
    is_saved = preset_file_write(path, settings, message);
    g_free(path);
    return is_saved;
}

gboolean presets_rename(const gchar *folder, const gchar *from, const gchar *to, gchar **message)
{
    gchar *old_path = path_of(folder, from);
    gchar *new_path = path_of(folder, to);
    gboolean is_renamed = presets_name_is_possible(to, message);

    if (is_renamed && g_file_test(new_path, G_FILE_TEST_EXISTS)) {
        *message = g_strdup_printf(_("A preset named “%s” already exists"), to);
        is_renamed = FALSE;
    }
    if (is_renamed && g_rename(old_path, new_path) != 0)
        is_renamed = fail(old_path, errno, message);
    g_free(old_path);
    g_free(new_path);
    return is_renamed;
}

gboolean presets_delete(const gchar *folder, const gchar *name, gchar **message)
{
    gchar *path = path_of(folder, name);
    gboolean is_deleted = g_unlink(path) == 0 || fail(path, errno, message);

    g_free(path);
    return is_deleted;
}

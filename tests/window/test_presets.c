/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Presets as files: reading gives back what was written, bad files give a reason, and nothing is
 * lost. */
#include "settings/builtin_presets.h"
#include "settings/preset_file.h"
#include "settings/presets.h"
#include "settings/settings_keys.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    gchar *folder;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer data)
{
    (void)data;
    fixture->folder = g_dir_make_tmp("presets-XXXXXX", NULL);
    g_assert_nonnull(fixture->folder);
}

static void tear_down(Fixture *fixture, gconstpointer data)
{
    GDir *files = g_dir_open(fixture->folder, 0, NULL);
    const gchar *file;

    (void)data;
    while ((file = g_dir_read_name(files)) != NULL) {
        gchar *path = g_build_filename(fixture->folder, file, NULL);

        g_assert_cmpint(g_remove(path), ==, 0);
        g_free(path);
    }
    g_dir_close(files);
    g_assert_cmpint(g_rmdir(fixture->folder), ==, 0);
    g_free(fixture->folder);
}

static gchar *in_folder(Fixture *fixture, const gchar *file)
{
    return g_build_filename(fixture->folder, file, NULL);
}

static void replace(gchar **text, const gchar *new_text)
{
    g_free(*text);
    *text = g_strdup(new_text);
}

/* Settings that all differ from the defaults, except engine, threads and output. */
static DitherSettings *unusual(void)
{
    DitherSettings *settings = dither_settings_new();

    replace(&settings->kernel, "16: 1,0,7; -1,1,3; 0,1,5; 1,1,1");
    replace(&settings->levels, "4,8,4");
    replace(&settings->palette, "gimp: Bears = [x]; \\ # “é”\n\t");
    replace(&settings->match, "oklab");
    settings->strength = 85;
    settings->noise = 7;
    settings->seed = -5;
    settings->serpentine = TRUE;
    settings->linear = TRUE;
    replace(&settings->alpha, "dither");
    return settings;
}

static void check_same(const DitherSettings *a, const DitherSettings *b)
{
    g_assert_cmpstr(a->kernel, ==, b->kernel);
    g_assert_cmpstr(a->levels, ==, b->levels);
    g_assert_cmpstr(a->palette, ==, b->palette);
    g_assert_cmpstr(a->match, ==, b->match);
    g_assert_cmpint(a->strength, ==, b->strength);
    g_assert_cmpint(a->noise, ==, b->noise);
    g_assert_cmpint(a->seed, ==, b->seed);
    g_assert_cmpint(a->serpentine, ==, b->serpentine);
    g_assert_cmpint(a->linear, ==, b->linear);
    g_assert_cmpstr(a->alpha, ==, b->alpha);
    g_assert_cmpstr(a->engine, ==, b->engine);
    g_assert_cmpint(a->threads, ==, b->threads);
    g_assert_cmpstr(a->output, ==, b->output);
}

static void test_round_trip(Fixture *fixture, gconstpointer data)
{
    gchar *path = in_folder(fixture, "a.preset");
    DitherSettings *written = unusual(), *read;
    gchar *message = NULL;

    (void)data;
    replace(&written->engine, "serial-ed");
    written->threads = 3;
    replace(&written->output, "replace");
    g_assert_true(preset_file_write(path, written, &message));
    read = preset_file_read(path, &message);
    g_assert_nonnull(read);
    replace(&written->engine, "auto");
    written->threads = 0;
    replace(&written->output, "new-layer");
    check_same(read, written);
    g_assert_null(message);
    dither_settings_free(read);
    dither_settings_free(written);
    g_free(path);
}

/* Every option has a key, and presets have the keys of those that decide the pixels. */
static void test_keys_of_all_options(void)
{
    DitherSettings *settings = dither_settings_new();
    GKeyFile *file = g_key_file_new();
    errdiff_option_info option;

    settings->serpentine = TRUE; /* without a key it is automatic */
    settings_keys_set(&dither_settings_kind, settings, SETTINGS_ALL, file, "all");
    settings_keys_set(&dither_settings_kind, settings, SETTINGS_APPEARANCE, file, "look");
    for (gint i = 0; i < errdiff_option_count(); i++) {
        g_assert_cmpint(errdiff_option_get(i, &option), ==, ERRDIFF_OK);
        g_assert_true(g_key_file_has_key(file, "all", option.name, NULL));
        g_assert_cmpint(g_key_file_has_key(file, "look", option.name, NULL), ==,
                        option.is_in_presets);
    }
    g_assert_true(g_key_file_has_key(file, "all", "output", NULL));
    g_assert_false(g_key_file_has_key(file, "look", "output", NULL));
    g_key_file_free(file);
    dither_settings_free(settings);
}

static void test_format(Fixture *fixture, gconstpointer data)
{
    static const gchar text[] = "# a comment\n[errdiff preset]\npalette=game-boy\nlinear=true\n";
    gchar *path = in_folder(fixture, "a.preset");
    DitherSettings *expected = dither_settings_new(), *read;
    gchar *message = NULL;

    (void)data;
    replace(&expected->palette, "game-boy");
    expected->linear = TRUE;
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    read = preset_file_read(path, &message);
    g_assert_nonnull(read);
    check_same(read, expected);
    dither_settings_free(read);
    dither_settings_free(expected);
    g_free(path);
}

/* Reads a file with this text. complaint: what the message must say; NULL: the file is valid. */
static void check_text(Fixture *fixture, const gchar *text, gssize size, const gchar *complaint)
{
    gchar *path = in_folder(fixture, "bad.preset");
    gchar *message = NULL;
    DitherSettings *read;

    g_assert_true(g_file_set_contents(path, text, size, NULL));
    read = preset_file_read(path, &message);
    g_assert_true((read == NULL) == (complaint != NULL));
    if (complaint != NULL) {
        g_assert_nonnull(strstr(message, "bad.preset"));
        g_test_message("%s", message);
        g_assert_nonnull(strstr(message, complaint));
    }
    g_free(message);
    dither_settings_free(read);
    g_free(path);
}

static void test_bad_text(Fixture *fixture, gconstpointer data)
{
#define HEAD "[errdiff preset]\n"
    gchar *huge = g_strnfill((2 << 20) + 1, '#');

    (void)data;
    check_text(fixture, HEAD "strength=5\n", -1, NULL);
    check_text(fixture, "\xEF\xBB\xBF" HEAD "strength=5\n", -1, NULL);
    check_text(fixture, "\xFF\xFE[\0e\0r\0r\0", 10, "UTF-16");
    check_text(fixture, "", -1, "[errdiff preset]");
    check_text(fixture, "[another]\nstrength=5\n", -1, "[errdiff preset]");
    check_text(fixture, "GIMP Palette\nName: x\n", -1, "GIMP Palette");
    check_text(fixture, HEAD "strenght=5\n", -1, "strenght");
    check_text(fixture, HEAD "engine=auto\n", -1, "engine");
    check_text(fixture, HEAD "threads=1\n", -1, "threads");
    check_text(fixture, HEAD "strength=much\n", -1, "strength");
    check_text(fixture, HEAD "strength=99999999999\n", -1, "strength");
    check_text(fixture, HEAD "noise=1.5\n", -1, "noise");
    check_text(fixture, HEAD "linear=perhaps\n", -1, "linear");
    check_text(fixture, HEAD "kernel=a\\qb\n", -1, "kernel");
    check_text(fixture, HEAD "strength=5\nnonsense\n", -1, "nonsense");
    check_text(fixture, HEAD "kernel=\xff\n", -1, "text");
    check_text(fixture, HEAD "kernel=a\0b\n", sizeof HEAD + 10, "text");
    check_text(fixture, huge, -1, "larger");
    g_free(huge);
#undef HEAD
}

/* Settings that are in use do not change if some of those in a file are wrong. */
static void test_wrong_settings_change_nothing(void)
{
    static const gchar text[] = "[group]\nstrength=5\nkernel=atkinson\nnoise=much\n";
    DitherSettings *settings = dither_settings_new(), *before = dither_settings_new();
    GKeyFile *file = g_key_file_new();
    gchar *message = NULL;

    g_assert_true(g_key_file_load_from_data(file, text, strlen(text), G_KEY_FILE_NONE, NULL));
    g_assert_false(
        settings_keys_get(&dither_settings_kind, settings, SETTINGS_ALL, file, "group", &message));
    g_assert_nonnull(strstr(message, "noise"));
    check_same(settings, before);
    g_free(message);
    g_key_file_free(file);
    dither_settings_free(settings);
    dither_settings_free(before);
}

static void check_unreadable(Fixture *fixture, const gchar *file)
{
    gchar *path = in_folder(fixture, file);
    gchar *message = NULL;

    g_assert_null(preset_file_read(path, &message));
    g_assert_nonnull(strstr(message, file));
    g_free(message);
    g_free(path);
}

/* Files of more than 1 MiB are not presets, even if they are texts. */
static void test_long_text(void)
{
    gsize size = (1 << 20) + 1;
    gchar *text = g_strnfill(size, '#'), *message = NULL;

    g_assert_null(preset_file_parse(text, size, &message));
    g_assert_nonnull(strstr(message, "too large"));
    g_free(message);
    g_free(text);
}

static void test_no_file(Fixture *fixture, gconstpointer data)
{
    gchar *folder = in_folder(fixture, "folder.preset"), *pipe = in_folder(fixture, "pipe.preset");

    (void)data;
    g_assert_cmpint(g_mkdir(folder, 0777), ==, 0);
    g_assert_cmpint(mkfifo(pipe, 0666), ==, 0);
    check_unreadable(fixture, "missing.preset");
    check_unreadable(fixture, "folder.preset");
    check_unreadable(fixture, "pipe.preset");
    g_free(folder);
    g_free(pipe);
}

/* If the new file cannot be written, the old one stays. */
static void test_failed_write_loses_nothing(Fixture *fixture, gconstpointer data)
{
    gchar *path = in_folder(fixture, "a.preset");
    DitherSettings *first = unusual(), *second = dither_settings_new(), *read;
    gchar *message = NULL;

    (void)data;
    g_assert_true(preset_file_write(path, first, &message));
    replace(&second->palette, "/inks/\xff.gpl");
    g_assert_false(preset_file_write(path, second, &message));
    g_assert_nonnull(strstr(message, "UTF-8"));
    g_clear_pointer(&message, g_free);
    if (geteuid() != 0) {
        g_assert_cmpint(g_chmod(fixture->folder, 0500), ==, 0);
        g_assert_false(preset_file_write(path, first, &message));
        g_assert_nonnull(message);
        g_clear_pointer(&message, g_free);
        g_assert_cmpint(g_chmod(fixture->folder, 0700), ==, 0);
    }
    read = preset_file_read(path, &message);
    check_same(read, first);
    dither_settings_free(first);
    dither_settings_free(second);
    dither_settings_free(read);
    g_free(path);
}

static void test_names(void)
{
    static const gchar *const names[] = {"a",    "Two words", "R&B (2)",     "a/b", "..",
                                         "50 %", ".x.",       "Tüpfel 網点", "%41", "a\nb"};

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        gchar *file = preset_file_from_name(names[i]);
        gchar *path = g_build_filename("/some/folder", file, NULL);
        gchar *name = preset_file_to_name(path);

        g_assert_true(g_str_has_suffix(file, PRESET_FILE_END));
        g_assert_null(strchr(file, '/'));
        g_assert_cmpstr(name, ==, names[i]);
        g_free(name);
        g_free(path);
        g_free(file);
    }
}

static void test_impossible_names(void)
{
    static const gchar *const names[] = {"", " ", " a", "a ", "newspaper", "Newspaper"};
    gchar *longest = g_strnfill(81, 'a'), *message = NULL;

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        gchar *reason = NULL;

        g_assert_false(presets_name_is_possible(names[i], &reason));
        g_assert_nonnull(reason);
        g_free(reason);
    }
    g_assert_false(presets_name_is_possible("", &message));
    g_assert_cmpstr(message, ==, "The name is empty");
    g_assert_false(presets_name_is_possible(longest, NULL));
    g_assert_true(presets_name_is_possible(longest + 1, NULL));
    g_free(message);
    g_free(longest);
}

static DitherSettings *get(Fixture *fixture, const gchar *name)
{
    gchar *message = NULL;
    DitherSettings *settings = presets_get(fixture->folder, name, &message);

    g_assert_true((settings == NULL) == (message != NULL));
    g_free(message);
    return settings;
}

static void test_life_of_a_preset(Fixture *fixture, gconstpointer data)
{
    DitherSettings *settings = unusual(), *other = dither_settings_new(), *found;
    gchar *message = NULL;

    (void)data;
    g_assert_true(presets_save(fixture->folder, "Mine", settings, &message));
    g_assert_true(presets_save(fixture->folder, "Other", other, &message));
    found = get(fixture, "Mine");
    check_same(found, settings);
    dither_settings_free(found);

    g_assert_false(presets_rename(fixture->folder, "Mine", "Other", &message));
    g_assert_nonnull(strstr(message, "Other"));
    g_clear_pointer(&message, g_free);
    g_assert_false(presets_rename(fixture->folder, "Mine", "ega", &message));
    g_clear_pointer(&message, g_free);
    g_assert_false(presets_rename(fixture->folder, "Nobody", "New", &message));
    g_clear_pointer(&message, g_free);
    found = get(fixture, "Other");
    check_same(found, other);
    dither_settings_free(found);

    g_assert_true(presets_rename(fixture->folder, "Mine", "a/b: 50 %", &message));
    g_assert_null(get(fixture, "Mine"));
    found = get(fixture, "a/b: 50 %");
    check_same(found, settings);
    dither_settings_free(found);

    g_assert_true(presets_delete(fixture->folder, "a/b: 50 %", &message));
    g_assert_null(get(fixture, "a/b: 50 %"));
    g_assert_false(presets_delete(fixture->folder, "a/b: 50 %", &message));
    g_clear_pointer(&message, g_free);
    dither_settings_free(settings);
    dither_settings_free(other);
}

static void test_where_none_can_be_saved(Fixture *fixture, gconstpointer data)
{
    gchar *missing = in_folder(fixture, "presets"), *file = in_folder(fixture, "file");
    gchar *below = g_build_filename(file, "presets", NULL), *message = NULL;

    (void)data;
    g_assert_true(presets_can_be_saved(fixture->folder, &message));
    g_assert_true(presets_can_be_saved(missing, &message));
    g_assert_null(message);
    g_assert_true(g_file_set_contents(file, "", 0, NULL));
    g_assert_false(presets_can_be_saved(below, &message));
    g_assert_nonnull(strstr(message, file));
    g_free(message);
    g_unlink(file);
    g_free(below);
    g_free(file);
    g_free(missing);
}

static void test_list(Fixture *fixture, gconstpointer data)
{
    gchar *path = in_folder(fixture, "Bad.preset"), *note = in_folder(fixture, "readme.txt");
    gchar *shadow = in_folder(fixture, "ega.preset"), *message = NULL;
    DitherSettings *settings = unusual();
    gint built_in = builtin_presets_count();
    GPtrArray *presets;

    (void)data;
    g_assert_true(presets_save(fixture->folder, "Zebra", settings, &message));
    g_assert_true(presets_save(fixture->folder, "Ape", settings, &message));
    g_assert_true(g_file_set_contents(path, "nonsense", -1, NULL));
    g_assert_true(g_file_set_contents(note, "nonsense", -1, NULL));
    g_assert_true(preset_file_write(shadow, settings, &message));
    presets = presets_load(fixture->folder);
    g_assert_cmpint((gint)presets->len, ==, built_in + 3);
    g_assert_cmpstr(((Preset *)presets->pdata[0])->name, ==, "newspaper");
    g_assert_cmpstr(((Preset *)presets->pdata[built_in])->name, ==, "Ape");
    g_assert_cmpstr(((Preset *)presets->pdata[built_in + 2])->name, ==, "Zebra");
    g_assert_null(presets_find(presets, "Bad")->settings);
    g_assert_nonnull(strstr(presets_find(presets, "Bad")->message, "nonsense"));
    g_assert_true(presets_find(presets, "ega")->is_built_in);
    g_ptr_array_unref(presets);
    dither_settings_free(settings);
    g_free(path);
    g_free(note);
    g_free(shadow);
}

static void test_unknown_name_lists_all(Fixture *fixture, gconstpointer data)
{
    DitherSettings *settings = unusual();
    gchar *message = NULL;

    (void)data;
    g_assert_true(presets_save(fixture->folder, "Mine", settings, &message));
    g_assert_null(presets_get(fixture->folder, "newspapr", &message));
    g_assert_nonnull(strstr(message, "“newspapr”"));
    g_assert_nonnull(strstr(message, "“newspaper”"));
    g_assert_nonnull(strstr(message, "“Mine”"));
    g_free(message);
    dither_settings_free(settings);
}

static void test_ignored_files(Fixture *fixture, gconstpointer data)
{
    /* What keeps each from being a preset; "": it is not named at all. */
    static const gchar *const files[][2] = {{"mine", "does not end in .preset"},
                                            {"mine.preset.txt", "does not end in .preset"},
                                            {"a%3ab.preset", "“a%3Ab.preset”"},
                                            {"ega.preset", "“ega” is built in"},
                                            {".preset.swp", ""},
                                            {"mine.preset~", ""},
                                            {"good.preset", ""}};
    DitherSettings *settings = unusual();
    gchar *message = NULL;
    GPtrArray *ignored;

    (void)data;
    for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
        gchar *path = in_folder(fixture, files[i][0]);

        g_assert_true(preset_file_write(path, settings, &message));
        g_free(path);
    }
    g_assert_null(presets_get(fixture->folder, "mine", &message));
    ignored = presets_ignored(fixture->folder);
    g_assert_cmpint(ignored->len, ==, 4);
    for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
        const Preset *file = presets_find(ignored, files[i][0]);
        gchar *named = g_strdup_printf("the file “%s” is ignored", files[i][0]);

        g_assert_true((file != NULL) == (*files[i][1] != '\0'));
        g_assert_true((strstr(message, named) != NULL) == (file != NULL));
        if (file != NULL) {
            g_assert_null(file->settings);
            g_assert_nonnull(strstr(file->message, files[i][1]));
            g_assert_nonnull(strstr(message, file->message));
        }
        g_free(named);
    }
    g_assert_nonnull(strstr(message, "“good”"));
    g_ptr_array_unref(ignored);
    dither_settings_free(settings);
    g_free(message);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name, function) g_test_add("/presets/" name, Fixture, NULL, set_up, function, tear_down)
    ADD("round-trip", test_round_trip);
    ADD("format", test_format);
    ADD("bad-text", test_bad_text);
    ADD("no-file", test_no_file);
    ADD("failed-write-loses-nothing", test_failed_write_loses_nothing);
    ADD("life-of-a-preset", test_life_of_a_preset);
    ADD("where-none-can-be-saved", test_where_none_can_be_saved);
    ADD("list", test_list);
    ADD("unknown-name-lists-all", test_unknown_name_lists_all);
    ADD("ignored-files", test_ignored_files);
#undef ADD
    g_test_add_func("/presets/keys-of-all-options", test_keys_of_all_options);
    g_test_add_func("/presets/long-text", test_long_text);
    g_test_add_func("/presets/wrong-settings-change-nothing", test_wrong_settings_change_nothing);
    g_test_add_func("/presets/names", test_names);
    g_test_add_func("/presets/impossible-names", test_impossible_names);
    return g_test_run();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings as texts that a script or a shell reads back. */
#include "settings/settings_copy.h"

#include <string.h>

/* The part of a text behind `mark`, which must be in it. */
static const gchar *after(const gchar *text, const gchar *mark)
{
    const gchar *found = strstr(text, mark);

    g_assert_nonnull(found);
    return found + strlen(mark);
}

static void test_numbers(void)
{
    static const gdouble numbers[] = {0.1, 1. / 3, 2.2, 1.0000000000000002, 9.999999, 10};
    DitherSettings *settings = dither_settings_new();

    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++) {
        gchar *script, *command;

        settings->gamma = numbers[i];
        script = dither_settings_as_named_script(settings, "procedure");
        command = dither_settings_as_command(settings, 3, NULL);
        g_assert_true(g_ascii_strtod(after(script, "#:gamma "), NULL) == numbers[i]);
        g_assert_true(g_ascii_strtod(after(command, "--gamma "), NULL) == numbers[i]);
        g_free(script);
        g_free(command);
    }
    dither_settings_free(settings);
}

static void test_texts_in_a_script(void)
{
    DitherSettings *settings = dither_settings_new();
    gchar *script;

    g_free(settings->palette);
    settings->palette = g_strdup("/a \"b\"\\c\nd");
    script = dither_settings_as_named_script(settings, "procedure");
    g_assert_true(g_str_has_prefix(after(script, "#:palette "), "\"/a \\\"b\\\"\\\\c\\nd\""));
    g_free(script);
    dither_settings_free(settings);
}

static void test_words_of_a_command(void)
{
    static const gchar *const paths[] = {"/a b", "/it's", "/$HOME/`x`", "/plain.gpl", "/\"q\"\\"};
    DitherSettings *settings = dither_settings_new();

    for (gsize i = 0; i < G_N_ELEMENTS(paths); i++) {
        gchar *command, **words;
        gint count;

        g_free(settings->palette);
        settings->palette = g_strdup(paths[i]);
        command = dither_settings_as_command(settings, 3, NULL);
        g_assert_true(g_shell_parse_argv(command, &count, &words, NULL));
        g_assert_cmpstr(words[count - 2], ==, "--palette");
        g_assert_cmpstr(words[count - 1], ==, paths[i]);
        g_strfreev(words);
        g_free(command);
    }
    dither_settings_free(settings);
}

/* A gray image gets no palette of its own, which its frames would share. */
static void test_frames_of_a_gray_image(void)
{
    DitherSettings *settings = dither_settings_new();
    gchar *gray, *color;

    settings->frames = 1;
    gray = dither_settings_as_command(settings, 1, NULL);
    color = dither_settings_as_command(settings, 3, NULL);
    g_assert_cmpstr(gray, ==, "errdiff in.png out.png");
    g_assert_cmpstr(color, ==, "errdiff in.png out.png --colors 16 --shared-palette");
    g_free(gray);
    g_free(color);
    dither_settings_free(settings);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/settings-copy/numbers", test_numbers);
    g_test_add_func("/settings-copy/texts-in-a-script", test_texts_in_a_script);
    g_test_add_func("/settings-copy/words-of-a-command", test_words_of_a_command);
    g_test_add_func("/settings-copy/frames-of-a-gray-image", test_frames_of_a_gray_image);
    return g_test_run();
}

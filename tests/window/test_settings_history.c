/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of undo and redo. */
#include "settings_history.h"

#include <glib.h>

static gint64 now;

static void add(SettingsHistory *history, DitherSettings *settings, gint strength, gint noise)
{
    settings->strength = strength;
    settings->noise = noise;
    settings_history_add(history, settings, now);
}

static void assert_step(const DitherSettings *step, gint strength, gint noise)
{
    g_assert_nonnull(step);
    g_assert_cmpint(step->strength, ==, strength);
    g_assert_cmpint(step->noise, ==, noise);
}

static void test_back_and_forth(void)
{
    SettingsHistory *history = settings_history_new();
    DitherSettings *settings = dither_settings_new();

    add(history, settings, 100, 0);
    g_assert_null(settings_history_undo(history));
    add(history, settings, 50, 0);
    add(history, settings, 50, 7);
    add(history, settings, 50, 7); /* no step */
    assert_step(settings_history_undo(history), 50, 0);
    assert_step(settings_history_undo(history), 100, 0);
    g_assert_null(settings_history_undo(history));
    assert_step(settings_history_redo(history), 50, 0);
    add(history, settings, 50, 0); /* the step that was returned */
    assert_step(settings_history_redo(history), 50, 7);
    g_assert_null(settings_history_redo(history));
    assert_step(settings_history_undo(history), 50, 0);
    add(history, settings, 20, 0);
    g_assert_null(settings_history_redo(history));
    assert_step(settings_history_undo(history), 50, 0);
    dither_settings_free(settings);
    settings_history_free(history);
}

/* A slider changes one option many times. */
static void test_quick_changes_of_an_option_are_one_step(void)
{
    SettingsHistory *history = settings_history_new();
    DitherSettings *settings = dither_settings_new();

    now = 5000;
    add(history, settings, 100, 0);
    for (gint strength = 99; strength >= 60; strength--, now += 20)
        add(history, settings, strength, 0);
    add(history, settings, 60, 5);
    now += 10000;
    add(history, settings, 60, 9);
    assert_step(settings_history_undo(history), 60, 5);
    assert_step(settings_history_undo(history), 60, 0);
    assert_step(settings_history_undo(history), 100, 0);
    dither_settings_free(settings);
    settings_history_free(history);
}

static void test_the_oldest_steps_are_forgotten(void)
{
    SettingsHistory *history = settings_history_new();
    DitherSettings *settings = dither_settings_new();
    gint steps = 0;

    for (gint i = 0; i < 1000; i++, now += 2000)
        add(history, settings, i % 100, i / 100);
    while (settings_history_undo(history) != NULL)
        steps++;
    g_assert_cmpint(steps, >, 100);
    g_assert_cmpint(steps, <, 1000);
    dither_settings_free(settings);
    settings_history_free(history);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/back-and-forth", test_back_and_forth);
    g_test_add_func("/quick-changes", test_quick_changes_of_an_option_are_one_step);
    g_test_add_func("/oldest-steps", test_the_oldest_steps_are_forgotten);
    return g_test_run();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A threshold matrix is read again only when its file has changed. */
#include "settings/screen_file.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/time.h>

static gchar *path;

/* `seconds` is the time at which the file was changed. */
static void write_file(const gchar *contents, glong seconds)
{
    struct timeval times[2] = {{.tv_sec = seconds}, {.tv_sec = seconds}};

    g_assert_true(g_file_set_contents(path, contents, -1, NULL));
    g_assert_cmpint(utimes(path, times), ==, 0);
}

/* Requires a matrix of one row with this number at its end. */
static void require_last(gint count, guint16 number)
{
    errdiff_matrix matrix;
    gchar *message = NULL;

    g_assert_true(screen_file_read(&matrix, path, &message));
    g_assert_null(message);
    g_assert_cmpint(matrix.width, ==, count);
    g_assert_cmpint(matrix.height, ==, 1);
    g_assert_cmpint(matrix.numbers[count - 1], ==, number);
    free((void *)matrix.numbers);
}

static void test_is_kept(void)
{
    write_file("1 2 3", 1000000);
    require_last(3, 3);
    write_file("1 2 4", 1000000); /* which nobody can see */
    require_last(3, 3);
    require_last(3, 3);
}

static void test_a_change_counts(void)
{
    write_file("1 2 3", 1000000);
    require_last(3, 3);
    write_file("1 2 5", 1000001);
    require_last(3, 5);
    write_file("1 2 3 6", 1000001);
    require_last(4, 6);
}

static void test_another_file(void)
{
    gchar *first = path;

    write_file("1 2 7", 2000000);
    require_last(3, 7);
    path = g_strconcat(first, ".txt", NULL);
    write_file("1 2 8", 2000000);
    require_last(3, 8);
    g_remove(path);
    g_free(path);
    path = first;
    require_last(3, 7);
}

static void test_faults(void)
{
    errdiff_matrix matrix;
    gchar *message = NULL;

    write_file("1 2 3", 3000000);
    require_last(3, 3);
    write_file("1 2 x", 3000001);
    g_assert_false(screen_file_read(&matrix, path, &message));
    g_assert_nonnull(message);
    g_clear_pointer(&message, g_free);
    g_remove(path);
    g_assert_false(screen_file_read(&matrix, path, &message));
    g_assert_nonnull(message);
    g_free(message);
}

int main(int argc, char **argv)
{
    gint result;

    g_test_init(&argc, &argv, NULL);
    path = g_strdup_printf("%s/errdiff-screen-file-%08x", g_get_tmp_dir(), g_random_int());
    g_test_add_func("/screen-file/is-kept", test_is_kept);
    g_test_add_func("/screen-file/a-change-counts", test_a_change_counts);
    g_test_add_func("/screen-file/another-file", test_another_file);
    g_test_add_func("/screen-file/faults", test_faults);
    result = g_test_run();
    g_remove(path);
    g_free(path);
    return result;
}

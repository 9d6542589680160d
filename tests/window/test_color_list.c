/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of colors: reading and writing their text, and changing them. */
#include "color_list.h"

static void check_text(const errdiff_palette *colors, const gchar *expected)
{
    gchar *text = color_list_write(colors);

    g_assert_cmpstr(text, ==, expected);
    g_free(text);
}

static errdiff_palette list(const gchar *text)
{
    errdiff_palette colors;

    g_assert_true(color_list_read(&colors, text));
    return colors;
}

/* A list of `count` different colors. */
static errdiff_palette many(gint count)
{
    errdiff_palette colors = {.count = count};

    for (gint i = 0; i < count; i++)
        colors.colors[i][1] = (guint8)i;
    return colors;
}

static void test_text(void)
{
    const gchar *const bad[] = {"", "#12345", "000000;ffffff", "rot"};
    errdiff_palette colors = list("#000000,ff8000");

    check_text(&colors, "#000000,#ff8000");
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_assert_false(color_list_read(&colors, bad[i]));
        check_text(&colors, "");
    }
}

static void test_add(void)
{
    const guint8 red[3] = {255, 0, 0};
    errdiff_palette colors = list("#000000"), full = many(ERRDIFF_MAX_COLORS);

    g_assert_cmpint(color_list_find(&colors, red), ==, -1);
    g_assert_true(color_list_add(&colors, red, red));
    g_assert_false(color_list_add(&colors, red, red));
    check_text(&colors, "#000000,#ff0000");
    g_assert_cmpint(color_list_find(&colors, red), ==, 1);
    g_assert_false(color_list_add(&full, red, red));
    g_assert_cmpint(full.count, ==, ERRDIFF_MAX_COLORS);
}

static void test_remove(void)
{
    errdiff_palette colors = list("#000001,#000002,#000003"), full = many(ERRDIFF_MAX_COLORS);

    color_list_remove(&colors, 1);
    check_text(&colors, "#000001,#000003");
    color_list_remove(&colors, 0);
    check_text(&colors, "#000003");
    color_list_remove(&full, 0);
    g_assert_cmpint(full.count, ==, ERRDIFF_MAX_COLORS - 1);
    g_assert_cmpint(full.colors[full.count - 1][1], ==, ERRDIFF_MAX_COLORS - 1);
    color_list_remove(&full, full.count - 1);
    g_assert_cmpint(full.colors[full.count - 1][1], ==, ERRDIFF_MAX_COLORS - 2);
}

static void test_move(void)
{
    errdiff_palette colors = list("#000000,#112233=#ff0000,#445566,#ffffff");

    color_list_move(&colors, 0, 2);
    check_text(&colors, "#112233=#ff0000,#445566,#000000,#ffffff");
    color_list_move(&colors, 3, 0);
    check_text(&colors, "#ffffff,#112233=#ff0000,#445566,#000000");
    color_list_move(&colors, 2, 1);
    check_text(&colors, "#ffffff,#445566,#112233=#ff0000,#000000");
}

static void test_sort(void)
{
    errdiff_palette colors =
        list("#ff00ff,#0000ff,#ffffff,#00ff00,#800000,#ff0000,#ffff00,#00ffff,#000000");

    color_list_sort_by_brightness(&colors);
    check_text(&colors, "#000000,#0000ff,#800000,#ff0000,#ff00ff,#00ff00,#00ffff,#ffff00,#ffffff");
    color_list_sort_by_hue(&colors);
    check_text(&colors, "#000000,#ffffff,#800000,#ff0000,#ffff00,#00ff00,#00ffff,#0000ff,#ff00ff");
}

static void test_sent(void)
{
    const guint8 red[3] = {255, 0, 0}, dull[3] = {98, 32, 30}, black[3] = {0, 0, 0};
    errdiff_palette colors = list("#000000,#808080"), other;

    g_assert_true(color_list_add(&colors, dull, red));
    check_text(&colors, "#000000,#808080,#62201e=#ff0000");
    other = list("000000,808080=808080,62201e=ff0000");
    g_assert_true(color_list_is_same(&colors, &other));
    color_list_sort_by_hue(&colors);
    check_text(&colors, "#000000,#808080,#62201e=#ff0000");
    color_list_sort_by_brightness(&colors);
    check_text(&colors, "#000000,#62201e=#ff0000,#808080");
    g_assert_false(color_list_is_same(&colors, &other));
    color_list_set(&colors, 2, red, black);
    check_text(&colors, "#000000,#62201e=#ff0000,#ff0000=#000000");
    color_list_remove(&colors, 0);
    check_text(&colors, "#62201e=#ff0000,#ff0000=#000000");
    color_list_set(&colors, 0, dull, dull);
    check_text(&colors, "#62201e,#ff0000=#000000");
    g_assert_cmpint(color_list_sent(&colors, 0)[0], ==, dull[0]);
    other = list("62201e,ff0000");
    g_assert_false(color_list_is_same(&colors, &other));
    color_list_set(&colors, 1, red, red);
    g_assert_true(color_list_is_same(&colors, &other));
}

/* What is in `sent` has no meaning as long as has_sent is 0. */
static void test_first_sent(void)
{
    const guint8 red[3] = {255, 0, 0}, black[3] = {0, 0, 0};
    errdiff_palette colors = {
        .count = 2, .colors = {{0, 0, 0}, {128, 128, 128}}, .sent = {{9, 9, 9}, {9, 9, 9}}};

    color_list_set(&colors, 0, black, red);
    check_text(&colors, "#000000=#ff0000,#808080");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/color-list/text", test_text);
    g_test_add_func("/color-list/add", test_add);
    g_test_add_func("/color-list/remove", test_remove);
    g_test_add_func("/color-list/move", test_move);
    g_test_add_func("/color-list/sort", test_sort);
    g_test_add_func("/color-list/sent", test_sent);
    g_test_add_func("/color-list/first-sent", test_first_sent);
    return g_test_run();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The named palettes. */
#include "errdiff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

static errdiff_palette found(const char *name)
{
    errdiff_palette palette;

    if (errdiff_palette_find(name, &palette, NULL) != ERRDIFF_OK)
        fail_msg("there is no palette %s", name);
    return palette;
}

static void assert_color(const char *name, int index, int red, int green, int blue)
{
    errdiff_palette palette = found(name);

    assert_true(index < palette.count);
    if (palette.colors[index][0] != red || palette.colors[index][1] != green ||
        palette.colors[index][2] != blue)
        fail_msg("%s %d is %02x%02x%02x", name, index, palette.colors[index][0],
                 palette.colors[index][1], palette.colors[index][2]);
}

static void test_each_has_its_number_of_colors(void **state)
{
    static const struct {
        const char *name;
        int count;
    } expected[] = {
        {"black-and-white", 2}, {"game-boy", 4},       {"cga", 4},       {"ega", 16},
        {"zx-spectrum", 15},    {"c64", 16},           {"pico-8", 16},   {"web-safe", 216},
        {"e-paper-3", 3},       {"e-paper-4", 4},      {"e-paper-6", 6}, {"e-paper-7", 7},
        {"spectra-6", 6},       {"spectra-6-13in", 6}, {"acep-7", 7},    {"bwry", 4},
    };
    enum { EXPECTED = sizeof(expected) / sizeof(expected[0]) };

    (void)state;
    assert_int_equal(errdiff_palette_count(), EXPECTED);
    for (int i = 0; i < EXPECTED; i++)
        assert_int_equal(found(expected[i].name).count, expected[i].count);
}

static void test_each_is_listed_once_with_a_title(void **state)
{
    (void)state;
    for (int i = 0; i < errdiff_palette_count(); i++) {
        errdiff_palette_info info;
        errdiff_palette_get(i, &info);
        assert_true(strlen(info.title) > 0);
        found(info.name);
        for (int other = 0; other < i; other++) {
            errdiff_palette_info before;
            errdiff_palette_get(other, &before);
            assert_string_not_equal(before.name, info.name);
        }
    }
}

static void test_no_color_comes_twice(void **state)
{
    (void)state;
    for (int i = 0; i < errdiff_palette_count(); i++) {
        errdiff_palette_info info;
        errdiff_palette_get(i, &info);
        errdiff_palette palette = found(info.name);
        for (int a = 0; a < palette.count; a++) {
            for (int b = 0; b < a; b++)
                assert_memory_not_equal(palette.colors[a], palette.colors[b], 3);
        }
    }
}

static void test_some_colors(void **state)
{
    (void)state;
    assert_color("black-and-white", 0, 0, 0, 0);
    assert_color("black-and-white", 1, 255, 255, 255);
    assert_color("game-boy", 0, 0x0f, 0x38, 0x0f);
    assert_color("cga", 1, 0x55, 0xff, 0xff);
    assert_color("ega", 6, 0xaa, 0x55, 0x00); /* brown, not dark yellow */
    assert_color("ega", 8, 0x55, 0x55, 0x55);
    assert_color("pico-8", 8, 0xff, 0x00, 0x4d);
    assert_color("pico-8", 15, 0xff, 0xcc, 0xaa);
    assert_color("e-paper-3", 2, 255, 0, 0);
    assert_color("e-paper-4", 3, 255, 255, 0);
}

/* What panels are sent are the full colors that drivers look for, and the others look duller. */
static void test_panels_are_sent_what_their_drivers_expect(void **state)
{
    static const struct {
        const char *name, *sent; /* the palette of the colors that are sent, in any order */
    } panels[] = {{"spectra-6", "e-paper-6"},
                  {"spectra-6-13in", "e-paper-6"},
                  {"acep-7", "e-paper-7"},
                  {"bwry", "e-paper-4"}};
    enum { PANELS = sizeof(panels) / sizeof(panels[0]) };
    int with_sent = 0;

    (void)state;
    for (int i = 0; i < errdiff_palette_count(); i++) {
        errdiff_palette_info info;
        errdiff_palette_get(i, &info);
        with_sent += found(info.name).has_sent;
    }
    assert_int_equal(with_sent, PANELS);
    for (int i = 0; i < PANELS; i++) {
        errdiff_palette palette = found(panels[i].name), full = found(panels[i].sent), written;
        errdiff_palette_written(&palette, 1, &written);
        assert_int_equal(written.count, full.count);
        for (int a = 0; a < full.count; a++) {
            int times = 0;
            for (int b = 0; b < full.count; b++)
                times += memcmp(written.colors[b], full.colors[a], 3) == 0;
            assert_int_equal(times, 1);
        }
        assert_memory_equal(palette.sent[0], "\0\0\0", 3);
        assert_memory_equal(palette.sent[1], "\377\377\377", 3);
    }
    assert_color("spectra-6", 3, 106, 23, 18);
    assert_color("spectra-6-13in", 1, 154, 164, 162);
    assert_color("acep-7", 6, 177, 106, 73);
    assert_color("bwry", 2, 172, 128, 0);
}

static void test_written_colors(void **state)
{
    static const errdiff_palette both = {.count = 2,
                                         .colors = {{1, 2, 3}, {4, 5, 6}},
                                         .has_sent = 1,
                                         .sent = {{7, 7, 7}, {9, 9, 9}}};
    errdiff_palette one = both, written;

    (void)state;
    errdiff_palette_written(&both, 1, &written);
    assert_int_equal(written.count, 2);
    assert_int_equal(written.has_sent, 0);
    assert_memory_equal(written.colors, both.sent, 2 * 3);
    assert_true(errdiff_palette_is_gray(&written) && !errdiff_palette_is_gray(&both));
    errdiff_palette_written(&both, 0, &written);
    assert_int_equal(written.has_sent, 0);
    assert_memory_equal(written.colors, both.colors, 2 * 3);
    one.has_sent = 0;
    errdiff_palette_written(&one, 1, &written);
    assert_memory_equal(written.colors, both.colors, 2 * 3);
}

static void test_web_safe_is_the_cube_of_six_steps(void **state)
{
    errdiff_palette palette = found("web-safe");
    int seen[216] = {0};

    (void)state;
    for (int i = 0; i < palette.count; i++) {
        const uint8_t *color = palette.colors[i];
        for (int c = 0; c < 3; c++)
            assert_int_equal(color[c] % 51, 0);
        seen[color[0] / 51 * 36 + color[1] / 51 * 6 + color[2] / 51]++;
    }
    for (int i = 0; i < 216; i++)
        assert_int_equal(seen[i], 1);
}

static void test_an_unknown_name_is_refused_with_the_names(void **state)
{
    static const char *const names[] = {"", "no-such-palette", "EGA", "ega ", "web"};

    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        errdiff_palette palette, before;
        errdiff_message message = {""};

        memset(&palette, 0x5a, sizeof(palette));
        before = palette;
        assert_int_equal(errdiff_palette_find(names[i], &palette, &message), ERRDIFF_BAD_ARGUMENT);
        assert_non_null(strstr(message.text, "web-safe"));
        assert_non_null(strstr(message.text, "e-paper-7"));
        assert_memory_equal(&palette, &before, sizeof(palette));
        assert_int_equal(errdiff_palette_find(names[i], &palette, NULL), ERRDIFF_BAD_ARGUMENT);
    }
}

static void test_colors_of_an_image(void **state)
{
    static uint8_t pixels[257][3] = {{7, 7, 7}, {9, 8, 7}, {7, 7, 7}, {1, 2, 3}};
    static const uint16_t deep[] = {0, 128, 129, 65535};
    static const uint8_t mask[] = {0, 1, 1, 1};
    errdiff_image image = {
        .data = pixels, .width = 2, .height = 2, .channels = 3, .bits = 8, .stride = 6};
    errdiff_palette palette;

    (void)state;
    assert_int_equal(errdiff_palette_of_image(&image, &palette, NULL), ERRDIFF_OK);
    assert_int_equal(palette.count, 3);
    assert_int_equal(palette.has_sent, 0);
    assert_memory_equal(palette.colors, ((uint8_t[]){7, 7, 7, 9, 8, 7, 1, 2, 3}), 9);
    image.mask = mask;
    image.mask_stride = 2;
    assert_int_equal(errdiff_palette_of_image(&image, &palette, NULL), ERRDIFF_OK);
    assert_memory_equal(palette.colors, ((uint8_t[]){9, 8, 7, 7, 7, 7, 1, 2, 3}), 9);
    image = (errdiff_image){
        .data = (void *)deep, .width = 4, .height = 1, .channels = 1, .bits = 16, .stride = 8};
    assert_int_equal(errdiff_palette_of_image(&image, &palette, NULL), ERRDIFF_OK);
    assert_int_equal(palette.count, 3);
    assert_memory_equal(palette.colors, ((uint8_t[]){0, 0, 0, 1, 1, 1, 255, 255, 255}), 9);
}

static void test_an_image_that_is_no_palette(void **state)
{
    static uint8_t pixels[257][3];
    static const uint8_t none[257];
    errdiff_image image = {
        .data = pixels, .width = 257, .height = 1, .channels = 3, .bits = 8, .stride = 771};
    errdiff_palette palette = {.count = 5};
    errdiff_message message = {""};

    (void)state;
    for (int i = 0; i < 257; i++)
        pixels[i][i % 3] = (uint8_t)(1 + i / 3);
    assert_int_equal(errdiff_palette_of_image(&image, &palette, &message), ERRDIFF_BAD_ARGUMENT);
    assert_non_null(strstr(message.text, "more than 256 colors"));
    assert_int_equal(palette.count, 5);
    image.width = 256;
    assert_int_equal(errdiff_palette_of_image(&image, &palette, &message), ERRDIFF_OK);
    assert_int_equal(palette.count, 256);
    image.mask = none;
    assert_int_equal(errdiff_palette_of_image(&image, &palette, &message), ERRDIFF_BAD_ARGUMENT);
    assert_non_null(strstr(message.text, "no colors"));
    image.channels = 2;
    assert_int_equal(errdiff_palette_of_image(&image, &palette, &message), ERRDIFF_BAD_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_has_its_number_of_colors),
        cmocka_unit_test(test_each_is_listed_once_with_a_title),
        cmocka_unit_test(test_no_color_comes_twice),
        cmocka_unit_test(test_some_colors),
        cmocka_unit_test(test_panels_are_sent_what_their_drivers_expect),
        cmocka_unit_test(test_written_colors),
        cmocka_unit_test(test_web_safe_is_the_cube_of_six_steps),
        cmocka_unit_test(test_an_unknown_name_is_refused_with_the_names),
        cmocka_unit_test(test_colors_of_an_image),
        cmocka_unit_test(test_an_image_that_is_no_palette),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

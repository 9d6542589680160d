/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the search for the nearest color with trying all colors. */
#include "../support/random.h"
#include "errdiff.h"
#include "rule/search.h"

#include "rule/light.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>

enum { POINTS = 60000 };

static struct random search_random = {1};

static int random_below(int limit)
{
    return random_range(&search_random, 0, limit - 1);
}

static int32_t nearest_of_all(const struct errdiff_search *search, const int32_t point[3])
{
    int32_t nearest = 0;
    int64_t least = INT64_MAX;

    for (int32_t i = 0; i < search->color_count; i++) {
        int64_t distance = 0;
        for (int c = 0; c < 3; c++) {
            int64_t d = point[c] - search->colors[i][c];
            distance += d * d;
        }
        if (distance < least) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}

/* Draws a point of −16·W..32·W: anywhere, on either side of a cell's border, at a color, or on the
 * surface of the whole cube or of that of the values. */
static void draw_point(const struct errdiff_search *search, int32_t point[3])
{
    int kind = random_below(4);
    int32_t white = search->white;
    const int32_t *color = search->colors[random_below(search->color_count)];

    for (int c = 0; c < 3; c++) {
        int32_t border = (random_below(49) - 16) * (1 << search->cell_shift);
        int32_t value = random_below(3 * white + 1) - white;
        if (kind == 1)
            value = border - random_below(2);
        if (kind == 2)
            value = color[c] + random_below(33) - 16;
        if (kind == 3 && random_below(2))
            value = (random_below(4) - 1) * white;
        point[c] = value < -white ? -white : value > 2 * white ? 2 * white : value;
    }
}

static void assert_search(const errdiff_palette *palette, int bits, int linear)
{
    static uint16_t light[65536];
    struct errdiff_search search;

    if (linear)
        errdiff_light_table(light, bits);
    assert_true(errdiff_search_make(&search, palette, ERRDIFF_MATCH_RGB, bits, bits,
                                    linear ? light : NULL));
    assert_int_equal(search.white, 16 * (bits == 8 && !linear ? 255 : 65535));
    for (int i = 0; i < POINTS; i++) {
        int32_t point[3];
        draw_point(&search, point);
        int32_t expected = nearest_of_all(&search, point);
        int32_t actual = errdiff_nearest(&search, point);
        if (actual != expected)
            fail_msg("%d bits, linear %d, %d colors: (%d, %d, %d) has color %d, not %d", bits,
                     linear, palette->count, (int)point[0], (int)point[1], (int)point[2],
                     (int)actual, (int)expected);
    }
    errdiff_search_release(&search);
}

static void assert_every_way(const errdiff_palette *palette)
{
    assert_search(palette, 8, 0);
    assert_search(palette, 16, 0);
    assert_search(palette, 8, 1);
    assert_search(palette, 16, 1);
}

static errdiff_palette random_palette(int count)
{
    errdiff_palette palette = {.count = count};

    for (int i = 0; i < count; i++) {
        for (int c = 0; c < 3; c++)
            palette.colors[i][c] = (uint8_t)random_below(256);
    }
    return palette;
}

static void test_random_colors(void **state)
{
    static const int counts[] = {1, 2, 3, 17, 256, 256};

    (void)state;
    for (int i = 0; i < 6; i++) {
        errdiff_palette palette = random_palette(counts[i]);
        assert_every_way(&palette);
    }
}

/* Many points are equally near to two, four or eight colors; the first one must be found. */
static void test_ties(void **state)
{
    errdiff_palette grid = {.count = 0};
    errdiff_palette alike = {.count = 256};

    (void)state;
    for (int i = 0; i < 216; i++) {
        int shuffled = i * 77 % 216;
        uint8_t *color = grid.colors[grid.count++];
        color[0] = (uint8_t)(shuffled / 36 * 51);
        color[1] = (uint8_t)(shuffled / 6 % 6 * 51);
        color[2] = (uint8_t)(shuffled % 6 * 51);
    }
    assert_every_way(&grid);
    for (int i = 0; i < 256; i++)
        alike.colors[i][0] = alike.colors[i][1] = alike.colors[i][2] = i < 200 ? 77 : 78;
    assert_every_way(&alike);
}

static void test_grays_and_close_colors(void **state)
{
    errdiff_palette grays = {.count = 256};
    errdiff_palette close = random_palette(256);

    (void)state;
    for (int i = 0; i < 256; i++) {
        for (int c = 0; c < 3; c++) {
            grays.colors[i][c] = (uint8_t)(255 - i);
            close.colors[i][c] = (uint8_t)(124 + close.colors[i][c] % 8);
        }
    }
    assert_every_way(&grays);
    assert_every_way(&close);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_colors),
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_grays_and_close_colors),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

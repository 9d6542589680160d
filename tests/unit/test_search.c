/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the search for the nearest color with trying all colors. */
#include "../support/plain_options.h"
#include "../support/random.h"
#include "errdiff.h"
#include "rule/light.h"
#include "rule/oklab.h"
#include "rule/search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 60000, OWN_PALETTES = 1000 };

static struct random search_random = {1};

static int random_below(int limit)
{
    return random_range(&search_random, 0, limit - 1);
}

/* What the search compares with places of colors. */
static void place_of(const struct errdiff_search *search, const int32_t point[3], int32_t place[3])
{
    for (int c = 0; c < 3; c++)
        place[c] = search->is_oklab ? errdiff_clamp(point[c], 0, search->white) : point[c];
    if (search->is_oklab)
        errdiff_oklab_place(&search->light, place, place);
}

static int32_t nearest_of_all(const struct errdiff_search *search, const int32_t point[3])
{
    int32_t nearest = 0, place[3];
    int64_t least = INT64_MAX;

    place_of(search, point, place);
    for (int32_t i = 0; i < search->color_count; i++) {
        int64_t distance = 0;
        for (int c = 0; c < 3; c++) {
            int64_t d = place[c] - search->places[i][c];
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

static void make_search(struct errdiff_search *search, const errdiff_palette *palette,
                        errdiff_match match, int bits, int linear, int64_t pixels)
{
    static uint16_t light[65536];

    if (linear)
        errdiff_light_table(light, bits);
    assert_true(
        errdiff_search_make(search, palette, match, bits, bits, linear ? light : NULL, pixels));
    assert_int_equal(search->white, 16 * (bits == 8 && !linear ? 255 : 65535));
}

static void assert_search_of(const errdiff_palette *palette, errdiff_match match, int bits,
                             int linear, int64_t pixels)
{
    struct errdiff_search search;

    make_search(&search, palette, match, bits, linear, pixels);
    for (int i = 0; i < POINTS; i++) {
        int32_t point[3];
        draw_point(&search, point);
        int32_t expected = nearest_of_all(&search, point);
        int32_t actual = errdiff_nearest(&search, point);
        if (actual != expected)
            fail_msg("match %d, %d bits, linear %d, %d colors: (%d, %d, %d) has color %d, not %d",
                     match, bits, linear, palette->count, (int)point[0], (int)point[1],
                     (int)point[2], (int)actual, (int)expected);
    }
    errdiff_search_release(&search);
}

static void assert_search(const errdiff_palette *palette, errdiff_match match, int bits, int linear)
{
    assert_search_of(palette, match, bits, linear, INT64_MAX);
    assert_search_of(palette, match, bits, linear, 1);
}

static void assert_every_way(const errdiff_palette *palette)
{
    for (int match = ERRDIFF_MATCH_RGB; match <= ERRDIFF_MATCH_OKLAB; match++) {
        assert_search(palette, (errdiff_match)match, 8, 0);
        assert_search(palette, (errdiff_match)match, 16, 0);
        assert_search(palette, (errdiff_match)match, 8, 1);
        assert_search(palette, (errdiff_match)match, 16, 1);
    }
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

/* ---- OKLab --------------------------------------------------------------------------------- */

/* The first color of a palette that is color i. */
static int first_like(const errdiff_palette *palette, int i)
{
    int first = 0;

    while (memcmp(palette->colors[first], palette->colors[i], 3) != 0)
        first++;
    return first;
}

/* Some palettes of few colors, some of close or dark ones, and some with a color twice. */
static errdiff_palette draw_palette(void)
{
    errdiff_palette palette =
        random_palette(random_below(4) ? 1 + random_below(24) : 1 + random_below(256));
    int kind = random_below(4);

    for (int i = 0; i < palette.count; i++)
        for (int c = 0; c < 3; c++)
            palette.colors[i][c] = (uint8_t)(kind == 0   ? palette.colors[i][c] % 16
                                             : kind == 1 ? 200 + palette.colors[i][c] % 32
                                                         : palette.colors[i][c]);
    if (random_below(2))
        memcpy(palette.colors[palette.count - 1], palette.colors[0], 3);
    return palette;
}

static void assert_own_colors(const errdiff_palette *palette, int bits, int linear)
{
    struct errdiff_search search;

    make_search(&search, palette, ERRDIFF_MATCH_OKLAB, bits, linear, INT64_MAX);
    for (int i = 0; i < palette->count; i++) {
        int found = (int)errdiff_nearest(&search, search.colors[i]);
        if (found != first_like(palette, i))
            fail_msg("%d bits, linear %d: color %d of %d becomes color %d", bits, linear, i,
                     palette->count, found);
    }
    errdiff_search_release(&search);
}

/* Every color is found for itself. */
static void test_own_colors(void **state)
{
    (void)state;
    for (int i = 0; i < OWN_PALETTES; i++) {
        errdiff_palette palette = draw_palette();
        assert_own_colors(&palette, i % 20 < 18 ? 8 : 16, i % 10 == 9);
    }
}

/* Black must not become the dark color, whose part of the space is near. */
static void test_black_stays_black(void **state)
{
    static uint8_t black[64 * 64 * 3], result[64 * 64 * 3];
    errdiff_palette palette = {.count = 3,
                               .colors = {{0, 0, 0}, {0x0C, 0x06, 0x06}, {255, 255, 255}}};
    errdiff_image in = {
        .data = black, .width = 64, .height = 64, .channels = 3, .bits = 8, .stride = 64 * 3};
    errdiff_image out = in;
    errdiff_options options;

    (void)state;
    out.data = result;
    plain_options_init(&options);
    options.palette = &palette;
    options.match = ERRDIFF_MATCH_OKLAB;
    memset(result, 1, sizeof result);
    assert_int_equal(errdiff_dither(&in, &out, &options, NULL), ERRDIFF_OK);
    assert_memory_equal(result, black, sizeof black);
}

static struct errdiff_oklab look_of(const struct errdiff_search *search, const int32_t u[3])
{
    double light[3];

    for (int c = 0; c < 3; c++) {
        light[c] = (double)errdiff_clamp(u[c], 0, search->white) / search->white;
        if (!search->is_light)
            light[c] = errdiff_srgb_to_linear(light[c]);
    }
    return errdiff_oklab_from_light(light[0], light[1], light[2]);
}

/* How many of `count` points get another color than with doubles. */
static int count_other(const struct errdiff_search *search, int count)
{
    struct errdiff_oklab looks[ERRDIFF_MAX_COLORS];
    int others = 0;

    for (int i = 0; i < search->color_count; i++)
        looks[i] = look_of(search, search->colors[i]);
    for (int i = 0; i < count; i++) {
        int32_t point[3];
        draw_point(search, point);
        struct errdiff_oklab look = look_of(search, point);
        double distances[ERRDIFF_MAX_COLORS];
        int nearest = 0;
        for (int k = 0; k < search->color_count; k++) {
            distances[k] = errdiff_oklab_squared_distance(look, looks[k]);
            nearest = distances[k] < distances[nearest] ? k : nearest;
        }
        others += errdiff_nearest(search, point) != nearest;
    }
    return others;
}

/* With doubles fewer than one of a million pixels have another color. */
static void test_against_doubles(void **state)
{
    enum { PALETTES = 64, COUNT = 1 << 16 };
    int others = 0;

    (void)state;
    for (int i = 0; i < PALETTES; i++) {
        struct errdiff_search search;
        errdiff_palette palette = draw_palette();
        make_search(&search, &palette, ERRDIFF_MATCH_OKLAB, i % 2 ? 8 : 16, i % 4 / 2, INT64_MAX);
        /* Equal colors: doubles find the first one, too. */
        others += count_other(&search, COUNT);
        errdiff_search_release(&search);
    }
    print_message("%d of %d points have another color with doubles\n", others, PALETTES * COUNT);
    assert_true(others < PALETTES * COUNT / 1000000);
}

/* How far the rough place of u is from the exact one, the most of the three numbers. */
static int rough_error(const struct errdiff_search *search, const int32_t u[3])
{
    float light[3], rough[3];
    int32_t exact[3];
    int most = 0;

    for (int c = 0; c < 3; c++)
        light[c] = errdiff_oklab_rough_light(&search->light, u[c]);
    errdiff_oklab_rough_place(light, rough);
    errdiff_oklab_place(&search->light, u, exact);
    for (int c = 0; c < 3; c++) {
        int error = abs((int32_t)rough[c] - exact[c]);
        most = error > most ? error : most;
    }
    return most;
}

/* Rough places are compared with exact ones for values in proportion to the corners of the cube,
 * where errors are greatest in the dark, and for points anywhere. */
static void test_rough_places(void **state)
{
    enum { COUNT = 1 << 18 };

    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        struct errdiff_search search;
        errdiff_palette palette = draw_palette();
        int most = 0, error;
        make_search(&search, &palette, ERRDIFF_MATCH_OKLAB, kind == 0 ? 8 : 16, kind == 2,
                    INT64_MAX);
        for (int i = 0; i < COUNT; i++) {
            int32_t u[3];
            int32_t limit = (search.white >> random_below(20)) + 1;
            for (int c = 0; c < 3; c++)
                u[c] = random_below(4) == 0 ? 0 : random_below(limit);
            error = rough_error(&search, u);
            most = error > most ? error : most;
        }
        for (int32_t value = 0; value <= search.white && value < COUNT; value++)
            for (int corner = 1; corner < 8; corner++) {
                const int32_t u[3] = {(corner & 1) * value, (corner >> 1 & 1) * value,
                                      (corner >> 2) * value};
                error = rough_error(&search, u);
                most = error > most ? error : most;
            }
        print_message("rough places are off by at most %d\n", most);
        assert_true(most < ERRDIFF_OKLAB_ROUGH_ERROR / 2);
        errdiff_search_release(&search);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_colors),          cmocka_unit_test(test_ties),
        cmocka_unit_test(test_grays_and_close_colors), cmocka_unit_test(test_own_colors),
        cmocka_unit_test(test_black_stays_black),      cmocka_unit_test(test_against_doubles),
        cmocka_unit_test(test_rough_places),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

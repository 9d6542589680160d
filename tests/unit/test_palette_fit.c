/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fit of a palette's colors to what is seen of an image. */
#include "../support/random.h"
#include "palette/palette_few.h"
#include "palette/palette_fit.h"
#include "palette/seen.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

enum { COLORS = 5, PLACES = 400 };

static const errdiff_palette wanted = {
    .count = COLORS,
    .colors = {{0, 0, 0}, {255, 255, 255}, {200, 30, 90}, {20, 180, 60}, {77, 78, 240}}};

static const errdiff_palette begun = {
    .count = COLORS,
    .colors = {{40, 40, 40}, {200, 200, 200}, {128, 128, 128}, {130, 200, 20}, {9, 9, 90}}};

static struct errdiff_mixture drawn_mixture(struct random *random)
{
    struct errdiff_mixture mixture = {.count = 2};
    int share = random_range(random, 1, ERRDIFF_WHOLE_SHARE - 1);

    mixture.colors[0] = (uint8_t)random_range(random, 0, COLORS - 1);
    mixture.colors[1] =
        (uint8_t)((mixture.colors[0] + random_range(random, 1, COLORS - 1)) % COLORS);
    mixture.shares[0] = (uint16_t)share;
    mixture.shares[1] = (uint16_t)(ERRDIFF_WHOLE_SHARE - share);
    return mixture;
}

/* What is seen of a mixture of the wanted colors. */
static struct errdiff_target target_of(const struct errdiff_mixture *mixture)
{
    struct errdiff_target target = {.weight = 7};

    for (int c = 0; c < 3; c++) {
        double light = 0;
        for (int i = 0; i < mixture->count; i++)
            light += mixture->shares[i] *
                     errdiff_srgb_to_linear(wanted.colors[mixture->colors[i]][c] / 255.0);
        target.light[c] = (uint16_t)lround(UINT16_MAX * light / ERRDIFF_WHOLE_SHARE);
    }
    return target;
}

/* The sums of places that the wanted colors fit exactly. */
static struct errdiff_palette_fit exact_fit(uint32_t seed)
{
    struct random random = {seed};
    struct errdiff_palette_fit fit;

    assert_true(errdiff_palette_fit_begin(&fit, COLORS));
    for (int i = 0; i < PLACES; i++) {
        struct errdiff_mixture mixture = drawn_mixture(&random);
        struct errdiff_target target = target_of(&mixture);
        errdiff_palette_fit_add(&fit, &mixture, &target);
        errdiff_palette_fit_add_dot(&fit, mixture.colors[0], &target);
    }
    return fit;
}

static void test_mixtures_get_the_colors_that_they_are_of(void **state)
{
    struct errdiff_palette_fit fit = exact_fit(1);
    errdiff_palette palette = begun;

    (void)state;
    errdiff_palette_fit_solve(&fit, 0, 1, &palette);
    for (int i = 0; i < COLORS; i++)
        for (int c = 0; c < 3; c++)
            assert_in_range(palette.colors[i][c] + 1, wanted.colors[i][c], wanted.colors[i][c] + 2);
    errdiff_palette_fit_end(&fit);
}

static void test_the_error_is_that_of_the_places(void **state)
{
    struct errdiff_palette_fit fit = exact_fit(2);
    errdiff_palette one_is_wrong = wanted;

    (void)state;
    assert_in_range((int)(1e6 * fabs(errdiff_palette_fit_error(&fit, &wanted))), 0, 1);
    one_is_wrong.colors[1][0] = 0;
    double wrong = errdiff_palette_fit_error(&fit, &one_is_wrong), expected = 0;
    struct random random = {2};
    for (int i = 0; i < PLACES; i++) {
        struct errdiff_mixture mixture = drawn_mixture(&random);
        for (int k = 0; k < 2; k++)
            if (mixture.colors[k] == 1)
                expected += 7 * pow((double)mixture.shares[k] / ERRDIFF_WHOLE_SHARE, 2);
    }
    assert_true(fabs(wrong / expected - 1) < 1e-3);
    errdiff_palette_fit_end(&fit);
}

static void test_locked_and_unused_colors_stay(void **state)
{
    struct errdiff_palette_fit fit = exact_fit(3), more;
    errdiff_palette palette = begun;

    (void)state;
    errdiff_palette_fit_solve(&fit, 2, 1, &palette);
    assert_memory_equal(palette.colors, begun.colors, 2 * 3);
    assert_memory_not_equal(palette.colors[2], begun.colors[2], 3);
    errdiff_palette_fit_end(&fit);

    assert_true(errdiff_palette_fit_begin(&more, COLORS));
    palette = begun;
    errdiff_palette_fit_solve(&more, 0, 2, &palette);
    assert_memory_equal(&palette, &begun, sizeof palette);
    errdiff_palette_fit_end(&more);
}

/* Sums of parts, in any order, are those of the whole. */
static void test_parts_are_joined(void **state)
{
    struct errdiff_palette_fit one = exact_fit(4), other = exact_fit(5), joined = exact_fit(5);

    (void)state;
    errdiff_palette_fit_join(&joined, &one);
    errdiff_palette_fit_join(&one, &other);
    assert_memory_equal(joined.shares, one.shares, COLORS * COLORS * sizeof *one.shares);
    assert_memory_equal(joined.lights, one.lights, 3 * COLORS * sizeof *one.lights);
    assert_memory_equal(joined.squares, one.squares, sizeof one.squares);
    assert_memory_equal(joined.dots, one.dots, COLORS * sizeof *one.dots);
    errdiff_palette_fit_end(&one);
    errdiff_palette_fit_end(&other);
    errdiff_palette_fit_end(&joined);
}

/* An image that has only colors of the palette, and its numbers, fit exactly. Masked pixels, which
 * have other colors, do not count. */
static void test_an_image_of_the_colors_fits(void **state)
{
    enum { WIDTH = 23, HEIGHT = 17 };
    static uint8_t pixels[HEIGHT][WIDTH][3], numbers[HEIGHT][WIDTH], mask[HEIGHT][WIDTH];
    struct errdiff_target targets[WIDTH];
    struct errdiff_palette_fit fit;
    struct random random = {6};

    (void)state;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            numbers[y][x] = (uint8_t)random_range(&random, 0, COLORS - 1);
            mask[y][x] = (uint8_t)random_chance(&random, 70);
            memcpy(pixels[y][x], wanted.colors[numbers[y][x]], 3);
            if (!mask[y][x])
                memset(pixels[y][x], 99, 3);
        }
    errdiff_image image = {.data = pixels,
                           .width = WIDTH,
                           .height = HEIGHT,
                           .channels = 3,
                           .bits = 8,
                           .stride = sizeof *pixels,
                           .mask = *mask,
                           .mask_stride = WIDTH};
    errdiff_image numbered = image;
    numbered.data = numbers;
    numbered.channels = 1;
    numbered.stride = WIDTH;
    assert_true(errdiff_palette_fit_begin(&fit, COLORS));
    for (int row = 0; row < errdiff_seen_along(HEIGHT); row++) {
        errdiff_seen_targets(&image, row, targets);
        errdiff_seen_add(&fit, &numbered, row, targets);
    }
    double error = errdiff_palette_fit_error(&fit, &wanted);
    assert_in_range((int)(1e5 * fabs(error)), 0, 1);
    assert_true(errdiff_palette_fit_error(&fit, &begun) > 1);
    errdiff_palette_fit_end(&fit);
}

/* Few colors are summed by columns, many by places, to the same sums. */
static void test_few_colors_are_seen_like_many(void **state)
{
    enum { WIDTH = 301, HEIGHT = 17, FEW = 32, MANY = 33 };
    static uint8_t numbers[HEIGHT][WIDTH], mask[HEIGHT][WIDTH];
    static struct errdiff_target targets[WIDTH];
    struct random random = {7};
    struct errdiff_palette_fit few, many;

    (void)state;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            numbers[y][x] = (uint8_t)random_range(&random, 0, FEW - 1);
            mask[y][x] = x < WIDTH / 2 || random_chance(&random, 70);
        }
    for (int i = 0; i < WIDTH; i++)
        targets[i] = (struct errdiff_target){{(uint16_t)(9 * i), 1000, UINT16_MAX}, 1 + i % 100};
    errdiff_image image = {.data = numbers,
                           .width = WIDTH,
                           .height = HEIGHT,
                           .channels = 1,
                           .bits = 8,
                           .stride = WIDTH,
                           .mask = *mask,
                           .mask_stride = WIDTH};
    assert_true(errdiff_palette_fit_begin(&few, FEW));
    assert_true(errdiff_palette_fit_begin(&many, MANY));
    for (int row = 0; row < errdiff_seen_along(HEIGHT); row++) {
        errdiff_seen_add(&few, &image, row, targets);
        errdiff_seen_add(&many, &image, row, targets);
    }
    for (int k = 0; k < FEW; k++)
        assert_memory_equal(few.shares + k * FEW, many.shares + k * MANY, FEW * sizeof *few.shares);
    assert_memory_equal(few.lights, many.lights, 3 * FEW * sizeof *few.lights);
    assert_memory_equal(few.squares, many.squares, sizeof few.squares);
    assert_memory_equal(few.dots, many.dots, FEW * sizeof *few.dots);
    errdiff_palette_fit_end(&few);
    errdiff_palette_fit_end(&many);
}

/* Black, dark grays and white. */
static errdiff_palette grays_and_white(void)
{
    errdiff_palette palette = {.count = 16};

    for (int i = 0; i < 16; i++)
        memset(palette.colors[i], i == 15 ? 255 : 8 * i, 3);
    return palette;
}

/* Every other color is seen as it is at some places. Dots of white and of black, as many of each,
 * are to be seen as a gray of 188, which has half of the light of white. */
static struct errdiff_palette_fit fit_of_far_dots(const errdiff_palette *palette)
{
    struct errdiff_palette_fit fit;

    assert_true(errdiff_palette_fit_begin(&fit, palette->count));
    for (int i = 0; i < PLACES; i++) {
        int color = i % 16;
        struct errdiff_mixture seen = {
            .count = 1, .colors = {(uint8_t)color}, .shares = {ERRDIFF_WHOLE_SHARE}};
        double light = errdiff_srgb_to_linear(palette->colors[color][0] / 255.0);
        if (color == 15) {
            seen = (struct errdiff_mixture){
                .count = 2,
                .colors = {15, 0},
                .shares = {ERRDIFF_WHOLE_SHARE / 2, ERRDIFF_WHOLE_SHARE / 2}};
            light = 0.5;
        }
        struct errdiff_target target = {.weight = 7};
        for (int c = 0; c < 3; c++)
            target.light[c] = (uint16_t)lround(UINT16_MAX * light);
        errdiff_palette_fit_add(&fit, &seen, &target);
        errdiff_palette_fit_add_dot(&fit, color, &target);
    }
    return fit;
}

static int count_changed(const errdiff_palette *before, const errdiff_palette *after)
{
    int changed = 0;

    for (int i = 0; i < before->count; i++)
        changed += memcmp(before->colors[i], after->colors[i], 3) != 0;
    return changed;
}

static void test_a_color_gives_way_to_what_far_dots_stand_for(void **state)
{
    static const uint8_t gray[3] = {188, 188, 188};
    const errdiff_palette before = grays_and_white();
    struct errdiff_palette_fit fit = fit_of_far_dots(&before);

    (void)state;
    for (int locked = 0; locked <= 16; locked++) {
        errdiff_palette palette = before;
        errdiff_palette_fit_swap(&fit, locked, &palette);
        assert_memory_equal(palette.colors, before.colors, 3 * locked);
        assert_memory_equal(palette.colors[15], before.colors[15], 3);
        assert_int_equal(count_changed(&before, &palette), locked < 15);
        assert_int_equal(errdiff_palette_has(&palette, gray), locked < 15);
    }
    errdiff_palette_fit_end(&fit);
}

/* Neither without such dots nor among few colors. */
static void test_no_color_gives_way_for_little(void **state)
{
    errdiff_palette palette = grays_and_white();
    const errdiff_palette before = palette;
    struct errdiff_palette_fit fit = fit_of_far_dots(&palette);

    (void)state;
    memset(&fit.dots[15], 0, sizeof fit.dots[15]);
    errdiff_palette_fit_swap(&fit, 0, &palette);
    assert_int_equal(count_changed(&before, &palette), 0);
    errdiff_palette_fit_end(&fit);

    fit = exact_fit(7);
    palette = wanted;
    fit.dots[1] = (struct errdiff_palette_dots){.weight = INT32_MAX};
    errdiff_palette_fit_swap(&fit, 0, &palette);
    assert_int_equal(count_changed(&wanted, &palette), 0);
    errdiff_palette_fit_end(&fit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mixtures_get_the_colors_that_they_are_of),
        cmocka_unit_test(test_the_error_is_that_of_the_places),
        cmocka_unit_test(test_locked_and_unused_colors_stay),
        cmocka_unit_test(test_parts_are_joined),
        cmocka_unit_test(test_an_image_of_the_colors_fits),
        cmocka_unit_test(test_few_colors_are_seen_like_many),
        cmocka_unit_test(test_a_color_gives_way_to_what_far_dots_stand_for),
        cmocka_unit_test(test_no_color_gives_way_for_little),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

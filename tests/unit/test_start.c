/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The start of an image: how many dots the first rows of flat areas have. */
#include "../support/plain_options.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

enum { WIDTH = 2048, ROWS = 8, HEIGHT = 64, TONES = 16, WHITE = 255 };

static uint8_t gray[HEIGHT][WIDTH];

static void dither(const errdiff_options *options, int tone)
{
    errdiff_image image = {
        .data = gray, .width = WIDTH, .height = HEIGHT, .channels = 1, .bits = 8, .stride = WIDTH};

    memset(gray, tone, sizeof(gray));
    assert_int_equal(errdiff_dither(&image, &image, options, NULL), ERRDIFF_OK);
}

static errdiff_options options_of(const char *kernel, errdiff_start_choice start)
{
    errdiff_options options;

    plain_options_init(&options);
    options.kernel = kernel;
    options.start = start;
    return options;
}

static int white_pixels(int rows)
{
    int count = 0;

    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < WIDTH; x++)
            count += gray[y][x] == WHITE;
    }
    return count;
}

/* How far the number of dots in the first rows is off on average, as a share of the right one, in
 * the tones next to black or, with `are_light`, next to white. */
static double deviation(const errdiff_options *options, int are_light)
{
    double sum = 0;

    for (int tone = 1; tone <= TONES; tone++) {
        dither(options, are_light ? WHITE - tone : tone);
        double share =
            options->linear ? errdiff_srgb_to_linear((double)tone / WHITE) : (double)tone / WHITE;
        int dots = are_light ? ROWS * WIDTH - white_pixels(ROWS) : white_pixels(ROWS);
        sum += fabs(dots / (share * ROWS * WIDTH) - 1);
    }
    return sum / TONES;
}

static void test_dots_begin_at_once(void **state)
{
    static const char *const kernels[] = {"errdiff-12",  "errdiff-5",    "floyd-steinberg", "fan",
                                          "sierra-lite", "ostromoukhov", "zhou-fang"};

    (void)state;
    for (size_t i = 0; i < sizeof(kernels) / sizeof(kernels[0]); i++) {
        for (int are_light = 0; are_light <= 1; are_light++) {
            errdiff_options plain = options_of(kernels[i], ERRDIFF_START_PLAIN);
            errdiff_options options = options_of(kernels[i], ERRDIFF_START_CONTINUED);
            double without = deviation(&plain, are_light), with = deviation(&options, are_light);

            print_message("%s, %s: %.3f without, %.3f with\n", kernels[i],
                          are_light ? "light" : "dark", without, with);
            assert_true(without > 0.4);
            assert_true(with < 0.15);
        }
    }
}

/* Dots of the darkest tones are so rare that even far below the first rows, their number in eight
 * rows is off by a tenth to a quarter. */
static void test_light_of_dark_tones(void **state)
{
    errdiff_options plain = options_of("errdiff-12", ERRDIFF_START_PLAIN);
    errdiff_options options = options_of("errdiff-12", ERRDIFF_START_CONTINUED);

    (void)state;
    plain.linear = options.linear = 1;
    assert_true(deviation(&plain, 0) > 0.9);
    assert_true(deviation(&options, 0) < 0.6);
}

/* What the first rows get is what the last ones leave, so the mean of all tones comes nearer. */
static void test_the_mean_tone_is_more_exact(void **state)
{
    errdiff_options plain = options_of("errdiff-12", ERRDIFF_START_PLAIN);
    errdiff_options options = options_of("errdiff-12", ERRDIFF_START_CONTINUED);
    double without = 0, with = 0, worst_without = 0, worst_with = 0;

    (void)state;
    for (int tone = 1; tone < WHITE; tone++) {
        double wanted = (double)tone / WHITE * HEIGHT * WIDTH, off;

        dither(&plain, tone);
        off = fabs(white_pixels(HEIGHT) - wanted);
        without += off;
        worst_without = fmax(worst_without, off);
        dither(&options, tone);
        off = fabs(white_pixels(HEIGHT) - wanted);
        with += off;
        worst_with = fmax(worst_with, off);
    }
    assert_true(with < 0.6 * without);
    assert_true(worst_with < 0.6 * worst_without);
}

static void test_black_and_white_stay(void **state)
{
    errdiff_options options = options_of("errdiff-12", ERRDIFF_START_CONTINUED);

    (void)state;
    dither(&options, 0);
    assert_int_equal(white_pixels(HEIGHT), 0);
    dither(&options, WHITE);
    assert_int_equal(white_pixels(HEIGHT), HEIGHT * WIDTH);
}

/* A part of each error is lost then, so nothing would have come down. */
static void test_not_if_errors_are_lost(void **state)
{
    static uint8_t plain[HEIGHT][WIDTH];

    (void)state;
    for (int is_atkinson = 0; is_atkinson <= 1; is_atkinson++) {
        const char *kernel = is_atkinson ? "atkinson" : "errdiff-12";
        errdiff_options options = options_of(kernel, ERRDIFF_START_PLAIN);

        options.strength = is_atkinson ? 100 : 99;
        dither(&options, 40);
        memcpy(plain, gray, sizeof(gray));
        options.start = ERRDIFF_START_CONTINUED;
        dither(&options, 40);
        assert_memory_equal(plain, gray, sizeof(gray));
    }
}

static void test_a_palette_of_black_and_white_is_as_two_levels(void **state)
{
    static uint8_t by_levels[HEIGHT][WIDTH];
    errdiff_options options = options_of("errdiff-12", ERRDIFF_START_CONTINUED);
    errdiff_palette palette;

    (void)state;
    assert_int_equal(errdiff_palette_find("black-and-white", &palette, NULL), ERRDIFF_OK);
    for (int tone = 3; tone < WHITE; tone += 40) {
        options.palette = NULL;
        dither(&options, tone);
        memcpy(by_levels, gray, sizeof(gray));
        options.palette = &palette;
        dither(&options, tone);
        assert_memory_equal(by_levels, gray, sizeof(gray));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dots_begin_at_once),
        cmocka_unit_test(test_light_of_dark_tones),
        cmocka_unit_test(test_the_mean_tone_is_more_exact),
        cmocka_unit_test(test_black_and_white_stay),
        cmocka_unit_test(test_not_if_errors_are_lost),
        cmocka_unit_test(test_a_palette_of_black_and_white_is_as_two_levels),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Images small enough to be dithered by hand, on every engine that can run. */
#include "../support/plain_options.h"
#include "errdiff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

struct setting {
    const char *kernel;
    int levels[3];
    int strength;
};

typedef void (*example)(const errdiff_options *options);

static void on_every_engine(const struct setting *setting, example run)
{
    errdiff_options options;

    plain_options_init(&options);
    if (setting->kernel)
        options.kernel = setting->kernel;
    for (int c = 0; c < 3; c++)
        options.levels[c] = setting->levels[c] ? setting->levels[c] : setting->levels[0];
    options.strength = setting->strength;
    for (int i = 0; i < errdiff_engine_count(); i++) {
        errdiff_engine_info info;
        errdiff_engine_get(i, &info);
        if (!errdiff_engine_available(info.name, NULL) ||
            (setting->strength > 0 && strcmp(info.name, "ordered") == 0)) /* it has no errors */
            continue;
        options.engine = info.name;
        run(&options);
    }
}

static errdiff_image gray(void *data, int width, int height, int bits)
{
    return (errdiff_image){.data = data,
                           .width = width,
                           .height = height,
                           .channels = 1,
                           .bits = bits,
                           .stride = (ptrdiff_t)width * bits / 8};
}

static void assert_row_becomes(const errdiff_options *options, const uint8_t *row,
                               const uint8_t *expected, int width)
{
    uint8_t samples[32];
    errdiff_image image = gray(samples, width, 1, 8);

    memcpy(samples, row, (size_t)width);
    assert_int_equal(errdiff_dither(&image, &image, options, NULL), ERRDIFF_OK);
    assert_memory_equal(samples, expected, (size_t)width);
}

static void one_pixel(const errdiff_options *options)
{
    static const uint8_t narrow[] = {0, 127, 128, 255};
    static const uint8_t narrow_expected[] = {0, 0, 255, 255};
    static const uint16_t wide[] = {0, 32767, 32768, 65535};
    static const uint16_t wide_expected[] = {0, 0, 65535, 65535};

    for (int i = 0; i < 4; i++) {
        assert_row_becomes(options, &narrow[i], &narrow_expected[i], 1);

        uint16_t sample = wide[i];
        errdiff_image image = gray(&sample, 1, 1, 16);
        assert_int_equal(errdiff_dither(&image, &image, options, NULL), ERRDIFF_OK);
        assert_int_equal(sample, wide_expected[i]);
    }
}

static void test_one_pixel(void **state)
{
    (void)state;
    on_every_engine(&(struct setting){.levels = {2}, .strength = 100}, one_pixel);
}

/*
 * In sixteenths of a sample, 4080 being white:
 *   (0,0): s = 1600, black,                                                        e = 1600
 *   (1,0): s = 1600 + 7·1600/16 = 2300, white,                                     e = -1780
 *   (0,1): s = 1600 + round((5·1600 − 3·1780)/16 = 166.25) = 1766, black,          e = 1766
 *   (1,1): s = 1600 + round((7·1766 + 1600 − 5·1780)/16 = 316.4) = 1916, black
 */
static void four_pixels(const errdiff_options *options)
{
    uint8_t in[] = {100, 100, 100, 100};
    uint8_t out[4];
    static const uint8_t expected[] = {0, 255, 0, 0};
    errdiff_image from = gray(in, 2, 2, 8);
    errdiff_image to = gray(out, 2, 2, 8);

    assert_int_equal(errdiff_dither(&from, &to, options, NULL), ERRDIFF_OK);
    assert_memory_equal(out, expected, sizeof(expected));
    for (int i = 0; i < 4; i++)
        assert_int_equal(in[i], 100);
}

static void test_four_pixels(void **state)
{
    (void)state;
    on_every_engine(&(struct setting){.levels = {2}, .strength = 100}, four_pixels);
}

/* Each pixel passes its whole error to the next: s = 1600, 3200, −880, 1600 − 880. */
static void whole_error_to_the_right(const errdiff_options *options)
{
    assert_row_becomes(options, (const uint8_t[]){100, 100, 0, 100},
                       (const uint8_t[]){0, 255, 0, 0}, 4);
}

static void test_whole_error_to_the_right(void **state)
{
    (void)state;
    on_every_engine(&(struct setting){.kernel = "1: 1,0,1", .levels = {2}, .strength = 100},
                    whole_error_to_the_right);
}

/* Half of the error is passed on: s = 1600, 1120 + 800, 1120 + 960, white, and 3040 − 1000, a tie.
 */
static void half_of_the_error(const errdiff_options *options)
{
    assert_row_becomes(options, (const uint8_t[]){100, 70, 70, 190},
                       (const uint8_t[]){0, 0, 255, 0}, 4);
}

static void test_half_of_the_error(void **state)
{
    (void)state;
    on_every_engine(&(struct setting){.kernel = "1: 1,0,1", .levels = {2}, .strength = 50},
                    half_of_the_error);
}

static void no_error(const errdiff_options *options)
{
    assert_row_becomes(options, (const uint8_t[]){127, 127, 127, 128, 128},
                       (const uint8_t[]){0, 0, 0, 255, 255}, 5);
}

static void test_strength_0_hands_nothing_on(void **state)
{
    (void)state;
    on_every_engine(&(struct setting){.kernel = "1: 1,0,1", .levels = {2}, .strength = 0},
                    no_error);
}

/* 17 leaves 272/32 = 8.5, which counts as 9: s = 2032 + 9 is above the middle, 2040.
 * 240 leaves −240/32 = −7.5, which counts as −7: s = 2048 − 7 is above it too. */
static void halves_up(const errdiff_options *options)
{
    assert_row_becomes(options, (const uint8_t[]){17, 127}, (const uint8_t[]){0, 255}, 2);
    assert_row_becomes(options, (const uint8_t[]){240, 128}, (const uint8_t[]){255, 255}, 2);
}

static void test_halves_are_rounded_up(void **state)
{
    (void)state;
    on_every_engine(&(struct setting){.kernel = "32: 1,0,1", .levels = {2}, .strength = 100},
                    halves_up);
}

/* The third error would be 8128, and is cut to 4080; s of the fourth is then 8160 − 2032, and of
 * the fifth 4096 − 4064. The other row is its mirror image in tone. */
static void error_beyond_white(const errdiff_options *options)
{
    assert_row_becomes(options, (const uint8_t[]){127, 255, 255, 0, 0},
                       (const uint8_t[]){0, 255, 255, 255, 0}, 5);
    assert_row_becomes(options, (const uint8_t[]){128, 0, 0, 255, 255},
                       (const uint8_t[]){255, 0, 0, 0, 255}, 5);
}

static void test_errors_are_clamped(void **state)
{
    (void)state;
    on_every_engine(&(struct setting){.kernel = "1: 1,0,2; 3,0,-1", .levels = {2}, .strength = 100},
                    error_beyond_white);
}

static void levels_of_each_channel(const errdiff_options *options)
{
    uint8_t samples[] = {100, 100, 100};
    static const uint8_t expected[] = {0, 128, 100};
    errdiff_image image = gray(samples, 1, 1, 8);

    image.channels = 3;
    image.stride = 3;
    assert_int_equal(errdiff_dither(&image, &image, options, NULL), ERRDIFF_OK);
    assert_memory_equal(samples, expected, sizeof(expected));
}

static void test_levels_of_each_channel(void **state)
{
    (void)state;
    on_every_engine(&(struct setting){.levels = {2, 3, 256}, .strength = 100},
                    levels_of_each_channel);
}

static void channels_apart(const errdiff_options *options)
{
    uint8_t samples[] = {100, 0, 255, 100, 100, 100};
    static const uint8_t expected[] = {0, 0, 255, 255, 0, 0};
    errdiff_image image = gray(samples, 2, 1, 8);

    image.channels = 3;
    image.stride = 6;
    assert_int_equal(errdiff_dither(&image, &image, options, NULL), ERRDIFF_OK);
    assert_memory_equal(samples, expected, sizeof(expected));
}

static void test_errors_stay_in_their_channel(void **state)
{
    (void)state;
    on_every_engine(&(struct setting){.kernel = "1: 1,0,1", .levels = {2}, .strength = 100},
                    channels_apart);
}

static void assert_masked_row_becomes(const errdiff_options *options, const uint8_t *expected)
{
    static const uint8_t in[] = {100, 100, 100};
    static const uint8_t mask[] = {255, 0, 1};
    uint8_t data[3];
    uint8_t out[3] = {0};
    errdiff_image from = gray(data, 3, 1, 8);
    errdiff_image to = gray(out, 3, 1, 8);

    memcpy(data, in, sizeof(in));
    from.mask = mask;
    from.mask_stride = 3;
    assert_int_equal(errdiff_dither(&from, &to, options, NULL), ERRDIFF_OK);
    assert_memory_equal(out, expected, sizeof(out));
    to = from;
    assert_int_equal(errdiff_dither(&from, &to, options, NULL), ERRDIFF_OK);
    assert_memory_equal(data, expected, sizeof(data));
}

static void mask_stops_errors(const errdiff_options *options)
{
    assert_masked_row_becomes(options, (const uint8_t[]){0, 100, 0});
}

static void errors_cross_mask(const errdiff_options *options)
{
    assert_masked_row_becomes(options, (const uint8_t[]){0, 100, 255});
}

static void test_masked_pixels_keep_their_value_and_hand_nothing_on(void **state)
{
    (void)state;
    on_every_engine(&(struct setting){.kernel = "1: 1,0,1", .levels = {2}, .strength = 100},
                    mask_stops_errors);
}

static void test_taps_reach_across_masked_pixels(void **state)
{
    (void)state;
    on_every_engine(&(struct setting){.kernel = "1: 2,0,1", .levels = {2}, .strength = 100},
                    errors_cross_mask);
}

/* Only the first pixel of the first row leaves an error, 1600 − 0, which the tap passes down. */
static void two_rows_down(const errdiff_options *options)
{
    uint8_t samples[] = {100, 0, 0, 0, 0, 0, 0, 0, 100};
    static const uint8_t expected[] = {0, 0, 0, 0, 0, 0, 0, 0, 255};
    errdiff_image image = gray(samples, 3, 3, 8);

    assert_int_equal(errdiff_dither(&image, &image, options, NULL), ERRDIFF_OK);
    assert_memory_equal(samples, expected, sizeof(expected));
}

static void test_taps_two_rows_down(void **state)
{
    (void)state;
    on_every_engine(&(struct setting){.kernel = "1: 2,2,1", .levels = {2}, .strength = 100},
                    two_rows_down);
}

/* Dithers a gray ramp that is stored in three channels. */
static void ramp_stays_neutral(const errdiff_options *options)
{
    enum { WIDTH = 256, HEIGHT = 40 };
    static uint8_t samples[HEIGHT][WIDTH][3];
    errdiff_image image = {
        .data = samples, .width = WIDTH, .height = HEIGHT, .channels = 3, .bits = 8};
    errdiff_report report;

    image.stride = sizeof samples[0];
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        memset(samples[i / WIDTH][i % WIDTH], i % WIDTH, 3);
    errdiff_status status = errdiff_dither(&image, &image, options, &report);
    if (status == ERRDIFF_CANNOT_RUN)
        return;
    assert_int_equal(status, ERRDIFF_OK);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const uint8_t *pixel = samples[i / WIDTH][i % WIDTH];
        assert_true(pixel[0] == pixel[1] && pixel[0] == pixel[2]);
    }
}

static void with_noise(const errdiff_options *options)
{
    errdiff_options changed = *options;
    errdiff_palette corners = {.count = 8};

    changed.noise = 50;
    for (changed.linear = 0; changed.linear < 2; changed.linear++)
        ramp_stays_neutral(&changed);
    for (int i = 0; i < 8; i++)
        for (int c = 0; c < 3; c++)
            corners.colors[i][c] = i >> c & 1 ? 255 : 0;
    changed.linear = 0;
    changed.palette = &corners;
    ramp_stays_neutral(&changed);
}

static void test_noise_leaves_neutral_pixels_neutral(void **state)
{
    (void)state;
    on_every_engine(&(struct setting){.levels = {2}, .strength = 100}, with_noise);
    on_every_engine(&(struct setting){.levels = {5}, .strength = 100}, with_noise);
    on_every_engine(&(struct setting){.kernel = "zhou-fang", .levels = {2}, .strength = 100},
                    ramp_stays_neutral);
    on_every_engine(&(struct setting){.kernel = "zhou-fang", .levels = {4}, .strength = 100},
                    with_noise);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_pixel),
        cmocka_unit_test(test_four_pixels),
        cmocka_unit_test(test_whole_error_to_the_right),
        cmocka_unit_test(test_half_of_the_error),
        cmocka_unit_test(test_strength_0_hands_nothing_on),
        cmocka_unit_test(test_halves_are_rounded_up),
        cmocka_unit_test(test_errors_are_clamped),
        cmocka_unit_test(test_levels_of_each_channel),
        cmocka_unit_test(test_errors_stay_in_their_channel),
        cmocka_unit_test(test_masked_pixels_keep_their_value_and_hand_nothing_on),
        cmocka_unit_test(test_taps_reach_across_masked_pixels),
        cmocka_unit_test(test_taps_two_rows_down),
        cmocka_unit_test(test_noise_leaves_neutral_pixels_neutral),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

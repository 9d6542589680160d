/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How transparency is reduced or kept. */
#include "../support/plain_options.h"
#include "errdiff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

enum { WIDTH = 64, HEIGHT = 48, PIXELS = WIDTH * HEIGHT };

static errdiff_image channel(void *data, int width, int height, int bits)
{
    return (errdiff_image){.data = data,
                           .width = width,
                           .height = height,
                           .channels = 1,
                           .bits = bits,
                           .stride = (ptrdiff_t)width * bits / 8};
}

static void reduce(errdiff_image *alpha, errdiff_alpha how, const errdiff_options *options)
{
    errdiff_report report;

    memset(&report, 0x5a, sizeof(report));
    assert_int_equal(errdiff_alpha_reduce(alpha, how, options, &report), ERRDIFF_OK);
    assert_string_equal(report.message.text, "");
    assert_int_equal(errdiff_alpha_reduce(alpha, ERRDIFF_ALPHA_KEEP, options, NULL), ERRDIFF_OK);
}

static void test_keep(void **state)
{
    uint8_t narrow[] = {0, 1, 127, 128, 254, 255};
    static const uint8_t before[] = {0, 1, 127, 128, 254, 255};
    errdiff_options options;

    (void)state;
    plain_options_init(&options);
    errdiff_image alpha = channel(narrow, 6, 1, 8);
    reduce(&alpha, ERRDIFF_ALPHA_KEEP, &options);
    assert_memory_equal(narrow, before, 6);
}

static void test_threshold_is_opaque_from_half_upward(void **state)
{
    uint8_t narrow[] = {0, 1, 127, 128, 254, 255};
    static const uint8_t narrow_expected[] = {0, 0, 0, 255, 255, 255};
    uint16_t wide[] = {0, 1, 32767, 32768, 65534, 65535};
    static const uint16_t wide_expected[] = {0, 0, 0, 65535, 65535, 65535};
    errdiff_options options;

    (void)state;
    plain_options_init(&options);
    errdiff_image alpha = channel(narrow, 6, 1, 8);
    reduce(&alpha, ERRDIFF_ALPHA_THRESHOLD, &options);
    assert_memory_equal(narrow, narrow_expected, sizeof(narrow));
    alpha = channel(wide, 6, 1, 16);
    reduce(&alpha, ERRDIFF_ALPHA_THRESHOLD, &options);
    assert_memory_equal(wide, wide_expected, sizeof(wide));
}

static void test_threshold_keeps_to_the_rows(void **state)
{
    uint8_t samples[3 * 5];

    (void)state;
    memset(samples, 100, sizeof(samples));
    errdiff_image alpha = channel(samples + 2 * 5, 3, 3, 8);
    alpha.stride = -5;
    errdiff_options options;
    plain_options_init(&options);
    reduce(&alpha, ERRDIFF_ALPHA_THRESHOLD, &options);
    for (int i = 0; i < 15; i++)
        assert_int_equal(samples[i], i % 5 < 3 ? 0 : 100);
}

/* Alpha is dithered like an image with two levels; of the options only order and noise apply to
 * it. */
static void test_dither_is_the_rule_with_two_levels(void **state)
{
    static uint8_t alpha_samples[PIXELS], image_samples[PIXELS], visible[PIXELS];
    static const errdiff_palette palette = {.count = 3};
    errdiff_options options, plain;

    (void)state;
    for (int i = 0; i < PIXELS; i++)
        alpha_samples[i] = image_samples[i] = (uint8_t)(i * 5 + i / 64);
    for (int i = 0; i < PIXELS; i++)
        visible[i] = image_samples[i] != 0;
    plain_options_init(&plain);
    plain.kernel = "stucki";
    plain.strength = 90;
    plain.noise = 40;
    plain.seed = 99;
    plain.serpentine = 1;
    options = plain;
    options.levels[0] = 200;
    options.detail = 70;
    options.brightness = 60;
    options.invert = options.stretch = options.keep_exact = 1;
    options.linear = 1;
    options.palette = &palette;
    options.match = ERRDIFF_MATCH_OKLAB;
    options.indexed = 1;
    options.measure = 1;
    errdiff_image alpha = channel(alpha_samples, WIDTH, HEIGHT, 8);
    errdiff_image image = channel(image_samples, WIDTH, HEIGHT, 8);
    image.mask = visible; /* fully transparent pixels are left out */
    image.mask_stride = WIDTH;
    errdiff_report report;
    assert_int_equal(errdiff_alpha_reduce(&alpha, ERRDIFF_ALPHA_DITHER, &options, &report),
                     ERRDIFF_OK);
    assert_string_not_equal(report.engine, "");
    assert_int_equal(errdiff_dither(&image, &image, &plain, NULL), ERRDIFF_OK);
    assert_memory_equal(alpha_samples, image_samples, PIXELS);
    for (int i = 0; i < PIXELS; i++)
        assert_true(alpha_samples[i] == 0 || alpha_samples[i] == 255);
}

/* Pixels with mask 0 stay, and pass no error on: the same is left as without them. */
static void test_what_is_masked_stays(void **state)
{
    uint8_t samples[] = {10, 90, 90, 90, 200, 90, 90, 90}, alone[] = {90, 90, 90, 90, 90, 90};
    static const uint8_t mask[] = {0, 1, 1, 1, 0, 1, 1, 1};
    errdiff_options options;

    (void)state;
    plain_options_init(&options);
    options.kernel = "1: 1,0,1";
    errdiff_image alpha = channel(samples, 8, 1, 8), other = channel(alone, 3, 2, 8);
    alpha.mask = mask;
    alpha.mask_stride = 8;
    reduce(&alpha, ERRDIFF_ALPHA_DITHER, &options);
    reduce(&other, ERRDIFF_ALPHA_DITHER, &options);
    assert_int_equal(samples[0], 10);
    assert_int_equal(samples[4], 200);
    assert_memory_equal(samples + 1, alone, 3);
    assert_memory_equal(samples + 5, alone + 3, 3);
    reduce(&alpha, ERRDIFF_ALPHA_THRESHOLD, &options);
    assert_int_equal(samples[0], 10);
    assert_int_equal(samples[4], 200);
}

static void test_dither_keeps_the_coverage(void **state)
{
    static uint16_t samples[PIXELS];
    int64_t opaque = 0;
    errdiff_options options;

    (void)state;
    for (int i = 0; i < PIXELS; i++)
        samples[i] = 20000;
    plain_options_init(&options);
    errdiff_image alpha = channel(samples, WIDTH, HEIGHT, 16);
    reduce(&alpha, ERRDIFF_ALPHA_DITHER, &options);
    for (int i = 0; i < PIXELS; i++)
        opaque += samples[i] == 65535;
    assert_in_range(opaque * 65535 / PIXELS, 20000 - 700, 20000 + 700);
}

static void test_wrong_options_are_refused(void **state)
{
    uint8_t samples[] = {100, 100};
    errdiff_options options;
    errdiff_report report;

    (void)state;
    plain_options_init(&options);
    options.strength = 101;
    errdiff_image alpha = channel(samples, 2, 1, 8);
    assert_int_equal(errdiff_alpha_reduce(&alpha, ERRDIFF_ALPHA_DITHER, &options, &report),
                     ERRDIFF_BAD_ARGUMENT);
    assert_non_null(strstr(report.message.text, "strength"));
    assert_int_equal(samples[0], 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keep),
        cmocka_unit_test(test_threshold_is_opaque_from_half_upward),
        cmocka_unit_test(test_threshold_keeps_to_the_rows),
        cmocka_unit_test(test_dither_is_the_rule_with_two_levels),
        cmocka_unit_test(test_what_is_masked_stays),
        cmocka_unit_test(test_dither_keeps_the_coverage),
        cmocka_unit_test(test_wrong_options_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

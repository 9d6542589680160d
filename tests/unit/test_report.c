/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the report says about an image, in cases small enough to work out by hand. */
#include "../support/plain_options.h"
#include "errdiff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

/* The light of display values, IEC 61966-2-1, rounded to 65535ths as in the library. */
#define LIGHT_100 (8352.0 / 65535) /* ((100/255 + 0.055)/1.055)^2.4 = 0.127438 */
#define LIGHT_128 (14146.0 / 65535)
#define LIGHT_145 (18556.0 / 65535)

static void assert_percent(double actual, double expected)
{
    if (fabs(actual - expected) > 1e-4)
        fail_msg("%f percent, not %f", actual, expected);
}

static errdiff_image row(void *data, int width, int channels, int bits)
{
    return (errdiff_image){.data = data,
                           .width = width,
                           .height = 1,
                           .channels = channels,
                           .bits = bits,
                           .stride = (ptrdiff_t)width * channels * bits / 8};
}

/* The figures are the same if the result is measured after the call. */
static void check_measured_later(errdiff_image *in, errdiff_image *out, errdiff_options *options,
                                 const errdiff_report *at_once)
{
    errdiff_report report;

    options->measure = 0;
    assert_int_equal(errdiff_dither(in, out, options, &report), ERRDIFF_OK);
    for (int c = 0; c < 3; c++)
        assert_true(report.tone_error[c] == 0);
    assert_int_equal(errdiff_measure(in, out, options, &report), ERRDIFF_OK);
    assert_memory_equal(report.tone_error, at_once->tone_error, sizeof(report.tone_error));
    assert_true(report.clamped == at_once->clamped);
    assert_true(report.mapped == at_once->mapped);
}

static errdiff_report measured(errdiff_image *in, errdiff_image *out, errdiff_options *options)
{
    errdiff_report report;

    memset(&report, 0x5a, sizeof(report));
    options->measure = 1;
    assert_int_equal(errdiff_dither(in, out, options, &report), ERRDIFF_OK);
    if (in->data != out->data)
        check_measured_later(in, out, options, &report);
    return report;
}

/* With the whole error passed to the right, 100, 100 become 0, 255: the mean light of the result
 * is one half. */
static void test_tone_error_of_gray(void **state)
{
    uint8_t in[] = {100, 100}, out[2];
    errdiff_image from = row(in, 2, 1, 8), to = row(out, 2, 1, 8);
    errdiff_options options;

    (void)state;
    plain_options_init(&options);
    options.kernel = "1: 1,0,1";
    errdiff_report report = measured(&from, &to, &options);
    for (int c = 0; c < 3; c++)
        assert_percent(report.tone_error[c], 100 * (0.5 - LIGHT_100));
    assert_percent(report.clamped, 0);

    /* In place and from 16 bits the result is the same. */
    report = measured(&from, &from, &options);
    assert_percent(report.tone_error[0], 100 * (0.5 - LIGHT_100));
    uint16_t wide[] = {100 * 257, 100 * 257};
    errdiff_image wide_row = row(wide, 2, 1, 16);
    report = measured(&wide_row, &to, &options);
    assert_percent(report.tone_error[2], 100 * (0.5 - LIGHT_100));
}

static void test_tone_error_of_each_channel(void **state)
{
    uint8_t pixel[] = {0, 100, 128};
    errdiff_image image = row(pixel, 1, 3, 8);
    errdiff_options options;

    (void)state;
    plain_options_init(&options);
    errdiff_report report = measured(&image, &image, &options);
    assert_percent(report.tone_error[0], 0);
    assert_percent(report.tone_error[1], -100 * LIGHT_100);
    assert_percent(report.tone_error[2], 100 * (1 - LIGHT_128));
}

static void test_the_mask_says_what_is_measured(void **state)
{
    uint8_t in[] = {100, 255, 100, 17}, out[4];
    static const uint8_t mask[] = {1, 0, 1, 0}, none[] = {0, 0, 0, 0};
    errdiff_image from = row(in, 4, 1, 8), to = row(out, 4, 1, 8);
    errdiff_options options;

    (void)state;
    plain_options_init(&options);
    from.mask = mask;
    from.mask_stride = 4;
    errdiff_report report = measured(&from, &to, &options); /* both become 0 */
    assert_percent(report.tone_error[0], -100 * LIGHT_100);
    from.mask = none;
    report = measured(&from, &to, &options);
    assert_percent(report.tone_error[0], 0);
    assert_percent(report.clamped, 0);
}

/*
 * The palette has one gray, 100, and pixels are 145. In 16ths, with the whole error passed on:
 *   s = 2320, e = 720;   s = 3040, e = 1440;   2160;   2880;   3600;   and 4320, clamped to 4080
 * so the error of 1 pixel of 6 is clamped.
 */
static void test_clamped(void **state)
{
    static const errdiff_palette palette = {.count = 1, .colors = {{100, 100, 100}}};
    uint8_t in[18], out[18], numbers[6];
    errdiff_image from = row(in, 6, 3, 8), to = row(out, 6, 3, 8);
    errdiff_options options;

    (void)state;
    memset(in, 145, sizeof(in));
    plain_options_init(&options);
    options.gamut = ERRDIFF_GAMUT_NONE;
    options.kernel = "1: 1,0,1";
    options.palette = &palette;
    errdiff_report report = measured(&from, &to, &options);
    assert_percent(report.clamped, 100.0 / 6);
    assert_percent(report.tone_error[1], 100 * (LIGHT_100 - LIGHT_145));

    options.indexed = 1;
    to = row(numbers, 6, 1, 8);
    report = measured(&from, &to, &options);
    assert_percent(report.clamped, 100.0 / 6);
    assert_percent(report.tone_error[1], 100 * (LIGHT_100 - LIGHT_145));
    for (int i = 0; i < 6; i++)
        assert_int_equal(numbers[i], 0);
}

/* Six of seven pixels are dithered, and the error of one of them is clamped. */
static void test_clamped_is_a_share_of_what_is_dithered(void **state)
{
    static const errdiff_palette palette = {.count = 1, .colors = {{100, 100, 100}}};
    static const uint8_t mask[] = {0, 1, 1, 1, 1, 1, 1};
    uint8_t in[21], out[21];
    errdiff_image from = row(in, 7, 3, 8), to = row(out, 7, 3, 8);
    errdiff_options options;

    (void)state;
    memset(in, 145, sizeof(in));
    from.mask = mask;
    from.mask_stride = 7;
    plain_options_init(&options);
    options.gamut = ERRDIFF_GAMUT_NONE;
    options.kernel = "1: 1,0,1";
    options.palette = &palette;
    assert_percent(measured(&from, &to, &options).clamped, 100.0 / 6);
    options.gamut = ERRDIFF_GAMUT_CLIP;
    assert_percent(measured(&from, &to, &options).mapped, 100);
}

/* Measured is what is seen, whatever is written. */
static void test_sent_colors(void **state)
{
    static const errdiff_palette palette = {
        .count = 3,
        .colors = {{10, 20, 30}, {200, 90, 40}, {128, 128, 255}},
        .has_sent = 1,
        .sent = {{0, 0, 0}, {255, 255, 255}, {255, 0, 255}},
    };
    static const uint8_t mask[] = {1, 1, 1, 0, 1, 1, 1, 1};
    uint16_t in[24], out[24];
    uint8_t narrow[24], narrow_out[24], numbers[8];
    errdiff_image from = row(in, 8, 3, 16), to = row(out, 8, 3, 16);
    errdiff_image narrow_from = row(narrow, 8, 3, 8), narrow_to = row(narrow_out, 8, 3, 8);
    errdiff_image number_row = row(numbers, 8, 1, 8);
    errdiff_options options;

    (void)state;
    for (int i = 0; i < 24; i++) {
        narrow[i] = (uint8_t)(37 * i);
        in[i] = (uint16_t)(257 * narrow[i]);
    }
    from.mask = narrow_from.mask = mask;
    from.mask_stride = narrow_from.mask_stride = 8;
    plain_options_init(&options);
    options.palette = &palette;
    errdiff_report seen = measured(&from, &to, &options);
    errdiff_report narrow_seen = measured(&narrow_from, &narrow_to, &options);
    options.sent = 1;
    errdiff_report sent = measured(&from, &to, &options);
    errdiff_report narrow_sent = measured(&narrow_from, &narrow_to, &options);
    options.indexed = 1;
    errdiff_report indexed = measured(&narrow_from, &number_row, &options);
    for (int c = 0; c < 3; c++) {
        assert_percent(sent.tone_error[c], seen.tone_error[c]);
        assert_percent(narrow_sent.tone_error[c], narrow_seen.tone_error[c]);
        assert_percent(indexed.tone_error[c], narrow_seen.tone_error[c]);
        assert_true(seen.tone_error[c] != 0);
    }
    for (int i = 0; i < 8; i++) {
        const uint8_t *written = narrow_out + 3 * i;
        assert_memory_equal(written, mask[i] ? palette.sent[numbers[i]] : narrow + 3 * i, 3);
    }
}

static void test_without_measure_nothing_is_said(void **state)
{
    uint8_t pixel[] = {100};
    errdiff_image image = row(pixel, 1, 1, 8);
    errdiff_report report;

    (void)state;
    memset(&report, 0x5a, sizeof(report));
    assert_int_equal(errdiff_dither(&image, &image, NULL, &report), ERRDIFF_OK);
    for (int c = 0; c < 3; c++)
        assert_true(report.tone_error[c] == 0);
    assert_true(report.clamped == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tone_error_of_gray),
        cmocka_unit_test(test_tone_error_of_each_channel),
        cmocka_unit_test(test_the_mask_says_what_is_measured),
        cmocka_unit_test(test_clamped),
        cmocka_unit_test(test_clamped_is_a_share_of_what_is_dithered),
        cmocka_unit_test(test_sent_colors),
        cmocka_unit_test(test_without_measure_nothing_is_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

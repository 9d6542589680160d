/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes of tone, the points of a stretch, and exact colors. */
#include "../support/plain_options.h"
#include "prepare/automatic_tone.h"
#include "prepare/exact.h"
#include "prepare/histogram.h"
#include "prepare/tone.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

static errdiff_options options_with(void (*change)(errdiff_options *options))
{
    errdiff_options options;

    plain_options_init(&options);
    if (change)
        change(&options);
    return options;
}

static uint16_t curve_of(const errdiff_options *options, int bits, int32_t sample)
{
    static const errdiff_tone_range range = {50, 200, 1, 1};
    errdiff_options own = *options;

    own.tone_range = &range;
    struct errdiff_tone tone = errdiff_tone_of(&own);
    return errdiff_tone_curve(&tone, bits, sample);
}

static void set_stretch(errdiff_options *options)
{
    options->stretch = 1;
}

static void set_darker(errdiff_options *options)
{
    options->brightness = -100;
}

static void set_contrast(errdiff_options *options)
{
    options->contrast = 100;
}

static void set_gamma(errdiff_options *options)
{
    options->gamma = 2;
}

static void set_stretch_and_invert(errdiff_options *options)
{
    options->stretch = options->invert = 1;
}

static void set_gamma_and_invert(errdiff_options *options)
{
    options->gamma = 2;
    options->invert = 1;
}

/* Values that can be worked out by hand. */
static void test_curves(void **state)
{
    static const struct {
        void (*change)(errdiff_options *options);
        int bits;
        int32_t sample;
        uint16_t expected;
    } cases[] = {
        {NULL, 8, 129, 129 * 257},
        {NULL, 16, 12345, 12345},
        {set_stretch, 8, 10, 0},
        {set_stretch, 8, 50, 0},
        {set_stretch, 8, 125, 32768}, /* halfway from 50 to 200 */
        {set_stretch, 8, 230, 65535},
        {set_darker, 16, 40000, 20000},
        {set_contrast, 8, 127, 0},
        {set_contrast, 8, 128, 65535},
        {set_gamma, 16, 16384, 32768}, /* the square root of about 1/4 */
        {set_gamma, 16, 65535, 65535},
        {set_gamma_and_invert, 16, 4096, 49151}, /* 1 minus the square root of about 1/16 */
        {set_stretch_and_invert, 8, 50, 65535},
        {set_stretch_and_invert, 8, 200, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        errdiff_options options = options_with(cases[i].change);
        assert_int_equal(curve_of(&options, cases[i].bits, cases[i].sample), cases[i].expected);
    }
}

static void test_saturation(void **state)
{
    uint16_t red[] = {65535, 20000, 0}, green[] = {0, 20000, 30000}, blue[] = {0, 20000, 65535};
    struct errdiff_tone tone = {.colorfulness = 0};

    (void)state;
    errdiff_tone_saturate(&tone, red, green, blue, 3);
    assert_int_equal(red[0], 13933); /* the weight of red */
    assert_int_equal(red[1], 20000); /* grays stay */
    for (int i = 0; i < 3; i++) {
        assert_int_equal(red[i], green[i]);
        assert_int_equal(green[i], blue[i]);
    }
    tone.colorfulness = 2 * ERRDIFF_NEUTRAL_COLORFULNESS;
    red[0] = 40000;
    green[0] = blue[0] = 30000;
    errdiff_tone_saturate(&tone, red, green, blue, 1);
    assert_in_range(red[0], 47872, 47876); /* luma 32126, and twice the distance from it */
    assert_in_range(green[0], 27872, 27876);
}

static bool points(const errdiff_image *image, double share, int32_t *black, int32_t *white)
{
    struct errdiff_progress_state progress = {0};

    return errdiff_histogram_points(image, NULL, share, (struct errdiff_threads){.count = 2},
                                    &progress, black, white) == ERRDIFF_OK;
}

/* 100 samples: 0..99. One percent at either end is one sample. */
static void test_points_of_a_stretch(void **state)
{
    uint8_t samples[100], mask[100];
    errdiff_image image = {
        .data = samples, .width = 10, .height = 10, .channels = 1, .bits = 8, .stride = 10};
    int32_t black, white;

    (void)state;
    for (int i = 0; i < 100; i++) {
        samples[i] = (uint8_t)i;
        mask[i] = i < 30 ? 0 : 255;
    }
    assert_true(points(&image, 0, &black, &white));
    assert_int_equal(black, 0);
    assert_int_equal(white, 99);
    assert_true(points(&image, 3, &black, &white));
    assert_int_equal(black, 3);
    assert_int_equal(white, 96);
    image.mask = mask;
    image.mask_stride = 10;
    assert_true(points(&image, 0, &black, &white));
    assert_int_equal(black, 30);
    memset(samples, 7, sizeof samples); /* a flat image is not stretched */
    assert_true(points(&image, 1, &black, &white));
    assert_int_equal(black, 0);
    assert_int_equal(white, 255);
}

/* ---- Exact colors in whole calls ---------------------------------------------------------- */

enum { WIDTH = 40, HEIGHT = 30 };

/* A gray area with a line of exact red and one of exact black: both stay whole, and the gray next
 * to them is dithered as if they were not there. */
static void test_lines_stay_whole(void **state)
{
    static const errdiff_palette palette = {.count = 3,
                                            .colors = {{0, 0, 0}, {255, 255, 255}, {255, 0, 0}}};
    uint8_t image[HEIGHT][WIDTH][3], result[HEIGHT][WIDTH];
    errdiff_image in = {.data = image,
                        .width = WIDTH,
                        .height = HEIGHT,
                        .channels = 3,
                        .bits = 8,
                        .stride = sizeof image[0]};
    errdiff_image out = in;
    errdiff_options options;
    int changed = 0;

    (void)state;
    memset(image, 100, sizeof image);
    for (int x = 0; x < WIDTH; x++) {
        memcpy(image[10][x], palette.colors[2], 3);
        memcpy(image[20][x], palette.colors[0], 3);
    }
    out.data = result;
    out.channels = 1;
    out.stride = WIDTH;
    plain_options_init(&options);
    options.palette = &palette;
    options.indexed = 1;
    for (int match = ERRDIFF_MATCH_RGB; match <= ERRDIFF_MATCH_OKLAB; match++) {
        options.match = (errdiff_match)match;
        options.keep_exact = 1;
        assert_int_equal(errdiff_dither(&in, &out, &options, NULL), ERRDIFF_OK);
        for (int x = 0; x < WIDTH; x++) {
            assert_int_equal(result[10][x], 2);
            assert_int_equal(result[20][x], 0);
        }
        options.keep_exact = 0;
        assert_int_equal(errdiff_dither(&in, &out, &options, NULL), ERRDIFF_OK);
        for (int x = 0; x < WIDTH; x++)
            changed += result[20][x] != 0;
    }
    assert_true(changed > 0); /* without the option there are gaps in the black line */
}

/* Dithers two pixels in linear light, of which the second one receives an error that changes its
 * level if it is dithered, and returns its sample. */
static int second_sample(const errdiff_options *options, uint16_t first, uint16_t second,
                         int channels, int out_bits)
{
    uint16_t image[2 * 3], wide[2 * 3];
    uint8_t narrow[2 * 3];
    errdiff_image in = {.data = image, .width = 2, .height = 1, .channels = channels, .bits = 16};
    errdiff_image out = in;

    for (int c = 0; c < channels; c++) {
        image[c] = first;
        image[channels + c] = second;
    }
    out.data = out_bits == 8 ? (void *)narrow : wide;
    out.bits = out_bits;
    out.channels = options->indexed ? 1 : channels;
    in.stride = 2 * channels * (ptrdiff_t)sizeof(uint16_t);
    out.stride = 2 * out.channels * out_bits / 8;
    assert_int_equal(errdiff_dither(&in, &out, options, NULL), ERRDIFF_OK);
    return out_bits == 8 ? narrow[out.channels] : wide[out.channels];
}

/* In the dark several display values have the same light. Only the one of the level, or of the
 * color, is exact. */
static void test_exact_in_linear_light(void **state)
{
    static const errdiff_palette palette = {.count = 3,
                                            .colors = {{0, 0, 0}, {18, 18, 18}, {255, 255, 255}}};
    errdiff_options options;

    (void)state;
    plain_options_init(&options);
    options.kernel = "1: 1,0,2";
    options.linear = options.keep_exact = 1;
    options.levels[0] = 70;
    assert_int_equal(second_sample(&options, 57387, 4749, 1, 16), 4749); /* level 5 */
    assert_true(second_sample(&options, 57387, 4747, 1, 16) > 4749);
    options.levels[0] = 52;
    assert_int_equal(second_sample(&options, 57000, 257 * 20, 1, 8), 20); /* level 4 */
    assert_true(second_sample(&options, 57000, 257 * 20 + 1, 1, 8) > 20);
    options.palette = &palette;
    options.gamut = ERRDIFF_GAMUT_NONE;
    for (options.indexed = 0; options.indexed < 2; options.indexed++) {
        int dark = options.indexed ? 1 : 18, light = options.indexed ? 2 : 255;
        assert_int_equal(second_sample(&options, 46000, 257 * 18, 3, 8), dark);
        assert_int_equal(second_sample(&options, 46000, 257 * 18 + 1, 3, 8), light);
        assert_int_equal(second_sample(&options, 46000, 257 * 18 - 1, 3, 8), light);
    }
}

/* ---- Gray ---------------------------------------------------------------------------------- */

static int32_t gray_of(const struct errdiff_gray *gray, int bits, int32_t red, int32_t green,
                       int32_t blue)
{
    const uint8_t narrow[3] = {(uint8_t)red, (uint8_t)green, (uint8_t)blue};
    const uint16_t wide[3] = {(uint16_t)red, (uint16_t)green, (uint16_t)blue};

    return errdiff_gray_of(gray, bits == 8 ? (const void *)narrow : (const void *)wide, bits, 0);
}

static void test_gray_colors_stay(void **state)
{
    (void)state;
    for (int bits = 8; bits <= 16; bits += 8) {
        struct errdiff_gray gray;
        assert_true(errdiff_gray_make(&gray, bits));
        for (int32_t i = 0; i < 1 << bits; i++)
            assert_int_equal(gray_of(&gray, bits, i, i, i), i);
        errdiff_gray_release(&gray);
    }
}

/* The sRGB curve of a luminance of 0.2126, 0.7152, 0.0722, and of 0.9278. */
static void test_grays_of_colors(void **state)
{
    struct errdiff_gray gray;

    (void)state;
    assert_true(errdiff_gray_make(&gray, 8));
    assert_int_equal(gray_of(&gray, 8, 255, 0, 0), 127);
    assert_int_equal(gray_of(&gray, 8, 0, 255, 0), 220);
    assert_int_equal(gray_of(&gray, 8, 0, 0, 255), 76);
    assert_int_equal(gray_of(&gray, 8, 255, 255, 0), 247);
    errdiff_gray_release(&gray);
}

/* The automatic tone of 1000 pixels of a gray. The first `white_count` of them are white instead,
 * and the first `masked_count` do not count. */
static struct errdiff_tone automatic_tone(uint8_t gray, int white_count, int masked_count)
{
    static uint8_t samples[1000], mask[1000];
    errdiff_image image = {
        .width = 100,
        .height = 10,
        .channels = 1,
        .bits = 8,
        .stride = 100,
        .data = samples,
        .mask = mask,
        .mask_stride = 100,
    };
    errdiff_options options;
    struct errdiff_progress_state progress = {0};

    plain_options_init(&options);
    options.tone = ERRDIFF_TONE_AUTO;
    struct errdiff_tone tone = errdiff_tone_of(&options);
    memset(samples, gray, sizeof samples);
    memset(samples, 255, (size_t)white_count);
    memset(mask, 1, sizeof mask);
    memset(mask, 0, (size_t)masked_count);
    assert_int_equal(errdiff_automatic_tone_find(&tone, &image, NULL,
                                                 (struct errdiff_threads){.count = 2}, &progress),
                     ERRDIFF_OK);
    return tone;
}

/* Values that were worked out by hand, as the comment in automatic_tone.h says. */
static void test_automatic_tone(void **state)
{
    static const struct {
        uint8_t gray;
        int white_count, masked_count;
        double white, gamma;
    } cases[] = {
        {200, 0, 0, 1, 1},     /* not dark */
        {26, 0, 0, 0.4, 1.68}, /* dark; the least white */
        {64, 0, 0, 0.4, 1},    /* the stretch is enough */
        {85, 0, 0, 0.704, 1},  /* half dark */
        {26, 5, 0, 0.4, 1.66}, /* white in 0.5 percent of the pixels does not count */
        {26, 6, 0, 1, 2.5},    /* white in more of them does */
        {26, 500, 500, 0.4, 1.68}, {26, 1000, 1000, 1, 1},
    };
    (void)state;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct errdiff_tone tone =
            automatic_tone(cases[i].gray, cases[i].white_count, cases[i].masked_count);

        assert_float_equal(tone.automatic_white, cases[i].white, 1e-6);
        assert_float_equal(tone.automatic_gamma, cases[i].gamma, 1e-6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_curves),
        cmocka_unit_test(test_saturation),
        cmocka_unit_test(test_gray_colors_stay),
        cmocka_unit_test(test_grays_of_colors),
        cmocka_unit_test(test_points_of_a_stretch),
        cmocka_unit_test(test_lines_stay_whole),
        cmocka_unit_test(test_exact_in_linear_light),
        cmocka_unit_test(test_automatic_tone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

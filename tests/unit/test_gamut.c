/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Images far outside the gamut of a small palette, without gamut mapping. Their error can never
 * be compensated. It must not grow along the image and then show where the colors are within
 * the gamut again. And images within the gamut, whose errors must all be compensated.
 */
#include "../support/plain_options.h"
#include "errdiff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

enum { SIDE = 96, PIXELS = SIDE * SIDE, FAR = 24 };

struct way {
    int bits, linear, serpentine;
    errdiff_match match;
};

typedef void (*check)(const char *kernel, const struct way *way);

static void in_every_way(check run)
{
    for (int i = 0; i < errdiff_kernel_count(); i++) {
        errdiff_kernel kernel;
        errdiff_kernel_get(i, &kernel);
        for (int bits = 8; bits <= 16; bits += 8) {
            for (int switches = 0; switches < 4; switches++)
                run(kernel.name, &(struct way){.bits = bits,
                                               .linear = switches & 1,
                                               .serpentine = switches >> 1,
                                               .match = ERRDIFF_MATCH_RGB});
        }
        run(kernel.name, &(struct way){.bits = 8, .match = ERRDIFF_MATCH_OKLAB});
    }
}

/* Dithers an 8-bit image to color indices and returns the share of pixels with clamped errors. */
static double dither(const uint8_t *image, const errdiff_palette *palette, const char *kernel,
                     const struct way *way, uint8_t *numbers)
{
    static uint16_t wide[PIXELS * 3];
    errdiff_image in = {.data = (void *)image,
                        .width = SIDE,
                        .height = SIDE,
                        .channels = 3,
                        .bits = way->bits,
                        .stride = SIDE * 3 * way->bits / 8};
    errdiff_image out = {
        .data = numbers, .width = SIDE, .height = SIDE, .channels = 1, .bits = 8, .stride = SIDE};
    errdiff_options options;
    errdiff_report report;

    if (way->bits == 16) {
        for (int i = 0; i < PIXELS * 3; i++)
            wide[i] = (uint16_t)(image[i] * 257);
        in.data = wide;
    }
    plain_options_init(&options);
    options.gamut = ERRDIFF_GAMUT_NONE;
    options.kernel = kernel;
    options.palette = palette;
    options.match = way->match;
    options.indexed = 1;
    options.linear = way->linear;
    options.serpentine = way->serpentine;
    options.measure = 1;
    assert_int_equal(errdiff_dither(&in, &out, &options, &report), ERRDIFF_OK);
    return report.clamped;
}

static void one_color(const char *kernel, const struct way *way)
{
    static const errdiff_palette palette = {.count = 1, .colors = {{90, 100, 110}}};
    static uint8_t image[PIXELS * 3], numbers[PIXELS];

    for (int i = 0; i < PIXELS * 3; i++)
        image[i] = i < PIXELS ? 255 : (uint8_t)(i * 11);
    memset(numbers, 0xee, sizeof(numbers));
    double clamped = dither(image, &palette, kernel, way, numbers);
    for (int i = 0; i < PIXELS; i++)
        assert_int_equal(numbers[i], 0);
    assert_true(clamped > 0 && clamped <= 100);
}

static void test_one_color(void **state)
{
    (void)state;
    in_every_way(one_color);
}

/* The upper half is far lighter than both colors, the lower half is the darker one. */
static void white_over_dark(uint8_t *image, const errdiff_palette *palette)
{
    memset(image, 255, PIXELS * 3 / 2);
    memset(image + PIXELS * 3 / 2, palette->colors[0][0], PIXELS * 3 / 2);
}

static void two_close_colors(const char *kernel, const struct way *way)
{
    static const errdiff_palette palette = {.count = 2, .colors = {{60, 60, 60}, {64, 64, 64}}};
    static uint8_t image[PIXELS * 3], numbers[PIXELS];
    int dark_above = 0;

    white_over_dark(image, &palette);
    double clamped = dither(image, &palette, kernel, way, numbers);
    for (int i = 0; i < PIXELS / 2; i++)
        dark_above += numbers[i] != 1;
    if (dark_above > 0)
        fail_msg("%s, %d bits, linear %d, serpentine %d: %d pixels above are dark", kernel,
                 way->bits, way->linear, way->serpentine, dark_above);
    assert_true(clamped > 0 && clamped <= 100);
}

/* The error that 48 rows left must be compensated within a few rows, not within 48. */
static void paid_back(const char *kernel, const struct way *way)
{
    static const errdiff_palette palette = {.count = 2, .colors = {{60, 60, 60}, {100, 100, 100}}};
    static uint8_t image[PIXELS * 3], numbers[PIXELS];
    int last = 0;

    white_over_dark(image, &palette);
    dither(image, &palette, kernel, way, numbers);
    for (int i = 0; i < PIXELS; i++)
        last = numbers[i] != 0 ? i / SIDE : last;
    if (last >= SIDE / 2 + FAR)
        fail_msg("%s, %d bits, linear %d, serpentine %d, match %d: light down to row %d", kernel,
                 way->bits, way->linear, way->serpentine, (int)way->match, last);
}

static void test_what_is_left_over_is_paid_back_soon(void **state)
{
    (void)state;
    in_every_way(paid_back);
}

static void test_two_close_colors(void **state)
{
    (void)state;
    in_every_way(two_close_colors);
}

/*
 * Errors are clamped to −16·W..16·W, so a row of pixels outside the gamut leaves at most an error
 * of the whole range, however long it is. With a kernel that passes the whole error to the right,
 * and colors up to a dark gray, the dark pixels after a row of 255s are right again as soon as that
 * error is used up.
 */
static void test_a_long_row_leaves_no_more_than_a_short_one(void **state)
{
    static const errdiff_palette palette = {.count = 2, .colors = {{0, 0, 0}, {40, 40, 40}}};
    errdiff_options options;
    uint8_t shorter[2][40 * 3];

    (void)state;
    plain_options_init(&options);
    options.gamut = ERRDIFF_GAMUT_NONE;
    options.kernel = "1: 1,0,1";
    options.palette = &palette;
    for (int length = 0; length < 2; length++) {
        static uint8_t image[2000 * 3];
        int white = length == 0 ? 20 : 1900;
        memset(image, 0, sizeof(image));
        memset(image, 255, (size_t)white * 3);
        errdiff_image pixels = {.data = image,
                                .width = 2000,
                                .height = 1,
                                .channels = 3,
                                .bits = 8,
                                .stride = sizeof(image)};
        assert_int_equal(errdiff_dither(&pixels, &pixels, &options, NULL), ERRDIFF_OK);
        for (int i = 0; i < white * 3; i++)
            assert_int_equal(image[i], 40);
        memcpy(shorter[length], image + white * 3, sizeof(shorter[0]));
    }
    assert_memory_equal(shorter[0], shorter[1], sizeof(shorter[0]));
    /* It takes 255 / 40 pixels: 6 light ones, and one more if more than half is left. */
    for (int i = 0; i < 40; i++)
        assert_int_equal(shorter[0][3 * i], i < 6 ? 40 : 0);
}

/* A single pixel outside the gamut, in an image of palette colors, has no effect after a few
 * pixels. */
static void single_pixel(const char *kernel, const struct way *way)
{
    static const errdiff_palette palette = {.count = 2, .colors = {{0, 0, 0}, {200, 200, 200}}};
    static uint8_t image[PIXELS * 3], numbers[PIXELS];
    int changed = 0;

    memset(image, 0, sizeof(image));
    memset(image + 3 * (10 * SIDE + SIDE / 2), 255, 3);
    dither(image, &palette, kernel, way, numbers);
    for (int i = 0; i < PIXELS; i++)
        changed += numbers[i] != 0;
    assert_in_range(changed, 1, 2);
}

static void test_a_single_pixel(void **state)
{
    (void)state;
    in_every_way(single_pixel);
}

/*
 * Dark blue, which EGA's colors can mix in linear light. If the color were chosen for a clamped s,
 * dark gray would be the nearest one in four of five pixels: it leaves a negative error in red and
 * green that the choice would not see, and red would gain 6.7 % of full light.
 */
static void keeps_light(const char *kernel, int bits)
{
    static uint16_t wide[PIXELS * 3];
    static uint8_t narrow[PIXELS * 3], numbers[PIXELS];
    static const uint8_t blue[] = {0x0d, 0x29, 0x4c};
    errdiff_image in = {.data = bits == 8 ? (void *)narrow : wide,
                        .width = SIDE,
                        .height = SIDE,
                        .channels = 3,
                        .bits = bits,
                        .stride = SIDE * 3 * bits / 8};
    errdiff_image out = {
        .data = numbers, .width = SIDE, .height = SIDE, .channels = 1, .bits = 8, .stride = SIDE};
    errdiff_palette palette;
    errdiff_options options;
    errdiff_report report;

    for (int i = 0; i < PIXELS * 3; i++)
        wide[i] = (uint16_t)(257 * (narrow[i] = blue[i % 3]));
    assert_int_equal(errdiff_palette_find("ega", &palette, NULL), ERRDIFF_OK);
    plain_options_init(&options);
    options.kernel = kernel;
    options.palette = &palette;
    options.indexed = options.linear = options.measure = 1;
    assert_int_equal(errdiff_dither(&in, &out, &options, &report), ERRDIFF_OK);
    assert_true(report.clamped == 0 && report.mapped == 0);
    for (int c = 0; c < 3; c++)
        if (fabs(report.tone_error[c]) > 1)
            fail_msg("%s, %d bits: light changed by %f %%", kernel, bits, report.tone_error[c]);
}

static void test_a_mixture_keeps_its_light(void **state)
{
    static const char *const kernels[] = {"floyd-steinberg", "jarvis-judice-ninke", "zhou-fang"};

    (void)state;
    for (int i = 0; i < 3; i++) {
        keeps_light(kernels[i], 8);
        keeps_light(kernels[i], 16);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_color),
        cmocka_unit_test(test_two_close_colors),
        cmocka_unit_test(test_what_is_left_over_is_paid_back_soon),
        cmocka_unit_test(test_a_long_row_leaves_no_more_than_a_short_one),
        cmocka_unit_test(test_a_single_pixel),
        cmocka_unit_test(test_a_mixture_keeps_its_light),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

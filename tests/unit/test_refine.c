/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search after the dithering: that an eye sees less error then, and how it ends early. */
#include "errdiff.h"
#include "refine/eye.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 150, HEIGHT = 90, CHANNELS = 3, REACH = 3 };

static uint8_t input[HEIGHT][WIDTH][CHANNELS];

/* A smooth image with an edge. */
static errdiff_image image(void)
{
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            int edge = x > 70 && y > 40 ? 60 : 0;
            input[y][x][0] = (uint8_t)(20 + x + edge);
            input[y][x][1] = (uint8_t)(30 + y + edge);
            input[y][x][2] = (uint8_t)(180 - x / 2 - y / 2 + edge);
        }
    return (errdiff_image){.data = input,
                           .width = WIDTH,
                           .height = HEIGHT,
                           .channels = CHANNELS,
                           .bits = 8,
                           .stride = sizeof *input};
}

static errdiff_image result_in(uint8_t *data)
{
    errdiff_image pixels = image();

    pixels.data = data;
    return pixels;
}

static void make_options(errdiff_options *options, const errdiff_palette *palette, int passes)
{
    errdiff_options_init(options);
    options->palette = palette;
    options->gamut = ERRDIFF_GAMUT_NONE;
    options->refine = passes;
}

/* The light of a pixel's luminance. */
static double luminance(const uint8_t *pixel)
{
    return 0.2126 * errdiff_srgb_to_linear(pixel[0] / 255.0) +
           0.7152 * errdiff_srgb_to_linear(pixel[1] / 255.0) +
           0.0722 * errdiff_srgb_to_linear(pixel[2] / 255.0);
}

/* The sum of squared differences of luminance after a blur. */
static double seen_error(const uint8_t *result)
{
    double sum = 0;

    for (int y = REACH; y < HEIGHT - REACH; y++)
        for (int x = REACH; x < WIDTH - REACH; x++) {
            double seen = 0;
            for (int v = -REACH; v <= REACH; v++)
                for (int u = -REACH; u <= REACH; u++)
                    seen += (REACH + 1 - abs(u)) * (REACH + 1 - abs(v)) *
                            (luminance(result + ((y + v) * WIDTH + x + u) * CHANNELS) -
                             luminance(input[y + v][x + u]));
            sum += seen * seen;
        }
    return sum;
}

static void test_less_error_is_seen(void **state)
{
    static const struct {
        const char *palette;
        int levels;
    } jobs[] = {{"ega", 0}, {NULL, 2}, {NULL, 4}, {NULL, 17}};
    static uint8_t result[sizeof input];
    errdiff_image in = image(), out = result_in(result);
    errdiff_options options;
    errdiff_palette palette;

    (void)state;
    assert_int_equal(errdiff_palette_find("ega", &palette, NULL), ERRDIFF_OK);
    for (int i = 0; i < 4; i++) {
        double error[4];
        for (int passes = 0; passes < 4; passes++) {
            make_options(&options, jobs[i].palette ? &palette : NULL, passes);
            for (int c = 0; c < 3 && !jobs[i].palette; c++)
                options.levels[c] = jobs[i].levels;
            assert_int_equal(errdiff_dither(&in, &out, &options, NULL), ERRDIFF_OK);
            error[passes] = seen_error(result);
        }
        assert_true(error[2] < 0.9 * error[0]);
        assert_true(error[2] < error[1]);
        assert_true(error[3] < 1.03 * error[2]);
    }
}

/* Flat areas, whose dots are too far from each other for the eye's filter. */
static void test_the_dark_keeps_its_light(void **state)
{
    static const struct {
        const char *palette;
        int levels;
    } jobs[] = {{"e-paper-7", 0}, {"ega", 0}, {NULL, 2}, {NULL, 4}};
    static uint8_t result[sizeof input];
    errdiff_image in = image(), out = result_in(result);
    errdiff_options options;
    errdiff_palette palette;

    (void)state;
    memset(input, 12, sizeof input);
    for (int i = 0; i < 4; i++) {
        double sum = 0;
        if (jobs[i].palette)
            assert_int_equal(errdiff_palette_find(jobs[i].palette, &palette, NULL), ERRDIFF_OK);
        make_options(&options, jobs[i].palette ? &palette : NULL, 2);
        for (int c = 0; c < 3 && !jobs[i].palette; c++)
            options.levels[c] = jobs[i].levels;
        assert_int_equal(errdiff_dither(&in, &out, &options, NULL), ERRDIFF_OK);
        for (int k = 0; k < HEIGHT * WIDTH; k++)
            sum += luminance(result + (ptrdiff_t)k * CHANNELS);
        assert_true(sum > 0.6 * HEIGHT * WIDTH * luminance(input[0][0]));
    }
}

/* With colors that are dim, but not gray, dark grays need the light dots of white all the same. A
 * color that is listed twice counts once. */
static void test_dim_colors_leave_the_dark_its_light(void **state)
{
    static const char *const palettes[] = {
        "#000000\n#200000\n#ffffff\n", "#000000\n#000040\n#ffffff\n", "#000000\n#010101\n#ffffff\n",
        "#000000\n#ffffff\n#ffffff\n", "#000000\n#ffffff\n"};
    enum { PALETTES = sizeof palettes / sizeof *palettes };
    static uint8_t result[PALETTES][sizeof input];
    errdiff_image in = image();
    errdiff_options options;
    errdiff_palette palette;

    (void)state;
    memset(input, 20, sizeof input);
    for (int i = 0; i < PALETTES; i++) {
        errdiff_image out = result_in(result[i]);
        double sum = 0;
        assert_int_equal(errdiff_palette_parse(palettes[i], strlen(palettes[i]), &palette, NULL),
                         ERRDIFF_OK);
        make_options(&options, &palette, 2);
        assert_int_equal(errdiff_dither(&in, &out, &options, NULL), ERRDIFF_OK);
        for (int k = 0; k < HEIGHT * WIDTH; k++)
            sum += luminance(result[i] + (ptrdiff_t)k * CHANNELS);
        assert_true(sum > 0.75 * HEIGHT * WIDTH * luminance(input[0][0]));
    }
    assert_memory_equal(result[3], result[4], sizeof input);
}

/* An area in the last color of a palette has no error and stays, whatever the number of colors. */
static void test_the_last_color_stays(void **state)
{
    static const int counts[] = {3, 4, 5, 16, 31, 32, 33, 34, 64, 256};
    static uint8_t result[sizeof input];
    errdiff_image in = image(), out = result_in(result);
    errdiff_options options;

    (void)state;
    memset(input, 100, sizeof input);
    in.width = out.width = 40;
    in.height = out.height = 20;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        errdiff_palette palette = {.count = counts[i]};
        for (int k = 0; k < palette.count - 1; k++)
            memset(palette.colors[k], k * 255 / (palette.count - 2), CHANNELS);
        memset(palette.colors[palette.count - 1], 100, CHANNELS);
        make_options(&options, &palette, 1);
        assert_int_equal(errdiff_dither(&in, &out, &options, NULL), ERRDIFF_OK);
        for (int y = 0; y < out.height; y++)
            assert_memory_equal(result + y * out.stride, input[y], (size_t)out.width * CHANNELS);
    }
}

static void test_masked_pixels_stay(void **state)
{
    static uint8_t mask[HEIGHT][WIDTH], result[sizeof input];
    errdiff_image in = image(), out = result_in(result);
    errdiff_options options;
    errdiff_palette palette;

    (void)state;
    assert_int_equal(errdiff_palette_find("pico-8", &palette, NULL), ERRDIFF_OK);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            mask[y][x] = (x / 7 + y / 5) % 2;
    in.mask = &mask[0][0];
    in.mask_stride = WIDTH;
    make_options(&options, &palette, 3);
    assert_int_equal(errdiff_dither(&in, &out, &options, NULL), ERRDIFF_OK);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            if (mask[y][x] == 0)
                assert_memory_equal(result + (y * WIDTH + x) * CHANNELS, input[y][x], CHANNELS);
}

struct watched {
    double done, stop; /* the largest progress, and that at which it is cancelled */
    int calls;
};

static int watch(void *user, double done)
{
    struct watched *watched = user;

    assert_true(done >= watched->done && done <= 1);
    watched->done = done;
    watched->calls++;
    return done >= watched->stop;
}

static void test_progress_and_cancel(void **state)
{
    static uint8_t result[sizeof input];
    errdiff_image in = image(), out = result_in(result);
    errdiff_options options;
    errdiff_report report;

    (void)state;
    make_options(&options, NULL, 6);
    options.levels[0] = options.levels[1] = options.levels[2] = 2;
    options.progress = watch;
    for (int i = 0; i <= 9; i++) {
        struct watched watched = {.stop = i / 10.0};
        options.progress_user = &watched;
        assert_int_equal(errdiff_dither(&in, &out, &options, &report), ERRDIFF_CANCELLED);
        assert_string_equal(report.message.text, "cancelled");
    }
    struct watched watched = {.stop = 2};
    options.progress_user = &watched;
    assert_int_equal(errdiff_dither(&in, &out, &options, &report), ERRDIFF_OK);
    assert_true(watched.calls > 4 * 4);
}

static void test_refusals(void **state)
{
    static uint8_t result[sizeof input];
    errdiff_image in = image(), out = result_in(result);
    errdiff_options options;
    errdiff_report report;
    errdiff_stream *stream;

    (void)state;
    make_options(&options, NULL, 21);
    assert_int_equal(errdiff_dither(&in, &out, &options, &report), ERRDIFF_BAD_ARGUMENT);
    assert_string_equal(report.message.text, "refine: 21 is out of range; it must be 0 to 20");
    make_options(&options, NULL, 1);
    options.viewing = 14;
    assert_int_equal(errdiff_dither(&in, &out, &options, &report), ERRDIFF_BAD_ARGUMENT);
    make_options(&options, NULL, 1);
    options.levels[0] = options.levels[1] = options.levels[2] = 2;
    assert_int_equal(errdiff_stream_open(&stream, &in, &out, &options, &report),
                     ERRDIFF_BAD_ARGUMENT);
    assert_string_equal(report.message.text, "refine: it needs the whole image, not pieces of it");
}

static void test_memory_is_limited(void **state)
{
    enum { SIDE = 600 };
    uint8_t *data = calloc(SIDE * SIDE, CHANNELS);
    errdiff_image image = {.data = data,
                           .width = SIDE,
                           .height = SIDE,
                           .channels = CHANNELS,
                           .bits = 8,
                           .stride = (ptrdiff_t)SIDE * CHANNELS};
    errdiff_options options;
    errdiff_report report;

    (void)state;
    assert_non_null(data);
    make_options(&options, NULL, 1);
    options.levels[0] = options.levels[1] = options.levels[2] = 2;
    options.max_memory = 5;
    assert_int_equal(errdiff_dither(&image, &image, &options, &report), ERRDIFF_NO_MEMORY);
    options.refine = 0;
    assert_int_equal(errdiff_dither(&image, &image, &options, &report), ERRDIFF_OK);
    free(data);
}

/* Whether the image is prepared first, and whether or not the result replaces it. */
static void test_in_place(void **state)
{
    static uint8_t apart[sizeof input], copy[sizeof input];
    errdiff_options options;

    (void)state;
    for (int is_prepared = 0; is_prepared < 2; is_prepared++) {
        errdiff_image in = image(), out = result_in(apart), in_place = result_in(copy);
        make_options(&options, NULL, 2);
        options.levels[0] = options.levels[1] = options.levels[2] = 2;
        options.linear = 0; /* so that the prepared image fits into the memory of the result */
        options.brightness = is_prepared * 20;
        memcpy(copy, input, sizeof copy);
        assert_int_equal(errdiff_dither(&in, &out, &options, NULL), ERRDIFF_OK);
        assert_int_equal(errdiff_dither(&in_place, &in_place, &options, NULL), ERRDIFF_OK);
        assert_memory_equal(apart, copy, sizeof copy);
        options.refine = 0;
        assert_int_equal(errdiff_dither(&in, &out, &options, NULL), ERRDIFF_OK);
        assert_memory_not_equal(apart, copy, sizeof copy);
    }
}

/* An image that becomes gray has the same grays with one channel and with three. */
static void test_gray_results_are_gray(void **state)
{
    static const int levels[] = {2, 3, 4, 8, 9};
    static uint8_t one[HEIGHT * WIDTH], three[sizeof input];

    (void)state;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        errdiff_image in = image(), out = result_in(three), single = result_in(one);
        errdiff_options options;
        single.channels = 1;
        single.stride = WIDTH;
        make_options(&options, NULL, 2);
        options.gray = 1;
        options.levels[0] = options.levels[1] = options.levels[2] = levels[i];
        assert_int_equal(errdiff_dither(&in, &out, &options, NULL), ERRDIFF_OK);
        assert_int_equal(errdiff_dither(&in, &single, &options, NULL), ERRDIFF_OK);
        for (int pixel = 0; pixel < HEIGHT * WIDTH; pixel++)
            for (int c = 0; c < CHANNELS; c++)
                assert_int_equal(three[CHANNELS * pixel + c], one[pixel]);
    }
}

/* As refine/refine_spread.h needs them. */
static void test_weights_have_16_bits(void **state)
{
    struct errdiff_eye eye;
    (void)state;
    for (int viewing = 15; viewing <= 72; viewing++)
        for (int has_two_colors = 0; has_two_colors <= 1; has_two_colors++) {
            errdiff_eye_make(&eye, has_two_colors != 0, viewing);
            for (int part = 0; part < ERRDIFF_EYE_CHANNELS; part++)
                assert_in_range(eye.weight[part][0][ERRDIFF_EYE_CENTER], 1, INT16_MAX);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_less_error_is_seen),
        cmocka_unit_test(test_the_dark_keeps_its_light),
        cmocka_unit_test(test_dim_colors_leave_the_dark_its_light),
        cmocka_unit_test(test_the_last_color_stays),
        cmocka_unit_test(test_masked_pixels_stay),
        cmocka_unit_test(test_progress_and_cancel),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_memory_is_limited),
        cmocka_unit_test(test_in_place),
        cmocka_unit_test(test_gray_results_are_gray),
        cmocka_unit_test(test_weights_have_16_bits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

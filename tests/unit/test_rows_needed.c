/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows that decide the first ones of a result: with these alone the result is the same. */
#include "../support/plain_options.h"
#include "../support/random.h"
#include "errdiff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdbool.h>
#include <string.h>

enum { WIDTH = 77, HEIGHT = 480, ROW = 3 * WIDTH, SAMPLES = ROW * HEIGHT };

static uint8_t in[SAMPLES], whole[SAMPLES], part[SAMPLES];

static void draw(uint64_t seed)
{
    struct random random = {.state = seed};
    for (int i = 0; i < SAMPLES; i++)
        in[i] = (uint8_t)(i % ROW + random_range(&random, 0, 24));
}

static errdiff_image image_of(int rows, uint8_t *data)
{
    return (errdiff_image){
        .data = data, .width = WIDTH, .height = rows, .channels = 3, .bits = 8, .stride = ROW};
}

static void dither(uint8_t *out, int rows, const errdiff_options *options)
{
    errdiff_image from = image_of(rows, in), to = image_of(rows, out);
    errdiff_report report;
    if (errdiff_dither(&from, &to, options, &report) != ERRDIFF_OK)
        fail_msg("%s", report.message.text);
}

/* Whether the first rows are those of the whole when so many are dithered. */
static bool is_same(int rows, int dithered, const errdiff_options *options)
{
    dither(part, dithered, options);
    return memcmp(part, whole, (size_t)rows * ROW) == 0;
}

static void check(const errdiff_options *options, const int *rows, int count)
{
    dither(whole, HEIGHT, options);
    for (int i = 0; i < count; i++) {
        int needed = errdiff_rows_needed(options, rows[i]);
        assert_true(needed >= rows[i] && needed < HEIGHT);
        assert_true(is_same(rows[i], needed, options));
    }
}

static void test_without_a_search(void **state)
{
    static const int rows[] = {1, 31, 32, 200};
    errdiff_options options;
    (void)state;
    draw(1);
    plain_options_init(&options);
    check(&options, rows, 4);
    assert_int_equal(errdiff_rows_needed(&options, 7), 7);
    options.detail = 100;
    check(&options, rows, 4);
    assert_false(is_same(200, 200, &options));
}

static void test_with_a_search(void **state)
{
    static const int rows[] = {1, 32, 33, 60, 64, 95};
    static const double viewing[] = {15, 45, 200};
    errdiff_palette palette = {
        .count = 4, .colors = {{0, 0, 0}, {255, 255, 255}, {200, 60, 40}, {30, 90, 180}}};
    errdiff_options options;
    (void)state;
    for (int i = 0; i < 9; i++) {
        draw((uint64_t)i);
        plain_options_init(&options);
        options.refine = 1 + i % 3;
        options.viewing = viewing[i / 3 % 3];
        options.palette = i % 2 ? &palette : NULL;
        options.detail = i % 5 == 0 ? 60 : 0;
        check(&options, rows, 6);
    }
}

/* A stretch and an automatic tone need the range of the whole, and no more. */
static void test_with_the_range_of_the_whole(void **state)
{
    static const int rows[] = {1, 31, 200};
    (void)state;
    for (int i = 1; i < 8; i++) {
        errdiff_options options;
        errdiff_tone_range range;
        draw((uint64_t)i);
        memset(in, 0, SAMPLES / 3); /* the first rows alone have another range */
        plain_options_init(&options);
        options.stretch = i & 1;
        options.tone = i & 2 ? ERRDIFF_TONE_AUTO : ERRDIFF_TONE_NONE;
        options.gray = i >> 2;
        options.gamma = 1.2;
        errdiff_image from = image_of(HEIGHT, in);
        assert_int_equal(errdiff_tone_range_find(&from, &options, &range, NULL), ERRDIFF_OK);
        dither(whole, HEIGHT, &options);
        assert_true(is_same(200, 200, &options) == (i == 4));
        options.tone_range = &range;
        check(&options, rows, 3);
    }
}

static void test_ranges_that_are_none(void **state)
{
    static const errdiff_tone_range wrong[] = {
        {7, 7, 1, 1}, {-1, 9, 1, 1}, {9, 3, 1, 1}, {0, 255, 0, 1}, {0, 255, 1, 0}, {0, 255, 1, 3},
    };
    errdiff_image from = image_of(HEIGHT, in), to = image_of(HEIGHT, part);
    errdiff_options options;
    errdiff_report report;
    (void)state;
    plain_options_init(&options);
    options.stretch = 1;
    options.tone = ERRDIFF_TONE_AUTO;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        options.tone_range = &wrong[i];
        assert_int_equal(errdiff_dither(&from, &to, &options, &report), ERRDIFF_BAD_ARGUMENT);
        assert_non_null(strstr(report.message.text, "tone_range: "));
    }
    options.threads = -1;
    assert_int_equal(errdiff_tone_range_find(&from, &options, &(errdiff_tone_range){0}, &report),
                     ERRDIFF_BAD_ARGUMENT);
    assert_non_null(strstr(report.message.text, "threads"));
    from.data = NULL;
    assert_int_equal(errdiff_tone_range_find(&from, NULL, &(errdiff_tone_range){0}, NULL),
                     ERRDIFF_BAD_ARGUMENT);
}

/* Fewer rows would not do, at least not many fewer. */
static void test_the_rows_are_needed(void **state)
{
    errdiff_options options;
    int different = 0;
    (void)state;
    plain_options_init(&options);
    options.refine = 1;
    for (uint64_t seed = 0; seed < 8; seed++) {
        draw(seed);
        dither(whole, HEIGHT, &options);
        different += !is_same(64, errdiff_rows_needed(&options, 64) - 96, &options);
    }
    assert_true(different > 0);
}

static void test_the_largest_image(void **state)
{
    errdiff_options options;
    (void)state;
    plain_options_init(&options);
    options.refine = 20;
    assert_int_equal(errdiff_rows_needed(&options, ERRDIFF_MAX_SIDE), ERRDIFF_MAX_SIDE);
    assert_int_equal(errdiff_rows_needed(&options, ERRDIFF_MAX_SIDE - 1), ERRDIFF_MAX_SIDE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_a_search),
        cmocka_unit_test(test_with_a_search),
        cmocka_unit_test(test_with_the_range_of_the_whole),
        cmocka_unit_test(test_ranges_that_are_none),
        cmocka_unit_test(test_the_rows_are_needed),
        cmocka_unit_test(test_the_largest_image),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

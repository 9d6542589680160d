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

static void dither(uint8_t *out, int rows, const errdiff_options *options)
{
    errdiff_image from = {
        .data = in, .width = WIDTH, .height = rows, .channels = 3, .bits = 8, .stride = ROW};
    errdiff_image to = from;
    errdiff_report report;
    to.data = out;
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

static void test_the_largest_picture(void **state)
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
        cmocka_unit_test(test_the_rows_are_needed),
        cmocka_unit_test(test_the_largest_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

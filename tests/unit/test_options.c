/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the table of options: every row is complete, and the defaults and the checks of ranges
 * follow it. */
#include "../support/plain_options.h"
#include "base/option_value.h"
#include "errdiff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static errdiff_option_info get(int index)
{
    errdiff_option_info option;
    assert_int_equal(errdiff_option_get(index, &option), ERRDIFF_OK);
    return option;
}

static int is_number(const errdiff_option_info *option)
{
    return option->type == ERRDIFF_OPTION_INTEGER || option->type == ERRDIFF_OPTION_SWITCH ||
           option->type == ERRDIFF_OPTION_CHOICE;
}

static int is_choice(const errdiff_option_info *option, const char *name)
{
    for (int i = 0; option->choices[i]; i++)
        if (strcmp(option->choices[i], name) == 0)
            return 1;
    return 0;
}

static void test_every_row_is_complete(void **state)
{
    (void)state;
    for (int i = 0; i < errdiff_option_count(); i++) {
        errdiff_option_info option = get(i);
        errdiff_message values;
        for (int j = 0; j < i; j++)
            assert_string_not_equal(option.name, get(j).name);
        assert_true(*option.title && *option.explanation && option.default_value);
        errdiff_option_values(&option, &values);
        if (option.type == ERRDIFF_OPTION_INTEGER)
            assert_non_null(strstr(values.text, " to "));
        assert_int_equal(option.choices != NULL, option.type == ERRDIFF_OPTION_CHOICE);
        if (!option.choices)
            continue;
        int count = 0;
        for (; option.choices[count]; count++) {
            assert_non_null(option.choice_titles[count]);
            assert_non_null(strstr(values.text, option.choices[count]));
        }
        assert_null(option.choice_titles[count]);
        if (option.choice_explanations)
            assert_null(option.choice_explanations[count]);
        assert_int_equal(option.max, count - 1);
        assert_true(is_choice(&option, option.default_value));
    }
}

static void test_no_row_beyond_the_table(void **state)
{
    errdiff_option_info option = {.name = "unchanged"};
    const int wrong[] = {-1, INT_MIN, errdiff_option_count(), INT_MAX};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(errdiff_option_get(wrong[i], &option), ERRDIFF_BAD_ARGUMENT);
    assert_string_equal(option.name, "unchanged");
}

static void test_defaults(void **state)
{
    errdiff_options options;
    (void)state;
    memset(&options, 0x5a, sizeof options);
    errdiff_options_init(&options);
    assert_int_equal(errdiff_options_check(&options, NULL), ERRDIFF_OK);
    assert_string_equal(options.kernel, "errdiff-12");
    assert_int_equal(options.levels[0], 0);
    assert_int_equal(options.levels[2], 0);
    assert_int_equal(options.linear, 1);
    assert_int_equal(options.serpentine, ERRDIFF_AUTOMATIC);
    assert_int_equal(options.strength, 100);
    assert_int_equal(options.noise, 0);
    assert_int_equal(options.detail, 0);
    assert_string_equal(options.screen, "none");
    assert_null(options.screen_matrix);
    assert_int_equal(options.seed, 0);
    assert_int_equal(options.match, ERRDIFF_MATCH_LIGHTNESS);
    assert_string_equal(options.engine, "auto");
    assert_int_equal(options.threads, 0);
    assert_null(options.palette);
    assert_null(options.progress);
}

static void assert_refused(const errdiff_option_info *option, int64_t value)
{
    errdiff_options options;
    errdiff_message message;
    errdiff_options_init(&options);
    *(int *)((char *)&options + option->offset) = (int)value;
    assert_int_equal(errdiff_options_check(&options, &message), ERRDIFF_BAD_ARGUMENT);
    assert_memory_equal(message.text, option->name, strlen(option->name));
}

static void test_every_range_is_checked(void **state)
{
    int checked = 0;
    (void)state;
    for (int i = 0; i < errdiff_option_count(); i++) {
        errdiff_option_info option = get(i);
        if (option.offset < 0 || !(is_number(&option) || option.type == ERRDIFF_OPTION_LEVELS))
            continue;
        int has_levels = option.type == ERRDIFF_OPTION_LEVELS;
        assert_refused(&option, (int64_t)option.min - 1);
        assert_refused(&option, has_levels ? ERRDIFF_MAX_FINE_LEVELS + 1 : (int64_t)option.max + 1);
        checked++;
    }
    assert_true(checked >= 7);
}

static void test_every_limit_is_possible(void **state)
{
    (void)state;
    for (int i = 0; i < errdiff_option_count(); i++) {
        errdiff_option_info option = get(i);
        errdiff_options options;
        if (option.offset < 0 || !is_number(&option))
            continue;
        errdiff_options_init(&options);
        *(int *)((char *)&options + option.offset) = (int)option.min;
        assert_int_equal(errdiff_options_check(&options, NULL), ERRDIFF_OK);
        *(int *)((char *)&options + option.offset) = (int)option.max;
        assert_int_equal(errdiff_options_check(&options, NULL), ERRDIFF_OK);
    }
}

/* Options of a row that the tables do not have. */
struct made {
    int number;
    double real;
};

static void test_default_of_a_choice(void **state)
{
    static const char *const names[] = {"first", "second", "third", NULL};
    errdiff_option_info option = {
        .name = "made", .type = ERRDIFF_OPTION_CHOICE, .max = 2, .choices = names};
    struct made made;
    (void)state;
    for (int i = 0; i < 3; i++) {
        option.default_value = names[i];
        errdiff_option_set_default(&option, &made);
        assert_int_equal(made.number, i);
    }
    option.default_value = NULL;
    errdiff_option_set_default(&option, &made);
    assert_int_equal(made.number, 0);
}

static void test_default_of_a_real_number(void **state)
{
    errdiff_option_info option = {.name = "made",
                                  .type = ERRDIFF_OPTION_REAL,
                                  .factor = 1000,
                                  .default_value = "-2.5e-1",
                                  .offset = offsetof(struct made, real)};
    struct made made;
    (void)state;
    errdiff_option_set_default(&option, &made);
    assert_true(made.real == -250);
    option.default_value = NULL;
    errdiff_option_set_default(&option, &made);
    assert_true(made.real == 0);
}

static void test_described_real_numbers(void **state)
{
    static const struct {
        double min, max;
        const char *text;
    } ranges[] = {{-0.25, 1e-7, "-0.25 to 1e-07 parts"},
                  {0, 2500000, "0 to 2.5e+06 parts"},
                  {-3, INFINITY, "-3 parts or more"},
                  {-INFINITY, INFINITY, "a number of parts"}};
    errdiff_option_info option = {
        .type = ERRDIFF_OPTION_REAL, .unit = " parts", .factor = 1, .default_value = "0"};
    (void)state;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        errdiff_message values;
        option.min = ranges[i].min;
        option.max = ranges[i].max;
        errdiff_option_values(&option, &values);
        assert_string_equal(values.text, ranges[i].text);
    }
}

enum { SIDE = 1024, PIECE = 256, PIXEL = 3 };

static errdiff_image image_of(uint8_t *data, int height)
{
    return (errdiff_image){.data = data,
                           .width = SIDE,
                           .height = height,
                           .channels = PIXEL,
                           .bits = 8,
                           .stride = (ptrdiff_t)SIDE * PIXEL};
}

/* For detail, an image of 1024 × 1024 pixels in color takes 6 MiB, two bytes for each sample. The
 * mask of exact colors takes one more. */
static void test_the_limit_of_memory(void **state)
{
    static uint8_t data[SIDE * SIDE * PIXEL], result[SIDE * SIDE * PIXEL];
    errdiff_image in = image_of(data, SIDE), out = image_of(result, SIDE);
    errdiff_options options;
    errdiff_report report;
    (void)state;
    for (int keeps_exact = 0; keeps_exact < 2; keeps_exact++) {
        plain_options_init(&options);
        assert_int_equal(options.max_memory, 0);
        options.detail = 50;
        options.keep_exact = keeps_exact;
        options.max_memory = 5 + keeps_exact;
        memset(data, 100, sizeof data);
        memset(result, 7, sizeof result);
        assert_int_equal(errdiff_dither(&in, &out, &options, &report), ERRDIFF_NO_MEMORY);
        assert_non_null(strstr(report.message.text, keeps_exact ? "7 MiB" : "6 MiB"));
        for (size_t i = 0; i < sizeof result; i++)
            assert_int_equal(result[i], 7);
        options.max_memory++;
        assert_int_equal(errdiff_dither(&in, &out, &options, &report), ERRDIFF_OK);
    }
    options.max_memory = -1;
    assert_int_equal(errdiff_options_check(&options, NULL), ERRDIFF_BAD_ARGUMENT);
}

/* A stream is limited by its pieces. */
static void test_the_limit_of_memory_for_pieces(void **state)
{
    static uint8_t data[(PIECE + 1) * SIDE * PIXEL], result[PIECE * SIDE * PIXEL];
    errdiff_image whole = image_of(data, SIDE), in = image_of(data, PIECE + 1);
    errdiff_image out = image_of(result, PIECE);
    errdiff_options options;
    (void)state;
    for (int most = 1; most <= 2; most++) {
        errdiff_stream *stream;
        plain_options_init(&options);
        options.detail = 50;
        options.max_memory = most;
        assert_int_equal(errdiff_stream_open(&stream, &whole, &whole, &options, NULL), ERRDIFF_OK);
        assert_int_equal(errdiff_stream_dither(stream, &in, &out, NULL),
                         most == 1 ? ERRDIFF_NO_MEMORY : ERRDIFF_OK);
        errdiff_stream_close(stream);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_row_is_complete),
        cmocka_unit_test(test_no_row_beyond_the_table),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_every_range_is_checked),
        cmocka_unit_test(test_every_limit_is_possible),
        cmocka_unit_test(test_default_of_a_choice),
        cmocka_unit_test(test_default_of_a_real_number),
        cmocka_unit_test(test_described_real_numbers),
        cmocka_unit_test(test_the_limit_of_memory),
        cmocka_unit_test(test_the_limit_of_memory_for_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

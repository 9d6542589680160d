/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the table of the options of holograms: every row is complete, and the defaults and the
 * checks of ranges follow it. */
#include "errdiff_hologram.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static errdiff_hologram_options usual_options(void)
{
    errdiff_hologram_options options;
    errdiff_hologram_options_init(&options);
    options.optics = (errdiff_optics){.pitch = 0.75,
                                      .wavelength = 0.635,
                                      .view_width = 100,
                                      .view_height = 100,
                                      .view_distance = 300};
    return options;
}

static int length_of(const char *const *texts)
{
    int count = 0;
    while (texts[count])
        count++;
    return count;
}

static void check_row(const errdiff_option_info *option)
{
    errdiff_message values;
    assert_true(option->name && *option->explanation && option->offset >= 0);
    /* Only what has no default has to be given, and it is a length. */
    assert_true(option->default_value || option->type == ERRDIFF_OPTION_REAL);
    errdiff_option_values(option, &values);
    if (option->type == ERRDIFF_OPTION_CHOICE) {
        int count = length_of(option->choices);
        assert_int_equal(length_of(option->choice_titles), count);
        assert_int_equal(length_of(option->choice_explanations), count);
        assert_int_equal(option->max, count - 1);
        bool is_default_known = false;
        for (int i = 0; i < count; i++) {
            assert_non_null(strstr(values.text, option->choices[i]));
            is_default_known |= strcmp(option->default_value, option->choices[i]) == 0;
        }
        assert_true(is_default_known);
    } else if (option->type == ERRDIFF_OPTION_INTEGER) {
        assert_non_null(strstr(values.text, " to "));
    }
}

static void test_every_row_is_complete(void **state)
{
    errdiff_option_info option, other;
    int count = 0;
    (void)state;
    for (; errdiff_hologram_option_get(count, &option) == ERRDIFF_OK; count++) {
        check_row(&option);
        for (int i = 0; i < count; i++) {
            errdiff_hologram_option_get(i, &other);
            assert_string_not_equal(option.name, other.name);
            assert_int_not_equal(option.offset, other.offset);
        }
    }
    assert_int_equal(count, 34);
    option = (errdiff_option_info){.name = "unchanged"};
    const int wrong[] = {-1, INT_MIN, count, INT_MAX};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(errdiff_hologram_option_get(wrong[i], &option), ERRDIFF_BAD_ARGUMENT);
    assert_string_equal(option.name, "unchanged");
}

static void test_defaults(void **state)
{
    errdiff_hologram_options options;
    (void)state;
    memset(&options, 0x5a, sizeof options);
    errdiff_hologram_options_init(&options);
    assert_int_equal(options.method, ERRDIFF_HOLOGRAM_AUTO);
    assert_int_equal(options.output, ERRDIFF_HOLOGRAM_PHASE);
    assert_int_equal(options.levels, 256);
    assert_int_equal(options.hogel, 0);
    assert_int_equal(options.tap_count, 27);
    assert_int_equal(options.slope, 3);
    assert_true(options.kappa == 1);
    assert_int_equal(options.preselect, 27);
    assert_true(options.scale == 0 && options.optics.pitch == 0 && options.optics.view_y == 0);
    assert_int_equal(options.view_filter, 1);
    assert_int_equal(options.refine, 0);
    assert_string_equal(options.engine, "auto");
    assert_int_equal(options.threads, 0);
    assert_null(options.progress);
    assert_string_equal(options.display.panel, "");
    assert_string_equal(options.display.gray_table, "");
    assert_string_equal(options.display.level_table, "");
    assert_null(options.level_values);
    assert_int_equal(options.sample_bits, 0);
    assert_true(options.display.two_pi == 0 && options.added.lens == 0);
    assert_null(options.added.correction);
    options = usual_options();
    assert_int_equal(errdiff_hologram_options_check(&options, NULL), ERRDIFF_OK);
}

/* What the check says of a value of one option; NULL: nothing. */
static const char *check(const errdiff_option_info *option, double value)
{
    static errdiff_message message;
    errdiff_hologram_options options = usual_options();
    void *place = (char *)&options + option->offset;
    if (option->type == ERRDIFF_OPTION_REAL)
        *(double *)place = value;
    else
        *(int *)place = (int)value;
    /* An offset needs a panel. */
    options.display.panel = "9x9";
    if (options.display.full_range)
        options.output = ERRDIFF_HOLOGRAM_BINARY_PHASE;
    /* A binary phase has two levels. */
    if (options.output == ERRDIFF_HOLOGRAM_BINARY_PHASE)
        options.levels = 2;
    return errdiff_hologram_options_check(&options, &message) == ERRDIFF_OK ? NULL : message.text;
}

static void assert_refused(const errdiff_option_info *option, double value)
{
    const char *said = check(option, value);
    assert_non_null(said);
    assert_memory_equal(said, option->name, strlen(option->name));
}

static void test_every_range_is_checked(void **state)
{
    errdiff_option_info option;
    (void)state;
    for (int i = 0; errdiff_hologram_option_get(i, &option) == ERRDIFF_OK; i++) {
        if (option.type == ERRDIFF_OPTION_REAL) {
            assert_refused(&option, NAN);
            assert_refused(&option, INFINITY);
            if (!option.default_value)
                assert_refused(&option, 0);
            if (isfinite(option.min))
                assert_refused(&option, option.min - 0.001);
            assert_null(check(&option, fmin(10, option.max)));
        } else if (option.type != ERRDIFF_OPTION_TEXT && option.type != ERRDIFF_OPTION_FILE) {
            assert_refused(&option, option.min - 1);
            assert_refused(&option, option.max + 1);
            assert_null(check(&option, option.min));
            assert_null(check(&option, option.max));
        }
    }
}

static void test_units_of_messages_are_those_of_the_option(void **state)
{
    errdiff_hologram_options options = usual_options();
    errdiff_message message;
    (void)state;
    options.optics.view_height = -2500;
    assert_int_equal(errdiff_hologram_options_check(&options, &message), ERRDIFF_BAD_ARGUMENT);
    assert_string_equal(message.text,
                        "view-height: -2.5 is out of range; it must be 0 millimeters or more");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_row_is_complete),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_every_range_is_checked),
        cmocka_unit_test(test_units_of_messages_are_those_of_the_option),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

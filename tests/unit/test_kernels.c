/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the named kernels with what was published, and tests the slopes of kernels. */
#include "errdiff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

struct expected_kernel {
    const char *name;
    int divisor;
    int sum;
    int slope;
    int tap_count;
    errdiff_tap taps[12]; /* row by row, from left to right */
};

static const struct expected_kernel fixed_kernels[] = {
    {"simple", 2, 2, 1, 2, {{1, 0, 1}, {0, 1, 1}}},
    {"false-floyd-steinberg", 8, 8, 1, 3, {{1, 0, 3}, {0, 1, 3}, {1, 1, 2}}},
    {"floyd-steinberg", 16, 16, 2, 4, {{1, 0, 7}, {-1, 1, 3}, {0, 1, 5}, {1, 1, 1}}},
    {"sierra-lite", 4, 4, 2, 3, {{1, 0, 2}, {-1, 1, 1}, {0, 1, 1}}},
    {"atkinson", 8, 6, 2, 6, {{1, 0, 1}, {2, 0, 1}, {-1, 1, 1}, {0, 1, 1}, {1, 1, 1}, {0, 2, 1}}},
    {"jarvis-judice-ninke",
     48,
     48,
     3,
     12,
     {{1, 0, 7},
      {2, 0, 5},
      {-2, 1, 3},
      {-1, 1, 5},
      {0, 1, 7},
      {1, 1, 5},
      {2, 1, 3},
      {-2, 2, 1},
      {-1, 2, 3},
      {0, 2, 5},
      {1, 2, 3},
      {2, 2, 1}}},
    {"stucki",
     42,
     42,
     3,
     12,
     {{1, 0, 8},
      {2, 0, 4},
      {-2, 1, 2},
      {-1, 1, 4},
      {0, 1, 8},
      {1, 1, 4},
      {2, 1, 2},
      {-2, 2, 1},
      {-1, 2, 2},
      {0, 2, 4},
      {1, 2, 2},
      {2, 2, 1}}},
    {"burkes",
     32,
     32,
     3,
     7,
     {{1, 0, 8}, {2, 0, 4}, {-2, 1, 2}, {-1, 1, 4}, {0, 1, 8}, {1, 1, 4}, {2, 1, 2}}},
    {"sierra-3",
     32,
     32,
     3,
     10,
     {{1, 0, 5},
      {2, 0, 3},
      {-2, 1, 2},
      {-1, 1, 4},
      {0, 1, 5},
      {1, 1, 4},
      {2, 1, 2},
      {-1, 2, 2},
      {0, 2, 3},
      {1, 2, 2}}},
    {"sierra-2",
     16,
     16,
     3,
     7,
     {{1, 0, 4}, {2, 0, 3}, {-2, 1, 1}, {-1, 1, 2}, {0, 1, 3}, {1, 1, 2}, {2, 1, 1}}},
    {"fan", 16, 16, 3, 4, {{1, 0, 7}, {-2, 1, 1}, {-1, 1, 3}, {0, 1, 5}}},
    {"shiau-fan-1", 8, 8, 3, 4, {{1, 0, 4}, {-2, 1, 1}, {-1, 1, 1}, {0, 1, 2}}},
    {"shiau-fan-2", 16, 16, 4, 5, {{1, 0, 8}, {-3, 1, 1}, {-2, 1, 1}, {-1, 1, 2}, {0, 1, 4}}},
    {"stevenson-arce",
     200,
     200,
     4,
     12,
     {{2, 0, 32},
      {-3, 1, 12},
      {-1, 1, 26},
      {1, 1, 30},
      {3, 1, 16},
      {-2, 2, 12},
      {0, 2, 26},
      {2, 2, 12},
      {-3, 3, 5},
      {-1, 3, 12},
      {1, 3, 12},
      {3, 3, 5}}},
    {"errdiff-12",
     256,
     256,
     3,
     12,
     {{1, 0, 143},
      {2, 0, -9},
      {-2, 1, 24},
      {-1, 1, 57},
      {0, 1, 87},
      {1, 1, 22},
      {2, 1, -33},
      {-2, 2, -10},
      {-1, 2, -22},
      {0, 2, 1},
      {1, 2, -7},
      {2, 2, 3}}},
    {"errdiff-5", 16, 16, 3, 5, {{1, 0, 8}, {-2, 1, 1}, {-1, 1, 3}, {0, 1, 5}, {2, 1, -1}}},
};

static const char *const tone_dependent[] = {"ostromoukhov", "zhou-fang"};

enum { TONE_DEPENDENT_COUNT = sizeof(tone_dependent) / sizeof(tone_dependent[0]) };

enum { FIXED_COUNT = sizeof(fixed_kernels) / sizeof(fixed_kernels[0]) };

static errdiff_kernel named(const char *name)
{
    errdiff_kernel kernel;

    for (int i = 0; i < errdiff_kernel_count(); i++) {
        errdiff_kernel_get(i, &kernel);
        if (strcmp(kernel.name, name) == 0)
            return kernel;
    }
    fail_msg("there is no kernel %s", name);
    return (errdiff_kernel){0};
}

static errdiff_kernel parsed(const char *text)
{
    errdiff_kernel kernel;

    assert_int_equal(errdiff_kernel_parse(text, &kernel, NULL), ERRDIFF_OK);
    return kernel;
}

static void assert_taps_equal(const errdiff_kernel *kernel, const errdiff_tap *taps, int count)
{
    assert_int_equal(kernel->tap_count, count);
    for (int k = 0; k < count; k++) {
        assert_int_equal(kernel->taps[k].dx, taps[k].dx);
        assert_int_equal(kernel->taps[k].dy, taps[k].dy);
        assert_int_equal(kernel->taps[k].weight, taps[k].weight);
    }
}

static void test_every_kernel_is_tested_here(void **state)
{
    (void)state;
    assert_int_equal(errdiff_kernel_count(), FIXED_COUNT + TONE_DEPENDENT_COUNT);
}

/* test_tones.c tests their tables; this tests what the public interface shows. */
static void test_kernels_by_tone(void **state)
{
    static const int places[3][2] = {{1, 0}, {-1, 1}, {0, 1}};

    (void)state;
    for (int i = 0; i < TONE_DEPENDENT_COUNT; i++) {
        errdiff_kernel kernel = named(tone_dependent[i]);
        int sum = 0;
        assert_non_null(kernel.tone_keys);
        assert_int_equal(errdiff_kernel_slope(&kernel), 2);
        assert_int_equal(kernel.tap_count, 3);
        for (int k = 0; k < 3; k++) {
            assert_int_equal(kernel.taps[k].dx, places[k][0]);
            assert_int_equal(kernel.taps[k].dy, places[k][1]);
            sum += kernel.taps[k].weight;
        }
        assert_int_equal(sum, kernel.divisor);
    }
    for (int i = 0; i < FIXED_COUNT; i++)
        assert_null(named(fixed_kernels[i].name).tone_keys);
}

static void test_weights_are_the_published_ones(void **state)
{
    (void)state;
    for (int i = 0; i < FIXED_COUNT; i++) {
        errdiff_kernel kernel = named(fixed_kernels[i].name);
        assert_int_equal(kernel.divisor, fixed_kernels[i].divisor);
        assert_taps_equal(&kernel, fixed_kernels[i].taps, fixed_kernels[i].tap_count);
    }
}

static void test_weights_sum_to_the_share_that_is_handed_on(void **state)
{
    (void)state;
    for (int i = 0; i < FIXED_COUNT; i++) {
        errdiff_kernel kernel = named(fixed_kernels[i].name);
        int sum = 0;
        for (int k = 0; k < kernel.tap_count; k++)
            sum += kernel.taps[k].weight;
        assert_int_equal(sum, fixed_kernels[i].sum);
    }
}

static void test_slopes_of_named_kernels(void **state)
{
    (void)state;
    for (int i = 0; i < FIXED_COUNT; i++) {
        errdiff_kernel kernel = named(fixed_kernels[i].name);
        assert_int_equal(errdiff_kernel_slope(&kernel), fixed_kernels[i].slope);
    }
}

static void test_every_kernel_has_a_title(void **state)
{
    (void)state;
    for (int i = 0; i < errdiff_kernel_count(); i++) {
        errdiff_kernel kernel;
        errdiff_kernel_get(i, &kernel);
        assert_non_null(kernel.title);
        assert_true(strlen(kernel.title) > 0);
    }
}

static void test_slopes_of_custom_kernels(void **state)
{
    static const struct {
        const char *text;
        int slope;
    } cases[] = {
        {"1: 1,0,1", 0},          {"2: 1,0,1; 15,0,1", 0}, {"1: 0,1,1", 1},
        {"1: 5,1,1", 1},          {"1: 1,1,1", 1},         {"1: -1,1,1", 2},
        {"1: -15,1,1", 16},       {"1: -1,2,1", 1},        {"1: -2,2,1", 2},
        {"1: -3,2,1", 2},         {"1: -4,2,1", 3},        {"1: -15,15,1", 2},
        {"1: -14,15,1", 1},       {"1: 15,15,1", 1},       {"2: -15,3,1; -3,1,1", 6},
        {"2: -3,1,1; -8,3,1", 4}, {"1: -5,1,-1", 6},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        errdiff_kernel kernel = parsed(cases[i].text);
        assert_int_equal(errdiff_kernel_slope(&kernel), cases[i].slope);
    }
}

static void test_a_name_is_parsed_as_that_kernel(void **state)
{
    (void)state;
    for (int i = 0; i < errdiff_kernel_count(); i++) {
        errdiff_kernel kernel;
        errdiff_kernel_get(i, &kernel);
        errdiff_kernel same = parsed(kernel.name);
        assert_string_equal(same.name, kernel.name);
        assert_string_equal(same.title, kernel.title);
        assert_int_equal(same.divisor, kernel.divisor);
        assert_taps_equal(&same, kernel.taps, kernel.tap_count);
    }
}

static void test_taps_are_ordered_by_row_and_column(void **state)
{
    static const errdiff_tap ordered[] = {{1, 0, 7}, {-1, 1, 3}, {0, 1, 5}, {1, 1, 1}};

    (void)state;
    errdiff_kernel kernel = parsed("16: 1,1,1; 0,1,5; 1,0,7; -1,1,3");
    assert_string_equal(kernel.name, "custom");
    assert_int_equal(kernel.divisor, 16);
    assert_taps_equal(&kernel, ordered, 4);
}

static void test_blanks_and_a_last_semicolon_are_allowed(void **state)
{
    static const errdiff_tap taps[] = {{1, 0, 7}, {-1, 1, -3}};
    static const char *const texts[] = {
        "16:1,0,7;-1,1,-3",
        "16: 1,0,7; -1,1,-3;",
        "  16 :  1 , 0 , 7 ;  -1 , 1 , -3 ;  ",
        "\t16:\n1,0,7;\n-1,1,-3\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        errdiff_kernel kernel = parsed(texts[i]);
        assert_int_equal(kernel.divisor, 16);
        assert_taps_equal(&kernel, taps, 2);
    }
}

static void test_a_weight_of_0_is_dropped(void **state)
{
    static const errdiff_tap taps[] = {{1, 0, 7}, {-1, 1, 3}};

    (void)state;
    errdiff_kernel kernel = parsed("16: 1,0,7; 2,0,0; -1,1,3; 0,1,0");
    assert_taps_equal(&kernel, taps, 2);
}

static void test_the_largest_values_are_allowed(void **state)
{
    static const errdiff_tap far[] = {{15, 0, 1}, {-15, 15, 1}, {15, 15, -2045}};

    (void)state;
    errdiff_kernel kernel = parsed("65536: 15,0,1; -15,15,1; 15,15,-2045");
    assert_int_equal(kernel.divisor, 65536);
    assert_taps_equal(&kernel, far, 3);
}

static void build_taps(char *text, size_t size, int count)
{
    int used = snprintf(text, size, "64:");

    for (int k = 0; k < count; k++)
        used += snprintf(text + used, size - (size_t)used, " %d,%d,1;", 1 + k % 15, k / 15);
}

static void test_64_taps_are_allowed_and_65_are_not(void **state)
{
    char text[1024];
    errdiff_kernel kernel;

    (void)state;
    build_taps(text, sizeof(text), ERRDIFF_MAX_TAPS);
    assert_int_equal(errdiff_kernel_parse(text, &kernel, NULL), ERRDIFF_OK);
    assert_int_equal(kernel.tap_count, ERRDIFF_MAX_TAPS);
    build_taps(text, sizeof(text), ERRDIFF_MAX_TAPS + 1);
    assert_int_equal(errdiff_kernel_parse(text, &kernel, NULL), ERRDIFF_BAD_ARGUMENT);
}

static void test_bad_kernels_are_refused_with_a_reason(void **state)
{
    static const char *const texts[] = {
        /* nothing, or no kernel at all */
        "",
        " ",
        "no-such-kernel",
        "Floyd",
        "floyd-steinberg ,",
        "16",
        "16:",
        "16: ;",
        "16: 1,0,0",
        ": 1,0,7",
        /* a tap behind the pixel */
        "16: 0,0,7",
        "16: -1,0,7",
        "16: 1,-1,7",
        "16: 1,0,7; -1,0,1",
        /* the divisor */
        "0: 1,0,7",
        "-16: 1,0,7",
        "65537: 1,0,7",
        "99999999999999999999: 1,0,7",
        "4294967297: 1,0,7",
        "1.5: 1,0,7",
        "x: 1,0,7",
        /* too far */
        "16: 16,0,7",
        "16: -16,1,7",
        "16: 0,16,7",
        "16: 4294967297,0,7",
        "16: 99999999999999999999,0,7",
        "16: 1,4294967296,7",
        /* the weights */
        "16: 1,0,2048",
        "16: 1,0,-2048",
        "16: 1,0,1024; 0,1,1024",
        "16: 1,0,2047; 0,1,-1",
        "16: 1,0,4294967303",
        "16: 1,0,99999999999999999999",
        "16: 1,0,-2147483648",
        "16: 1,0,-99999999999999999999",
        "16: 1,0,2147483647; 0,1,2147483647",
        /* two taps at one place */
        "16: 1,0,7; 1,0,2",
        "16: 1,0,7; 0,1,1; 1,0,7",
        /* not of the form */
        "16: 1,0",
        "16: 1,0,",
        "16: 1,0,7,1",
        "16: 1,0,7;; 0,1,1",
        "16: 1,0,7 0,1,1",
        "16: 1,0,7; 0,1",
        "16: 1,0,7; junk",
        "16: 1,0,7 junk",
        "16: a,b,c",
        "16: 1;0;7",
        "16: 1,0,7.5",
        "16; 1,0,7",
        "16: 1,0,- 7",
        "16: 1,0,0x7",
        "16: 16: 1,0,7",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        errdiff_kernel kernel;
        errdiff_kernel before;
        errdiff_message message = {""};

        memset(&kernel, 0x5a, sizeof(kernel));
        before = kernel;
        errdiff_status status = errdiff_kernel_parse(texts[i], &kernel, &message);
        if (status != ERRDIFF_BAD_ARGUMENT)
            fail_msg("\"%s\" gave status %d", texts[i], (int)status);
        if (message.text[0] == '\0')
            fail_msg("\"%s\" was refused without a reason", texts[i]);
        if (memcmp(&kernel, &before, sizeof(kernel)) != 0)
            fail_msg("\"%s\" changed the kernel", texts[i]);
        assert_int_equal(errdiff_kernel_parse(texts[i], &kernel, NULL), ERRDIFF_BAD_ARGUMENT);
    }
}

static void test_a_long_text_is_refused_in_a_short_message(void **state)
{
    static char text[100000];
    errdiff_kernel kernel;
    errdiff_message message;

    (void)state;
    memset(text, '7', sizeof(text) - 1);
    assert_int_equal(errdiff_kernel_parse(text, &kernel, &message), ERRDIFF_BAD_ARGUMENT);
    assert_non_null(memchr(message.text, '\0', sizeof(message.text)));
    assert_null(strchr(message.text, '\n'));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_kernel_is_tested_here),
        cmocka_unit_test(test_kernels_by_tone),
        cmocka_unit_test(test_weights_are_the_published_ones),
        cmocka_unit_test(test_weights_sum_to_the_share_that_is_handed_on),
        cmocka_unit_test(test_slopes_of_named_kernels),
        cmocka_unit_test(test_every_kernel_has_a_title),
        cmocka_unit_test(test_slopes_of_custom_kernels),
        cmocka_unit_test(test_a_name_is_parsed_as_that_kernel),
        cmocka_unit_test(test_taps_are_ordered_by_row_and_column),
        cmocka_unit_test(test_blanks_and_a_last_semicolon_are_allowed),
        cmocka_unit_test(test_a_weight_of_0_is_dropped),
        cmocka_unit_test(test_the_largest_values_are_allowed),
        cmocka_unit_test(test_64_taps_are_allowed_and_65_are_not),
        cmocka_unit_test(test_bad_kernels_are_refused_with_a_reason),
        cmocka_unit_test(test_a_long_text_is_refused_in_a_short_message),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests how levels are read from text, and the values of levels in images. */
#include "../support/plain_options.h"
#include "errdiff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

static void test_levels_from_text(void **state)
{
    static const struct {
        const char *text;
        int levels[3];
    } cases[] = {
        {"2", {2, 2, 2}},           {"256", {256, 256, 256}},     {"4,8,4", {4, 8, 4}},
        {"2,256,17", {2, 256, 17}}, {" 4 , 8 , 16 ", {4, 8, 16}}, {"auto", {0, 0, 0}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int levels[3] = {7, 7, 7};
        assert_int_equal(errdiff_levels_parse(cases[i].text, levels, NULL), ERRDIFF_OK);
        assert_memory_equal(levels, cases[i].levels, sizeof(levels));
    }
}

static void test_bad_levels_are_refused_with_a_reason(void **state)
{
    static const char *const texts[] = {
        "",      " ",       "x",       "1",       "257",        "0",
        "-4",    "4,8",     "4,8,",    "4,8,4,4", "4,,4",       ",4,8",
        "4;8;4", "4,8,257", "4,1,4",   "1,4,4",   "4294967300", "99999999999999999999",
        "4 8 4", "4.5",     "4,8,4 x", "0x4",     "4,",         "4,8,4,",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        static const int before[3] = {11, 22, 33};
        int levels[3] = {11, 22, 33};
        errdiff_message message = {""};

        errdiff_status status = errdiff_levels_parse(texts[i], levels, &message);
        if (status != ERRDIFF_BAD_ARGUMENT)
            fail_msg("\"%s\" gave status %d", texts[i], (int)status);
        if (message.text[0] == '\0')
            fail_msg("\"%s\" was refused without a reason", texts[i]);
        assert_memory_equal(levels, before, sizeof(levels));
        assert_int_equal(errdiff_levels_parse(texts[i], levels, NULL), ERRDIFF_BAD_ARGUMENT);
    }
}

static void test_what_is_no_whole_number_is_named_as_a_whole(void **state)
{
    static const char *const texts[] = {"1.5", "300px", "0x4"};

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        int levels[3];
        errdiff_message message;

        assert_int_equal(errdiff_levels_parse(texts[i], levels, &message), ERRDIFF_BAD_ARGUMENT);
        assert_non_null(strstr(message.text, texts[i]));
    }
}

static void dither_row(int bits, void *samples, int width, int levels)
{
    errdiff_image image = {.data = samples,
                           .width = width,
                           .height = 1,
                           .channels = 1,
                           .bits = bits,
                           .stride = (ptrdiff_t)width * bits / 8};
    errdiff_options options;

    plain_options_init(&options);
    options.levels[0] = levels;
    options.strength = 0;
    assert_int_equal(errdiff_dither(&image, &image, &options, NULL), ERRDIFF_OK);
}

/* Without diffusion every sample goes to its nearest level, the lower one on a tie. */
static void test_values_and_thresholds_of_3_levels(void **state)
{
    uint8_t narrow[] = {0, 63, 64, 65, 128, 191, 192, 255};
    static const uint8_t narrow_expected[] = {0, 0, 0, 128, 128, 128, 255, 255};
    uint16_t wide[] = {0, 16383, 16384, 16385, 32768, 49151, 49152, 65535};
    static const uint16_t wide_expected[] = {0, 0, 0, 32768, 32768, 32768, 65535, 65535};

    (void)state;
    dither_row(8, narrow, 8, 3);
    assert_memory_equal(narrow, narrow_expected, sizeof(narrow));
    dither_row(16, wide, 8, 3);
    assert_memory_equal(wide, wide_expected, sizeof(wide));
}

static void test_values_of_4_and_5_levels(void **state)
{
    uint8_t four[] = {0, 85, 170, 255, 42, 43, 127, 128, 212, 213};
    static const uint8_t four_expected[] = {0, 85, 170, 255, 0, 85, 85, 170, 170, 255};
    uint8_t five[] = {0, 60, 120, 200, 255, 32, 33, 96, 223, 224};
    static const uint8_t five_expected[] = {0, 64, 128, 191, 255, 0, 64, 64, 191, 255};

    (void)state;
    dither_row(8, four, 10, 4);
    assert_memory_equal(four, four_expected, sizeof(four));
    dither_row(8, five, 10, 5);
    assert_memory_equal(five, five_expected, sizeof(five));
}

static void test_256_levels_keep_8_bits(void **state)
{
    uint8_t samples[256];

    (void)state;
    for (int v = 0; v < 256; v++)
        samples[v] = (uint8_t)v;
    dither_row(8, samples, 256, 256);
    for (int v = 0; v < 256; v++)
        assert_int_equal(samples[v], v);
}

static void test_256_levels_of_16_bits_are_multiples_of_257(void **state)
{
    uint16_t samples[] = {0, 128, 129, 257, 385, 386, 65406, 65407, 65535};
    static const uint16_t expected[] = {0, 0, 257, 257, 257, 514, 65278, 65535, 65535};

    (void)state;
    dither_row(16, samples, 9, 256);
    assert_memory_equal(samples, expected, sizeof(samples));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels_from_text),
        cmocka_unit_test(test_bad_levels_are_refused_with_a_reason),
        cmocka_unit_test(test_what_is_no_whole_number_is_named_as_a_whole),
        cmocka_unit_test(test_values_and_thresholds_of_3_levels),
        cmocka_unit_test(test_values_of_4_and_5_levels),
        cmocka_unit_test(test_256_levels_keep_8_bits),
        cmocka_unit_test(test_256_levels_of_16_bits_are_multiples_of_257),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

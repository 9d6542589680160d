/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The locale of the program that calls the library changes no number: defaults, pixels, what texts
 * and files say, and how ranges are written are the same where numbers have a decimal comma. */
#include "errdiff.h"

#include "base/system.h"
#include "config.h"
#ifdef HAVE_HOLOGRAM
#include "errdiff_hologram.h"
#include "hologram/gray_table.h"
#endif

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 256 };

static void use_point(void)
{
    assert_non_null(setlocale(LC_ALL, "C"));
}

static bool set_comma(void)
{
    const char *name = setlocale(LC_ALL, "de_DE.UTF-8");
    if (!name)
        name = setlocale(LC_ALL, "de-DE"); /* Windows */
    return name && strcmp(localeconv()->decimal_point, ",") == 0;
}

static void use_comma(void)
{
    assert_true(set_comma());
}

static int back_to_point(void **state)
{
    (void)state;
    use_point();
    return 0;
}

static void test_numbers(void **state)
{
    static const char *const texts[] = {"0.5", "-12.25e1 rest", "3", "+.5", "1,5", "x", ""};
    static const double values[] = {0.5, -122.5, 3, 0.5, 1, 0, 0};
    static const int lengths[] = {3, 8, 1, 3, 1, 0, 0};
    (void)state;
    use_comma();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *end;
        assert_true(errdiff_system_read_number(texts[i], &end) == values[i]);
        assert_int_equal(end - texts[i], lengths[i]);
    }
    assert_string_equal(localeconv()->decimal_point, ",");
}

static void test_defaults(void **state)
{
    errdiff_options expected, options;
    (void)state;
    use_point();
    errdiff_options_init(&expected);
    use_comma();
    errdiff_options_init(&options);
    assert_true(options.stretch_share == 0.5);
    assert_memory_equal(&options, &expected, sizeof options);
}

static void describe(int index, errdiff_message *values)
{
    errdiff_option_info option;
    memset(values, 0, sizeof *values);
    assert_int_equal(errdiff_option_get(index, &option), ERRDIFF_OK);
    errdiff_option_values(&option, values);
}

static void test_described_values(void **state)
{
    (void)state;
    for (int i = 0; i < errdiff_option_count(); i++) {
        errdiff_message expected, values;
        use_point();
        describe(i, &expected);
        use_comma();
        describe(i, &values);
        assert_string_equal(values.text, expected.text);
    }
}

static void dither(const char *kernel, const char *palette, uint8_t *result)
{
    static uint8_t image[SIDE * SIDE * 3];
    errdiff_image in = {
        .data = image, .width = SIDE, .height = SIDE, .channels = 3, .bits = 8, .stride = 3 * SIDE};
    errdiff_image out = in;
    errdiff_options options;
    errdiff_report report;
    errdiff_palette colors;
    for (int i = 0; i < SIDE * SIDE * 3; i++)
        image[i] = (uint8_t)(20 + (i / 3 % SIDE + i / (3 * SIDE)) * 2 / 5);
    errdiff_options_init(&options);
    options.levels[0] = 2;
    options.kernel = kernel;
    options.stretch = 1;
    options.gamut = ERRDIFF_GAMUT_COMPRESS;
    options.threads = 1;
    out.data = result;
    if (palette) {
        assert_int_equal(errdiff_palette_find(palette, &colors, NULL), ERRDIFF_OK);
        options.palette = &colors;
    }
    assert_int_equal(errdiff_dither(&in, &out, &options, &report), ERRDIFF_OK);
}

static void test_pixels(void **state)
{
    static const struct {
        const char *kernel, *palette;
    } jobs[] = {{"floyd-steinberg", NULL},
                {"ostromoukhov", NULL},
                {"zhou-fang", NULL},
                {"16: 1,0,7; -1,1,3; 0,1,5; 1,1,1", "ega"}};
    static uint8_t expected[SIDE * SIDE * 3], result[SIDE * SIDE * 3];
    (void)state;
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        use_point();
        dither(jobs[i].kernel, jobs[i].palette, expected);
        use_comma();
        dither(jobs[i].kernel, jobs[i].palette, result);
        assert_memory_equal(result, expected, sizeof result);
    }
}

static void read_texts(errdiff_palette palettes[2], errdiff_kernel *kernel, int levels[3])
{
    static const char *const files[] = {
        "GIMP Palette\nName: Made\nColumns: 2\n#\n 12 34 56\tBlue\n255 255 255\tWhite\n",
        "#0c2238\nFFFFFF=#010203\n"};
    for (int i = 0; i < 2; i++) {
        memset(&palettes[i], 0, sizeof palettes[i]);
        assert_int_equal(errdiff_palette_parse(files[i], strlen(files[i]), &palettes[i], NULL),
                         ERRDIFF_OK);
        assert_int_equal(palettes[i].count, 2);
    }
    memset(kernel, 0, sizeof *kernel);
    assert_int_equal(errdiff_kernel_parse("16: 1,0,7; -1,1,3; 0,1,5; 1,1,1", kernel, NULL),
                     ERRDIFF_OK);
    assert_int_equal(errdiff_levels_parse("4,8,4", levels, NULL), ERRDIFF_OK);
}

static void test_palettes_kernels_and_levels(void **state)
{
    static errdiff_palette expected_palettes[2], palettes[2];
    errdiff_kernel expected_kernel, kernel;
    int expected_levels[3], levels[3];
    (void)state;
    use_point();
    read_texts(expected_palettes, &expected_kernel, expected_levels);
    use_comma();
    read_texts(palettes, &kernel, levels);
    assert_memory_equal(palettes, expected_palettes, sizeof palettes);
    assert_memory_equal(&kernel, &expected_kernel, sizeof kernel);
    assert_memory_equal(levels, expected_levels, sizeof levels);
}

#ifdef HAVE_HOLOGRAM
static void test_defaults_of_holograms(void **state)
{
    errdiff_hologram_options expected, options;
    errdiff_option_info option;
    (void)state;
    use_point();
    errdiff_hologram_options_init(&expected);
    use_comma();
    errdiff_hologram_options_init(&options);
    assert_memory_equal(&options, &expected, sizeof options);
    for (int i = 0; errdiff_hologram_option_get(i, &option) == ERRDIFF_OK; i++) {
        errdiff_message before, after;
        use_point();
        errdiff_option_values(&option, &before);
        use_comma();
        errdiff_option_values(&option, &after);
        assert_string_equal(after.text, before.text);
    }
}

/* Writes a text to a file, and the file's path to `path`. */
static void make_file(char path[32], const char *text)
{
    strcpy(path, "errdiff-locale.csv");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void test_tables_of_displays(void **state)
{
    char path[32];
    uint16_t samples[4];
    errdiff_complex values[ERRDIFF_HOLOGRAM_MAX_MEASURED];
    errdiff_message message;
    int count;
    (void)state;
    use_comma();
    make_file(path, "0,0.0\n64,1.5708\n128,3.1416\n192,4.7124\n");
    int levels = 4;
    errdiff_status status = errdiff_gray_table_read(path, 8, &levels, samples, NULL, &message);
    remove(path);
    assert_int_equal(status, ERRDIFF_OK);
    for (int i = 0; i < 4; i++)
        assert_int_equal(samples[i], 64 * i);
    make_file(path, "0,0.5,0.0\n128,1.0,0.0\n");
    status = errdiff_level_table_read(path, 8, samples, values, &count, &message);
    remove(path);
    assert_int_equal(status, ERRDIFF_OK);
    assert_int_equal(count, 2);
    assert_true(values[0].re == 0.5 && values[1].re == 1);
}
#endif

int main(void)
{
    /* LOCPATH names the folder of a locale that was made for this test. */
    if (!getenv("LOCPATH") && !set_comma()) {
        puts("skipped: this system has no locale with a decimal comma");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_numbers, back_to_point),
        cmocka_unit_test_teardown(test_defaults, back_to_point),
        cmocka_unit_test_teardown(test_described_values, back_to_point),
        cmocka_unit_test_teardown(test_pixels, back_to_point),
        cmocka_unit_test_teardown(test_palettes_kernels_and_levels, back_to_point),
#ifdef HAVE_HOLOGRAM
        cmocka_unit_test_teardown(test_defaults_of_holograms, back_to_point),
        cmocka_unit_test_teardown(test_tables_of_displays, back_to_point),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dot gain: its texts, its curves, and images that are printed with round dots. */
#include "errdiff.h"
#include "prepare/dot_gain.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Texts --------------------------------------------------------------------------------- */

static void test_texts(void **state)
{
    static const struct {
        const char *text;
        int count;
        int32_t coverage, printed; /* of the second point */
    } good[] = {
        {"0", 21, 5000, 5000},
        {" 20 ", 21, 5000, 7678}, /* 2.77 of 20.68 percent, for a gain of 20 */
        {"20\n", 21, 5000, 7678},
        {"25 40", 3, 25000, 40000},
        {"0 0; 25 40.5; 100 100", 3, 25000, 40500},
        {"# of a wedge\n25\t40 # dry\r\n\n50 70;75 90;\n", 5, 25000, 40000},
        {"\xEF\xBB\xBF"
         "25 40",
         3, 25000, 40000},
        {"10 0; 20 0", 4, 10000, 0},
    };
    struct errdiff_gain_curve curve;
    (void)state;

    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(errdiff_gain_read(good[i].text, 1, &curve, NULL), ERRDIFF_OK);
        assert_int_equal(curve.count, good[i].count);
        assert_int_equal(curve.coverage[1], good[i].coverage);
        assert_int_equal(curve.printed[1], good[i].printed);
        assert_int_equal(curve.coverage[curve.count - 1], 100000);
        assert_int_equal(curve.printed[curve.count - 1], 100000);
    }
}

static void test_wrong_texts(void **state)
{
    static const struct {
        const char *text, *said;
    } wrong[] = {
        {"", "not understood"},
        {"much", "not understood"},
        {"-1", "not understood"},
        {"nan", "not understood"},
        {"20,5", "not understood"},
        {"25 40 50", "not understood"},
        {"25 40; 50", "not understood"},
        {"25 101", "not understood"},
        {"36", "0 to 35"},
        {"50 70; 50 80", "50 percent follows 50"},
        {"50 70; 40 80", "40 percent follows 50"},
        {"25 40; 50 39", "from 40 percent at a coverage of 25 to 39 percent at 50"},
        {"0 1", "coverage of 0"},
        {"100 99", "coverage of 100"},
    };
    struct errdiff_gain_curve curve;
    errdiff_message message;
    errdiff_options options;
    (void)state;

    errdiff_options_init(&options);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(errdiff_gain_read(wrong[i].text, 1, &curve, &message),
                         ERRDIFF_BAD_ARGUMENT);
        assert_non_null(strstr(message.text, wrong[i].said));
        options.dot_gain = wrong[i].text;
        assert_int_equal(errdiff_options_check(&options, NULL), ERRDIFF_BAD_ARGUMENT);
    }
}

static void test_number_of_points(void **state)
{
    char text[2000] = "";
    struct errdiff_gain_curve curve;
    errdiff_message message;
    (void)state;

    for (int i = 1; i <= 101; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%d.%d %d;", i * 9 / 10, i * 9 % 10, i / 2);
        assert_int_equal(errdiff_gain_read(text, 1, &curve, &message),
                         i <= 100 ? ERRDIFF_OK : ERRDIFF_BAD_ARGUMENT);
    }
    assert_non_null(strstr(message.text, "more than 100"));
}

/* ---- Curves -------------------------------------------------------------------------------- */

static void test_curves_of_dots(void **state)
{
    struct errdiff_gain_curve curve, clusters;
    (void)state;

    for (int32_t gain = 0; gain <= 1000 * ERRDIFF_MAX_DOT_GAIN; gain += 125) {
        errdiff_gain_of_dots(gain, 1, &curve);
        assert_int_equal(curve.printed[10], 50000 + gain);
        assert_int_equal(curve.printed[20], 100000);
        for (int i = 0; i < 20; i++)
            assert_true(curve.printed[i] < curve.printed[i + 1]);
        assert_int_equal(errdiff_gain_is_identity(&curve), gain == 0);
    }
    /* Twice as long a period has half of the edges. */
    errdiff_gain_of_dots(20000, 2 * 1.4142135623730951, &clusters);
    errdiff_gain_of_dots(10000, 1, &curve);
    for (int i = 0; i <= 20; i++)
        assert_int_equal(clusters.printed[i], curve.printed[i]);
}

static void test_tables(void **state)
{
    static const int32_t values[] = {100, 1100, 1100, 3100};
    static uint16_t table[4096];
    struct errdiff_gain_curve curve;
    (void)state;

    assert_int_equal(errdiff_gain_read("25 40; 50 70; 75 90", 1, &curve, NULL), ERRDIFF_OK);
    errdiff_gain_table(&curve, values, 4, 4095, table);
    for (int v = 0; v <= 100; v++)
        assert_int_equal(table[v], v);
    for (int v = 3100; v <= 4095; v++)
        assert_int_equal(table[v], v);
    assert_int_equal(table[1100 - 400], 1100 - 250);
    assert_int_equal(table[1100 - 550], 1100 - 375); /* in the middle of 40 and 70 percent */
    assert_int_equal(table[1100], 1100);
    assert_int_equal(table[3100 - 1400], 3100 - 1000);
    for (int v = 1; v <= 4095; v++)
        assert_true(table[v] >= table[v - 1]);
}

/* ---- Printing ------------------------------------------------------------------------------ */

/* Each pixel of a print is divided into FINE × FINE points. */
enum { SIDE = 128, MARGIN = 8, FINE = 24, WORDS = FINE * FINE / 64 };

/* The points of a pixel that are covered by a round dot in it or in one of its 8 neighbors. */
struct dot {
    uint64_t covered[3][3][WORDS];
};

static void make_dot(struct dot *dot, double radius)
{
    memset(dot, 0, sizeof *dot);
    for (int i = 0; i < 9 * FINE * FINE; i++) {
        int neighbor = i / (FINE * FINE), point = i % (FINE * FINE);
        double x = (point % FINE + 0.5) / FINE - 0.5 - (neighbor % 3 - 1);
        double y = (double)(point / FINE) / FINE + 0.5 / FINE - 0.5 - (neighbor / 3 - 1);
        if (x * x + y * y <= radius * radius)
            dot->covered[neighbor / 3][neighbor % 3][point / 64] |= UINT64_C(1) << point % 64;
    }
}

/* The share of the area that has ink; `dots` has 0 where a dot is printed. What is covered by
 * several dots counts once. */
static double print(const uint8_t *dots, const struct dot *dot)
{
    int64_t covered = 0;
    int rows = SIDE - 2 * MARGIN;

    for (int y = MARGIN; y < SIDE - MARGIN; y++)
        for (int x = MARGIN; x < SIDE - MARGIN; x++) {
            uint64_t points[WORDS] = {0};
            for (int i = 0; i < 9; i++)
                for (int w = 0; w < WORDS && dots[(y + i / 3 - 1) * SIDE + x + i % 3 - 1] == 0; w++)
                    points[w] |= dot->covered[i / 3][i % 3][w];
            for (int w = 0; w < WORDS; w++)
                covered += __builtin_popcountll(points[w]);
        }
    return (double)covered / ((double)rows * rows * FINE * FINE);
}

/* The coverage of a column of a patch. It changes by 10 percent across a patch, as it does in
 * photographs: patterns that only flat areas have gain more. */
static double coverage_at(double coverage, int x)
{
    return fmin(fmax(coverage + 0.1 * ((x + 0.5) / SIDE - 0.5), 0), 1);
}

static void dither_gray(double coverage, const char *gain, const char *kernel, uint8_t *dots)
{
    static uint16_t samples[SIDE * SIDE];
    errdiff_image in = {samples, SIDE, SIDE, 1, 16, SIDE * 2, NULL, 0};
    errdiff_image out = {dots, SIDE, SIDE, 1, 8, SIDE, NULL, 0};
    errdiff_options options;

    for (int i = 0; i < SIDE * SIDE; i++)
        samples[i] =
            (uint16_t)lrint(65535 * errdiff_srgb_from_linear(1 - coverage_at(coverage, i % SIDE)));
    errdiff_options_init(&options);
    options.kernel = kernel;
    options.dot_gain = gain;
    assert_int_equal(errdiff_dither(&in, &out, &options, NULL), ERRDIFF_OK);
}

/* A pale ink on paper that is not white. */
static void dither_inks(double coverage, const char *gain, const char *kernel, uint8_t *dots)
{
    static const errdiff_palette inks = {.count = 2,
                                         .colors = {{0x2b, 0x2a, 0x29}, {0xec, 0xe6, 0xd8}}};
    static uint16_t samples[SIDE * SIDE * 3];
    errdiff_image in = {samples, SIDE, SIDE, 3, 16, SIDE * 6, NULL, 0};
    errdiff_image out = {dots, SIDE, SIDE, 1, 8, SIDE, NULL, 0};
    errdiff_options options;

    for (int i = 0; i < SIDE * SIDE * 3; i++) {
        double share = coverage_at(coverage, i / 3 % SIDE);
        double ink = errdiff_srgb_to_linear(inks.colors[0][i % 3] / 255.0);
        double paper = errdiff_srgb_to_linear(inks.colors[1][i % 3] / 255.0);
        samples[i] =
            (uint16_t)lrint(65535 * errdiff_srgb_from_linear(share * ink + (1 - share) * paper));
    }
    errdiff_options_init(&options);
    options.kernel = kernel;
    options.palette = &inks;
    options.indexed = 1;
    options.dot_gain = gain;
    assert_int_equal(errdiff_dither(&in, &out, &options, NULL), ERRDIFF_OK);
}

typedef void (*dither_function)(double coverage, const char *gain, const char *kernel,
                                uint8_t *dots);

/* The coverage by Murray and Davies of a printed patch: in proportion to that of solid ink, which
 * small dots leave holes in. */
static double printed(dither_function dither, double coverage, const char *gain, const char *kernel,
                      const struct dot *dot)
{
    static uint8_t dots[SIDE * SIDE], solid[SIDE * SIDE];

    dither(coverage, gain, kernel, dots);
    return print(dots, dot) / print(solid, dot);
}

/* The dot whose gain at 50 percent coverage is `gain`. */
static void find_dot(struct dot *dot, double gain)
{
    double least = 0.5, most = 1;

    for (int i = 0; i < 12; i++) {
        double radius = (least + most) / 2;
        make_dot(dot, radius);
        if (printed(dither_gray, 0.5, "0", "errdiff-12", dot) - 0.5 < gain)
            least = radius;
        else
            most = radius;
    }
}

/* The largest difference of what is printed from what is wanted, 0..1. */
static double largest_difference(dither_function dither, const char *gain, const char *kernel,
                                 const struct dot *dot)
{
    double largest = 0;

    for (int percent = 5; percent <= 95; percent += 5) {
        double wanted = percent / 100.0;
        double difference = fabs(printed(dither, wanted, gain, kernel, dot) - wanted);
        largest = fmax(largest, difference);
    }
    return largest;
}

/* The shape of the curve is that of errdiff-12; other kernels have nearly the same. */
static void test_prints(void **state)
{
    static const struct {
        const char *kernel;
        double most;
    } kernels[] = {{"errdiff-12", 0.01}, {"floyd-steinberg", 0.02}, {"ostromoukhov", 0.02}};
    struct dot dot;
    (void)state;

    for (int percent = 10; percent <= 30; percent += 10) {
        char gain[8];
        snprintf(gain, sizeof gain, "%d", percent);
        find_dot(&dot, percent / 100.0);
        for (int k = 0; k < 3; k++) {
            double with = largest_difference(dither_gray, gain, kernels[k].kernel, &dot);
            double without = largest_difference(dither_gray, "0", kernels[k].kernel, &dot);
            print_message("%d %%, %s: %.2f %%, without the option %.2f %%\n", percent,
                          kernels[k].kernel, 100 * with, 100 * without);
            assert_true(with <= kernels[k].most);
            assert_true(without >= 0.8 * percent / 100.0);
        }
        assert_true(largest_difference(dither_inks, gain, "errdiff-12", &dot) <= 0.01);
    }
}

/* A wedge of 20 steps is measured, and then the curve is used. */
static void test_prints_with_a_measured_curve(void **state)
{
    static const double radii[] = {0.62, 0.7, 0.78};
    struct dot dot;
    (void)state;

    for (int r = 0; r < 3; r++) {
        char curve[600] = "";
        make_dot(&dot, radii[r]);
        for (int percent = 5; percent < 100; percent += 5) {
            size_t used = strlen(curve);
            double share = printed(dither_gray, percent / 100.0, "0", "errdiff-12", &dot);
            snprintf(curve + used, sizeof curve - used, "%d %.1f; ", percent, 100 * share);
        }
        double with = largest_difference(dither_gray, curve, "errdiff-12", &dot);
        print_message("%s: %.2f %%\n", curve, 100 * with);
        assert_true(with <= 0.01);
    }
}

/* With more levels the dots of each spread over the next lighter one, and areas at a level stay. */
static void test_more_levels(void **state)
{
    enum { COUNT = 256 };
    uint8_t samples[COUNT], result[COUNT];
    errdiff_image in = {samples, COUNT, 1, 1, 8, COUNT, NULL, 0};
    errdiff_image out = {result, COUNT, 1, 1, 8, COUNT, NULL, 0};
    errdiff_options options;
    (void)state;

    errdiff_options_init(&options);
    options.levels[0] = 4;
    options.dot_gain = "30";
    for (int level = 0; level < 4; level++) {
        memset(samples, 85 * level, COUNT);
        assert_int_equal(errdiff_dither(&in, &out, &options, NULL), ERRDIFF_OK);
        assert_memory_equal(result, samples, COUNT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_wrong_texts),
        cmocka_unit_test(test_number_of_points),
        cmocka_unit_test(test_curves_of_dots),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_prints),
        cmocka_unit_test(test_prints_with_a_measured_curve),
        cmocka_unit_test(test_more_levels),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

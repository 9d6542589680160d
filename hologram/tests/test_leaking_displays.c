/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Displays that leak: light that is not modulated, and phases that spread to neighbors. What they
 * show is as documented, and quantizing makes up for it. */
#include "errdiff_hologram.h"
#include "scene.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 256, PIXELS = SIDE * SIDE };

static uint16_t levels[PIXELS], other_levels[PIXELS];

static void quantize(const errdiff_field *field, const errdiff_hologram_options *options,
                     uint16_t *result, errdiff_hologram_report *report)
{
    if (errdiff_hologram_quantize(field, options, result, report) != ERRDIFF_OK)
        fail_msg("%s", report->message.text);
}

static double ratio(const errdiff_field *field, const errdiff_hologram_options *options,
                    const errdiff_hologram_report *report, const uint16_t *result)
{
    errdiff_hologram_similarity seen;
    assert_int_equal(errdiff_hologram_measure(field, options, report->scale, result, &seen, NULL),
                     ERRDIFF_OK);
    return seen.snr;
}

/* By how many decibels there is less noise if the leaks of options->display are known when the
 * hologram is quantized. */
static double gained(const char *scene, const errdiff_hologram_options *wanted)
{
    errdiff_hologram_options options, unknown;
    errdiff_hologram_report report;
    errdiff_field field = scene_middle(scene, SIDE, &options);
    errdiff_optics optics = options.optics;
    options = *wanted;
    options.optics = optics;
    unknown = options;
    unknown.display.zero_order = unknown.display.crosstalk = 0;
    if (options.output == ERRDIFF_HOLOGRAM_POSITIVE_AMPLITUDE)
        unknown.output = ERRDIFF_HOLOGRAM_AMPLITUDE;
    quantize(&field, &unknown, levels, &report);
    double without = ratio(&field, &options, &report, levels);
    quantize(&field, &options, levels, &report);
    double with = ratio(&field, &options, &report, levels);
    print_message("%s, %d levels, zero order %g, crosstalk %g, %d passes: %.2f and %.2f dB\n",
                  scene, options.levels, options.display.zero_order, options.display.crosstalk,
                  options.refine, without, with);
    errdiff_field_free(&field);
    return with - without;
}

static void test_quantizing_makes_up_for_leaks(void **state)
{
    static const struct {
        const char *scene;
        errdiff_hologram_output output;
        int levels, refine;
        double zero_order, crosstalk, grating, least;
    } cases[] = {
        {"p256", ERRDIFF_HOLOGRAM_PHASE, 256, 0, 0.01, 0, 0, 6},
        {"p256", ERRDIFF_HOLOGRAM_PHASE, 4, 0, 0.02, 0, 0, 5},
        {"p256", ERRDIFF_HOLOGRAM_PHASE, 16, 3, 0.02, 0, 20, 5},
        {"p256", ERRDIFF_HOLOGRAM_PHASE, 256, 0, 0, 0.35, 0, 6},
        {"p256", ERRDIFF_HOLOGRAM_PHASE, 3, 2, 0, 0.35, 0, 4},
        {"p256", ERRDIFF_HOLOGRAM_PHASE, 16, 3, 0.01, 0.4, 0, 8},
        {"p256", ERRDIFF_HOLOGRAM_PHASE, 16, 0, 0, 0.35, -4, 5},
        /* With two levels it hardly matters, in either direction. */
        {"o", ERRDIFF_HOLOGRAM_BINARY_PHASE, 2, 0, 0, 0.35, 0, -0.5},
        {"o", ERRDIFF_HOLOGRAM_POSITIVE_AMPLITUDE, 2, 0, 0, 0, 0, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        errdiff_hologram_options options;
        errdiff_hologram_options_init(&options);
        options.output = cases[i].output;
        options.levels = cases[i].levels;
        options.refine = cases[i].refine;
        options.display.zero_order = cases[i].zero_order;
        options.display.crosstalk = cases[i].crosstalk;
        options.added.grating_x = cases[i].grating;
        assert_true(gained(cases[i].scene, &options) > cases[i].least);
    }
}

static double phase_at(int width, int height, int x, int y, int count)
{
    x = x < 0 ? 0 : x < width ? x : width - 1;
    y = y < 0 ? 0 : y < height ? y : height - 1;
    return 6.28318530717958648 * levels[y * width + x] / count;
}

/* The sum that crosstalk.h describes, in double precision. */
static void test_what_is_shown(void **state)
{
    static const double sigmas[] = {0.2, 0.35, 0.7, 1};
    enum { WIDTH = 9, HEIGHT = 6, LEVELS = 16 };
    errdiff_hologram_options options;
    errdiff_field field;
    (void)state;
    errdiff_hologram_options_init(&options);
    options.levels = LEVELS;
    options.display.zero_order = 0.04;
    assert_int_equal(errdiff_field_make(&field, WIDTH, HEIGHT), ERRDIFF_OK);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        levels[i] = (uint16_t)(i * 7 % LEVELS);
    for (size_t i = 0; i < sizeof sigmas / sizeof *sigmas; i++) {
        options.display.crosstalk = sigmas[i];
        errdiff_hologram_show(levels, &options, &field);
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++) {
                double phase = 0, shares = 0;
                for (int dy = -6; dy <= 6; dy++)
                    for (int dx = -6; dx <= 6; dx++) {
                        double share = exp(-0.5 * (dx * dx + dy * dy) / (sigmas[i] * sigmas[i]));
                        shares += share;
                        phase += share * phase_at(WIDTH, HEIGHT, x + dx, y + dy, LEVELS);
                    }
                errdiff_complex shown = field.values[y * WIDTH + x];
                double re = sqrt(0.96) * cos(phase / shares) + 0.2;
                double im = sqrt(0.96) * sin(phase / shares);
                assert_true(hypot(shown.re - re, shown.im - im) < 3e-3);
            }
    }
    errdiff_field_free(&field);
}

/* Micromirrors that are off send no light. */
static void test_positive_amplitudes(void **state)
{
    static const uint16_t both[] = {0, 1};
    errdiff_hologram_options options;
    errdiff_complex values[2];
    errdiff_field field = {values, 2, 1};
    uint16_t samples[2];
    (void)state;
    errdiff_hologram_options_init(&options);
    options.output = ERRDIFF_HOLOGRAM_POSITIVE_AMPLITUDE;
    options.levels = 2;
    errdiff_hologram_show(both, &options, &field);
    assert_true(values[0].re == 0 && values[1].re == 1 && values[1].im == 0);
    assert_int_equal(errdiff_hologram_samples(&options, 8, samples, NULL), ERRDIFF_OK);
    assert_int_equal(samples[0], 0);
    assert_int_equal(samples[1], 255);
}

static void test_full_range(void **state)
{
    errdiff_hologram_options options;
    uint16_t samples[2];
    (void)state;
    errdiff_hologram_options_init(&options);
    options.output = ERRDIFF_HOLOGRAM_BINARY_PHASE;
    options.levels = 2;
    for (int bits = 8; bits <= 16; bits += 8) {
        options.display.full_range = 0;
        assert_int_equal(errdiff_hologram_samples(&options, bits, samples, NULL), ERRDIFF_OK);
        assert_int_equal(samples[1], 1 << (bits - 1));
        options.display.full_range = 1;
        assert_int_equal(errdiff_hologram_samples(&options, bits, samples, NULL), ERRDIFF_OK);
        assert_int_equal(samples[0], 0);
        assert_int_equal(samples[1], (1 << bits) - 1);
    }
}

static void assert_refused(const errdiff_hologram_options *options, const char *said)
{
    errdiff_message message;
    assert_int_equal(errdiff_hologram_options_check(options, &message), ERRDIFF_BAD_ARGUMENT);
    if (!strstr(message.text, said))
        fail_msg("\"%s\" instead of \"%s\"", message.text, said);
}

static void test_refused(void **state)
{
    errdiff_hologram_options usual, options;
    errdiff_field field = scene_middle("p256", 8, &usual);
    (void)state;
    options = usual;
    options.display.crosstalk = 0.3;
    options.engine = "serial";
    assert_int_equal(errdiff_hologram_options_check(&options, NULL), ERRDIFF_OK);
    options.engine = "wavefront";
    assert_refused(&options, "engine: wavefront cannot count on crosstalk");
    options.engine = "auto";
    options.output = ERRDIFF_HOLOGRAM_POSITIVE_AMPLITUDE;
    assert_refused(&options, "crosstalk: it is only possible with phases");
    options = usual;
    options.display.full_range = 1;
    assert_refused(&options, "full-range: it needs a binary phase");
    options.output = ERRDIFF_HOLOGRAM_BINARY_PHASE;
    options.levels = 2;
    assert_int_equal(errdiff_hologram_options_check(&options, NULL), ERRDIFF_OK);
    options.display.two_pi = 200;
    assert_refused(&options, "full-range and two-pi cannot be combined");
    errdiff_field_free(&field);
}

/* Rounding takes no account of leaks, so it gives the levels that it gives without them. */
static void test_rounding(void **state)
{
    errdiff_hologram_options options;
    errdiff_hologram_report report;
    errdiff_field field = scene_middle("p256", SIDE, &options);
    (void)state;
    options.method = ERRDIFF_HOLOGRAM_NONE;
    options.levels = 16;
    quantize(&field, &options, levels, &report);
    options.display.zero_order = 0.05;
    options.display.crosstalk = 0.5;
    quantize(&field, &options, other_levels, &report);
    assert_memory_equal(levels, other_levels, sizeof levels);
    errdiff_field_free(&field);
}

static int stop_after(void *user, double share)
{
    int *calls = user;
    assert_true(share >= 0 && share <= 1);
    return --*calls < 0;
}

/* Previews count on leaks, and both stages that do can be cancelled. */
static void test_previews_and_cancelling(void **state)
{
    errdiff_hologram_options options;
    errdiff_hologram_report report;
    errdiff_field field = scene_middle("p256", SIDE, &options);
    int calls = 0;
    (void)state;
    options.display.zero_order = 0.05;
    options.display.crosstalk = 0.3;
    assert_int_equal(errdiff_hologram_preview_quantize(&field, &options, levels, &report),
                     ERRDIFF_OK);
    assert_string_equal(report.engine, "serial");
    options.progress = stop_after;
    options.progress_user = &calls;
    assert_int_equal(errdiff_hologram_quantize(&field, &options, levels, &report),
                     ERRDIFF_CANCELLED);
    errdiff_field_free(&field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quantizing_makes_up_for_leaks),
        cmocka_unit_test(test_what_is_shown),
        cmocka_unit_test(test_positive_amplitudes),
        cmocka_unit_test(test_full_range),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_rounding),
        cmocka_unit_test(test_previews_and_cancelling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

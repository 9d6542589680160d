/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Holograms are rounded where that leaves less noise than error diffusion. */
#include "errdiff_hologram.h"
#include "hologram/scale.h"
#include "scene.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 192, PIXELS = SIDE * SIDE };

/* The middle of a test scene, of whose values only the phases are kept, all with this modulus. */
static errdiff_field phases_of_scene(errdiff_hologram_options *options, float modulus)
{
    errdiff_field field = scene_middle("p256", SIDE, options);
    for (int i = 0; i < PIXELS; i++) {
        errdiff_complex value = field.values[i];
        float size = hypotf(value.re, value.im);
        field.values[i] = (errdiff_complex){modulus * value.re / size, modulus * value.im / size};
    }
    return field;
}

static void quantize(const errdiff_field *field, const errdiff_hologram_options *options,
                     uint16_t *levels, errdiff_hologram_report *report)
{
    if (errdiff_hologram_quantize(field, options, levels, report) != ERRDIFF_OK)
        fail_msg("%s", report->message.text);
}

/* Whether the levels are those of a method that is asked for. */
static bool is_by(errdiff_hologram_method method, const uint16_t *levels,
                  const errdiff_field *field, const errdiff_hologram_options *options)
{
    static uint16_t expected[PIXELS];
    errdiff_hologram_options asked = *options;
    errdiff_hologram_report report;
    asked.method = method;
    if (method == ERRDIFF_HOLOGRAM_NONE)
        asked.view_filter = asked.refine = 0;
    quantize(field, &asked, expected, &report);
    assert_int_equal(report.method, method);
    assert_int_equal(report.is_rounded, 0);
    return memcmp(levels, expected, sizeof expected) == 0;
}

static void test_never_worse_than_rounding(void **state)
{
    static const struct {
        int levels, refine;
        bool is_rounded;
    } cases[] = {{2, 0, false},  {3, 0, false},  {4, 0, false},
                 {16, 0, false}, {256, 0, true}, {256, 3, true}};
    static uint16_t levels[PIXELS];
    errdiff_hologram_options options;
    errdiff_field field = phases_of_scene(&options, 1);
    (void)state;
    assert_int_equal(options.method, ERRDIFF_HOLOGRAM_AUTO);
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        errdiff_hologram_report report;
        errdiff_hologram_similarity seen, rounded;
        bool is_rounded = cases[i / 2].is_rounded;
        options.levels = cases[i / 2].levels;
        options.refine = cases[i / 2].refine;
        options.view_filter = i % 2;
        quantize(&field, &options, levels, &report);
        assert_int_equal(
            errdiff_hologram_measure(&field, &options, report.scale, levels, &seen, &rounded),
            ERRDIFF_OK);
        print_message("K = %d: %.1f dB, rounded %.1f\n", options.levels, seen.snr, rounded.snr);
        assert_true(seen.snr >= rounded.snr);
        assert_int_equal(report.is_phase_only, 1);
        assert_int_equal(report.is_rounded, is_rounded);
        assert_int_equal(report.method, is_rounded ? ERRDIFF_HOLOGRAM_NONE : ERRDIFF_HOLOGRAM_OPT);
        assert_true(report.rounded.snr == rounded.snr);
        assert_true(is_rounded == (report.rounded.snr > report.diffused.snr));
        assert_true(is_by(report.method, levels, &field, &options));
    }
    errdiff_field_free(&field);
}

/* A method that is asked for is used all the same. */
static void test_asked_for(void **state)
{
    static uint16_t levels[PIXELS];
    errdiff_hologram_options options;
    errdiff_hologram_report report;
    errdiff_field field = phases_of_scene(&options, 1);
    (void)state;
    quantize(&field, &options, levels, &report);
    assert_false(is_by(ERRDIFF_HOLOGRAM_OPT, levels, &field, &options));
    options.method = ERRDIFF_HOLOGRAM_OPT;
    quantize(&field, &options, levels, &report);
    assert_int_equal(report.method, ERRDIFF_HOLOGRAM_OPT);
    assert_int_equal(report.is_phase_only, 1);
    assert_int_equal(report.is_rounded, 0);
    errdiff_field_free(&field);
}

/* The modulus may be any, parts may be dark, as around a hologram on a panel, and a preview chooses
 * as well. */
static void test_other_moduli(void **state)
{
    static uint16_t levels[PIXELS];
    errdiff_hologram_options options;
    errdiff_hologram_report report;
    errdiff_field field = phases_of_scene(&options, 1e-4f);
    (void)state;
    quantize(&field, &options, levels, &report);
    assert_int_equal(report.is_rounded, 1);
    assert_int_equal(errdiff_hologram_preview_quantize(&field, &options, levels, &report),
                     ERRDIFF_OK);
    assert_int_equal(report.is_rounded, 1);
    memset(field.values, 0, (size_t)PIXELS / 2 * sizeof *field.values);
    field.values[0].re = NAN;
    quantize(&field, &options, levels, &report);
    assert_int_equal(report.is_phase_only, 1);
    assert_int_equal(report.is_rounded, report.rounded.snr > report.diffused.snr);
    errdiff_field_free(&field);
}

static void test_what_is_phase_only(void **state)
{
    errdiff_complex values[] = {{1, 0}, {0.6f, -0.8f}, {0, 0}, {0, 1.001f}};
    errdiff_field field = {.values = values, .width = 4, .height = 1};
    (void)state;
    assert_true(errdiff_field_is_phase_only(&field));
    values[3].im = 1.005f;
    assert_false(errdiff_field_is_phase_only(&field));
    values[3].im = -0.99f;
    assert_false(errdiff_field_is_phase_only(&field));
    values[3].im = INFINITY;
    assert_true(errdiff_field_is_phase_only(&field));
    field.width = 1;
    values[0].re = 0;
    assert_false(errdiff_field_is_phase_only(&field));
}

/* The figures that were compared are those that are measured. */
static void check_figures(const errdiff_field *field, const errdiff_hologram_options *options,
                          const uint16_t *levels, const errdiff_hologram_report *report)
{
    const errdiff_hologram_similarity *taken =
        report->is_rounded ? &report->rounded : &report->diffused;
    errdiff_hologram_similarity seen, rounded;
    assert_int_equal(
        errdiff_hologram_measure(field, options, report->scale, levels, &seen, &rounded),
        ERRDIFF_OK);
    print_message("%.2f dB, rounded %.2f\n", seen.snr, rounded.snr);
    assert_true(taken->snr == seen.snr && taken->gain == seen.gain && taken->light == seen.light);
    assert_true(report->rounded.snr == rounded.snr && report->rounded.gain == rounded.gain);
    assert_true(seen.snr >= rounded.snr);
}

/* Any hologram is compared, on any display, with the view filter and without. */
static void test_any_hologram(void **state)
{
    static const struct {
        errdiff_hologram_output output;
        int levels, refine;
        double zero_order, crosstalk, scale;
        bool is_rounded;
    } cases[] = {
        {ERRDIFF_HOLOGRAM_PHASE, 4, 0, 0, 0, 0, false},
        {ERRDIFF_HOLOGRAM_PHASE, 16, 2, 0.01, 0, 0, false},
        {ERRDIFF_HOLOGRAM_PHASE, 16, 0, 0, 0.8, 0, true},
        {ERRDIFF_HOLOGRAM_PHASE, 16, 0, 0.9, 0, 0, true},
        {ERRDIFF_HOLOGRAM_PHASE, 16, 0, 0, 0, 30, true},
        {ERRDIFF_HOLOGRAM_AMPLITUDE, 256, 0, 0, 0, 0, false},
        {ERRDIFF_HOLOGRAM_POSITIVE_AMPLITUDE, 2, 0, 0, 0, 0, false},
    };
    static uint16_t levels[PIXELS];
    errdiff_hologram_options options;
    errdiff_field field = scene_middle("p256", SIDE, &options);
    (void)state;
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        errdiff_hologram_report report;
        options.output = cases[i / 2].output;
        options.levels = cases[i / 2].levels;
        options.refine = cases[i / 2].refine;
        options.display.zero_order = cases[i / 2].zero_order;
        options.display.crosstalk = cases[i / 2].crosstalk;
        options.scale = cases[i / 2].scale;
        options.view_filter = i % 2;
        quantize(&field, &options, levels, &report);
        check_figures(&field, &options, levels, &report);
        assert_int_equal(report.is_phase_only, 0);
        assert_int_equal(report.is_compared, 1);
        bool is_rounded = report.is_rounded;
        /* Of amplitudes with a twin image both have about the same noise. */
        if (options.output == ERRDIFF_HOLOGRAM_PHASE)
            assert_int_equal(is_rounded, cases[i / 2].is_rounded);
        assert_int_equal(report.is_filtered, options.view_filter);
        assert_int_equal(report.method, is_rounded ? ERRDIFF_HOLOGRAM_NONE : ERRDIFF_HOLOGRAM_OPT);
        options.method = report.method;
        options.refine = is_rounded ? 0 : options.refine;
        static uint16_t expected[PIXELS];
        quantize(&field, &options, expected, &report);
        assert_memory_equal(levels, expected, sizeof expected);
        assert_int_equal(report.is_compared, 0);
        options.method = ERRDIFF_HOLOGRAM_AUTO;
    }
    errdiff_field_free(&field);
}

/* Without light there is nothing to compare. Without memory for it there is no result, which must
 * not depend on the machine. */
static void test_not_compared(void **state)
{
    static uint16_t levels[PIXELS];
    errdiff_hologram_options options;
    errdiff_hologram_report report;
    errdiff_field field = scene_middle("p256", SIDE, &options);
    (void)state;
    options.view_filter = 0;
    options.max_memory = 1; /* enough for its copy, but not for what is compared */
    assert_int_equal(errdiff_hologram_quantize(&field, &options, levels, &report),
                     ERRDIFF_NO_MEMORY);
    assert_non_null(strstr(report.message.text, "max_memory"));
    options.method = ERRDIFF_HOLOGRAM_OPT;
    quantize(&field, &options, levels, &report);
    options.method = ERRDIFF_HOLOGRAM_AUTO;
    options.max_memory = 0;
    options.optics.view_x = 1e6;
    quantize(&field, &options, levels, &report);
    assert_int_equal(report.is_compared, 0);
    options.optics.view_x = 0;
    memset(field.values, 0, PIXELS * sizeof *field.values);
    quantize(&field, &options, levels, &report);
    assert_int_equal(report.is_compared, 0);
    assert_int_equal(report.method, ERRDIFF_HOLOGRAM_OPT);
    errdiff_field_free(&field);
}

static int stop_at(void *user, double done)
{
    return done >= *(const double *)user;
}

static void test_cancelled_and_without_memory(void **state)
{
    static uint16_t levels[PIXELS];
    errdiff_hologram_options options;
    errdiff_hologram_report report;
    errdiff_field field = phases_of_scene(&options, 1);
    (void)state;
    options.progress = stop_at;
    for (double limit = 0; limit <= 1; limit += 0.2) {
        options.progress_user = &limit;
        assert_int_equal(errdiff_hologram_quantize(&field, &options, levels, &report),
                         ERRDIFF_CANCELLED);
        assert_string_equal(report.message.text, "cancelled");
    }
    options.progress = NULL;
    options.view_filter = 0;
    options.max_memory = 1; /* enough for its copy, but not for what is compared */
    assert_int_equal(errdiff_hologram_quantize(&field, &options, levels, &report),
                     ERRDIFF_NO_MEMORY);
    assert_non_null(strstr(report.message.text, "max_memory"));
    errdiff_field_free(&field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_never_worse_than_rounding),
        cmocka_unit_test(test_asked_for),
        cmocka_unit_test(test_other_moduli),
        cmocka_unit_test(test_what_is_phase_only),
        cmocka_unit_test(test_any_hologram),
        cmocka_unit_test(test_not_compared),
        cmocka_unit_test(test_cancelled_and_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The brightness of a result is what was asked for, or it is refused. */
#include "errdiff_hologram.h"
#include "hologram/gain_search.h"
#include "hologram/scale.h"
#include "scene.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdbool.h>
#include <string.h>

enum { SIDE = 192, PIXELS = SIDE * SIDE };

static uint16_t levels[PIXELS];

/* A display whose gain is the scale at first, and never reaches 0.8. */
static double gain_of_scale(double scale)
{
    double share = scale / 0.8;
    return scale / pow(1 + pow(share, 4), 0.25);
}

static void test_search(void **state)
{
    static const double wanted[] = {1e-4, 0.1, 0.44, 0.6, 0.75, 0.78, 0.85, 2};
    (void)state;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        struct errdiff_gain_search search = errdiff_gain_search_begin(wanted[i], false);
        enum errdiff_gain_found found;
        double scale, gain;
        do {
            scale = search.scale;
            gain = gain_of_scale(scale);
            found = errdiff_gain_search_take(&search, gain);
        } while (found == ERRDIFF_GAIN_AGAIN);
        assert_int_equal(found, wanted[i] < 0.8 ? ERRDIFF_GAIN_FOUND : ERRDIFF_GAIN_IMPOSSIBLE);
        assert_true(search.tries <= 10);
        if (found == ERRDIFF_GAIN_FOUND)
            assert_true(fabs(gain / wanted[i] - 1) < 0.0101);
        else
            assert_true(search.nearest > 0.75 && search.nearest < 0.8);
    }
}

/* Beyond what the scale can give, the aim gives more, up to 0.8 · 2^0.6. */
static void test_search_with_an_aim(void **state)
{
    static const double wanted[] = {0.44, 0.75, 0.85, 1, 1.2, 2};
    (void)state;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        struct errdiff_gain_search search = errdiff_gain_search_begin(wanted[i], true);
        enum errdiff_gain_found found;
        double gain;
        do {
            gain = gain_of_scale(search.scale) * pow(fmin(search.aim, 2), 0.6);
            found = errdiff_gain_search_take(&search, gain);
        } while (found == ERRDIFF_GAIN_AGAIN);
        assert_int_equal(found, wanted[i] < 1.21 ? ERRDIFF_GAIN_FOUND : ERRDIFF_GAIN_IMPOSSIBLE);
        assert_true(search.tries <= 10);
        assert_true(found == ERRDIFF_GAIN_IMPOSSIBLE || fabs(gain / wanted[i] - 1) < 0.0101);
    }
}

/* What always has the same gain, or none, is given up. */
static void test_search_without_effect(void **state)
{
    static const double gains[] = {0.2, 1, 0, 0.3};
    (void)state;
    for (size_t i = 0; i < sizeof gains / sizeof *gains; i++) {
        struct errdiff_gain_search search = errdiff_gain_search_begin(0.5, i % 2 == 0);
        enum errdiff_gain_found found;
        do
            found = errdiff_gain_search_take(&search, gains[i]);
        while (found == ERRDIFF_GAIN_AGAIN);
        assert_int_equal(found, ERRDIFF_GAIN_IMPOSSIBLE);
        assert_true(search.nearest == gains[i]);
    }
}

/* The middle of a test scene, times `factor`. */
static errdiff_field part_of_scene(errdiff_hologram_options *options, float factor)
{
    errdiff_field field = scene_middle("p256", SIDE, options);
    for (int i = 0; i < PIXELS; i++) {
        errdiff_complex value = field.values[i];
        field.values[i] = (errdiff_complex){factor * value.re, factor * value.im};
    }
    return field;
}

static double figure(const char *name, const errdiff_hologram_figure *figures)
{
    for (int i = 0; i < ERRDIFF_HOLOGRAM_FIGURES; i++)
        if (strcmp(figures[i].name, name) == 0)
            return figures[i].value;
    fail_msg("no figure %s", name);
    return 0;
}

/* The brightness does not depend on the numbers in which the hologram is given. */
static void test_asked_for(void **state)
{
    static const struct {
        errdiff_hologram_output output;
        int levels, refine;
        double gain;
        float factor;
    } cases[] = {
        {ERRDIFF_HOLOGRAM_PHASE, 256, 0, 0.2, 1},    {ERRDIFF_HOLOGRAM_PHASE, 4, 0, 0.44, 1},
        {ERRDIFF_HOLOGRAM_PHASE, 4, 3, 0.44, 7e4f},  {ERRDIFF_HOLOGRAM_PHASE, 16, 2, 0.5, 1},
        {ERRDIFF_HOLOGRAM_PHASE, 16, 0, 0.7, 1e-6f}, {ERRDIFF_HOLOGRAM_AMPLITUDE, 8, 0, 0.2, 1},
        {ERRDIFF_HOLOGRAM_PHASE, 2, 2, 0.5, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        errdiff_hologram_options options;
        errdiff_hologram_report report;
        errdiff_hologram_similarity seen, rounded;
        errdiff_hologram_figure figures[ERRDIFF_HOLOGRAM_FIGURES];
        errdiff_field field = part_of_scene(&options, cases[i].factor);
        options.output = cases[i].output;
        options.levels = cases[i].levels;
        options.refine = cases[i].refine;
        options.gain = cases[i].gain;
        if (errdiff_hologram_quantize(&field, &options, levels, &report) != ERRDIFF_OK)
            fail_msg("%s", report.message.text);
        assert_int_equal(
            errdiff_hologram_measure(&field, &options, report.scale, levels, &seen, &rounded),
            ERRDIFF_OK);
        errdiff_hologram_figures(&report, SIDE, SIDE, 8, &seen, &rounded, figures);
        double gain = pow(10, figure("gain_db", figures) / 20);
        print_message("K = %d: gain %.4f, scale · RMS %.4f, %.1f dB\n", options.levels, gain,
                      report.scale * report.rms, seen.snr);
        assert_true(fabs(gain / options.gain - 1) < 0.0102);
        assert_true(fabs(report.rms / errdiff_field_rms(&field) - 1) < 1e-9);
        assert_int_equal(report.method, ERRDIFF_HOLOGRAM_OPT);
        for (int j = 0;
             errdiff_hologram_warning(j, &field, &options, &report, &report.message) == ERRDIFF_OK;
             j++)
            assert_null(strstr(report.message.text, "a smaller scale"));
        errdiff_field_free(&field);
    }
}

/* No brightness makes AUTO round, and a preview reaches it as well. */
static void test_phases_and_previews(void **state)
{
    errdiff_hologram_options options;
    errdiff_hologram_report report;
    errdiff_field field = part_of_scene(&options, 1);
    (void)state;
    options.gain = 0.3;
    assert_int_equal(errdiff_hologram_preview_quantize(&field, &options, levels, &report),
                     ERRDIFF_OK);
    assert_true(fabs(report.scale * report.rms / 0.3 - 1) < 0.1);
    for (int i = 0; i < PIXELS; i++) {
        errdiff_complex *value = &field.values[i];
        float size = hypotf(value->re, value->im);
        *value = (errdiff_complex){value->re / size, value->im / size};
    }
    assert_int_equal(errdiff_hologram_quantize(&field, &options, levels, &report), ERRDIFF_OK);
    assert_int_equal(report.method, ERRDIFF_HOLOGRAM_OPT);
    assert_int_equal(report.is_phase_only, 1);
    errdiff_field_free(&field);
}

static void test_refused(void **state)
{
    errdiff_hologram_options options;
    errdiff_hologram_report report;
    errdiff_field field = part_of_scene(&options, 1);
    (void)state;
    options.gain = 1.2;
    assert_int_equal(errdiff_hologram_quantize(&field, &options, levels, &report),
                     ERRDIFF_BAD_ARGUMENT);
    assert_non_null(strstr(report.message.text, "gain: 1.2 cannot be reached"));
    options.gain = 0.3;
    options.scale = 0.3;
    assert_int_equal(errdiff_hologram_options_check(&options, &report.message),
                     ERRDIFF_BAD_ARGUMENT);
    options.scale = 0;
    options.method = ERRDIFF_HOLOGRAM_NONE;
    assert_int_equal(errdiff_hologram_options_check(&options, &report.message),
                     ERRDIFF_BAD_ARGUMENT);
    options.output = ERRDIFF_HOLOGRAM_AMPLITUDE;
    assert_int_equal(errdiff_hologram_options_check(&options, &report.message), ERRDIFF_OK);
    options.gain = NAN;
    assert_int_equal(errdiff_hologram_options_check(&options, &report.message),
                     ERRDIFF_BAD_ARGUMENT);
    options.gain = -0.1;
    assert_int_equal(errdiff_hologram_options_check(&options, &report.message),
                     ERRDIFF_BAD_ARGUMENT);
    errdiff_field_free(&field);
}

/* A hologram without light has no brightness, so none is searched for. */
static void test_dark(void **state)
{
    errdiff_hologram_options options;
    errdiff_hologram_report report;
    errdiff_field field = part_of_scene(&options, 0);
    (void)state;
    options.gain = 0.3;
    field.values[0].re = NAN;
    assert_int_equal(errdiff_hologram_quantize(&field, &options, levels, &report), ERRDIFF_OK);
    assert_int_equal(report.is_dark, 1);
    errdiff_field_free(&field);
}

/* Stops when `*user` more calls were made. */
static int stop_after(void *user, double share)
{
    int *calls = user;
    assert_true(share >= 0 && share <= 1);
    return --*calls < 0;
}

static void test_cancelled(void **state)
{
    errdiff_hologram_options options;
    errdiff_hologram_report report;
    errdiff_field field = part_of_scene(&options, 1);
    int calls = 1;
    (void)state;
    options.gain = 0.6;
    options.progress = stop_after;
    options.progress_user = &calls;
    assert_int_equal(errdiff_hologram_quantize(&field, &options, levels, &report),
                     ERRDIFF_CANCELLED);
    errdiff_field_free(&field);
}

/* What is seen of 2b + n has the light 4Σ|b|² if n has nothing of b. */
static void test_light(void **state)
{
    errdiff_complex wanted[] = {{1, 2}, {0, 0}, {-3, 0}}, shown[] = {{2, 4}, {5, 0}, {-6, 0}};
    errdiff_field reference = {wanted, 3, 1}, field = {shown, 3, 1};
    errdiff_hologram_similarity found = errdiff_field_compare(&reference, &field);
    (void)state;
    assert_true(fabs(found.light - 4 * 14) < 1e-9);
    assert_true(fabs(found.snr - 10 * log10(56.0 / 25)) < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_search_with_an_aim),
        cmocka_unit_test(test_search_without_effect),
        cmocka_unit_test(test_asked_for),
        cmocka_unit_test(test_phases_and_previews),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_dark),
        cmocka_unit_test(test_cancelled),
        cmocka_unit_test(test_light),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signal-to-noise ratios of what is seen of the test scenes, in dB: those that the methods must
 * reach, and those that wrong weights must not reach. */
#include "hologram/view.h"
#include "scene.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static struct scene p256, off_axis;

static errdiff_hologram_similarity look(const struct scene *scene, errdiff_hologram_method method,
                                        int levels, int weights, int slope)
{
    struct scene asked = *scene;
    asked.options.method = method;
    asked.options.levels = levels;
    asked.options.tap_count = weights;
    asked.options.slope = slope;
    errdiff_hologram_similarity similarity = scene_look(&asked, 1, false);
    print_message("method %d, K = %d, N = %d, p = %d: %.2f dB, gain %.4f\n", (int)method, levels,
                  weights, slope, similarity.snr, similarity.gain / scene->options.scale);
    return similarity;
}

static void assert_least(double value, double least)
{
    if (!(value >= least))
        fail_msg("%.2f dB, where %.2f are needed", value, least);
}

static void assert_near(double value, double expected, double most)
{
    if (!(fabs(value - expected) <= most))
        fail_msg("%.5f, where %.5f ± %.5f is right", value, expected, most);
}

static void test_many_phases(void **state)
{
    (void)state;
    double none = look(&p256, ERRDIFF_HOLOGRAM_NONE, 256, 27, 3).snr;
    double p1 = look(&p256, ERRDIFF_HOLOGRAM_OPT, 256, 27, 1).snr;
    errdiff_hologram_similarity p3 = look(&p256, ERRDIFF_HOLOGRAM_OPT, 256, 27, 3);
    double p6 = look(&p256, ERRDIFF_HOLOGRAM_OPT, 256, 27, 6).snr;
    assert_near(none, 5.67, 0.1);
    assert_least(p1, 23.7);
    assert_least(p3.snr, 26.4);
    assert_true(none < p1 && p1 < p3.snr);
    assert_near(p6, p3.snr, 0.6);
    assert_near(p3.gain / p256.options.scale, 1, 0.02);
}

static void test_few_weights(void **state)
{
    (void)state;
    assert_least(look(&p256, ERRDIFF_HOLOGRAM_OPT, 256, 9, 2).snr, 26.2);
}

static void test_paper(void **state)
{
    (void)state;
    struct scene seen = p256;
    assert_least(look(&seen, ERRDIFF_HOLOGRAM_PAPER, 256, 27, 3).snr, 15.4);
    seen.options.preselect = 0;
    assert_least(look(&seen, ERRDIFF_HOLOGRAM_PAPER, 256, 27, 3).snr, 15.6);
    seen.options.preselect = 27;
    seen.options.kappa = 0.9;
    assert_near(look(&seen, ERRDIFF_HOLOGRAM_PAPER, 256, 27, 3).snr, 13.5, 1);
    seen.options.kappa = 0.7;
    assert_near(look(&seen, ERRDIFF_HOLOGRAM_PAPER, 256, 27, 3).snr, 10.2, 0.5);
}

static void test_few_phases(void **state)
{
    (void)state;
    assert_least(look(&p256, ERRDIFF_HOLOGRAM_OPT, 4, 27, 3).snr, 23.5);
    assert_least(look(&p256, ERRDIFF_HOLOGRAM_OPT, 3, 27, 3).snr, 19.4);
}

static void test_floyd_steinberg(void **state)
{
    (void)state;
    assert_near(look(&p256, ERRDIFF_HOLOGRAM_FS, 256, 27, 3).snr, 8.6, 0.5);
    assert_near(look(&p256, ERRDIFF_HOLOGRAM_FS_WINDOW, 256, 27, 3).snr, 13.3, 0.5);
}

static void test_binary_phase(void **state)
{
    (void)state;
    struct scene binary = off_axis;
    binary.options.output = ERRDIFF_HOLOGRAM_BINARY_PHASE;
    assert_near(look(&binary, ERRDIFF_HOLOGRAM_NONE, 2, 27, 3).snr, 10.5, 0.5);
    assert_near(look(&binary, ERRDIFF_HOLOGRAM_PAPER, 2, 27, 3).snr, 17.3, 0.5);
    assert_least(look(&binary, ERRDIFF_HOLOGRAM_OPT, 2, 27, 3).snr, 29.8);
}

/* The scene's light is that of the view alone: the filter must not lose more of it than other
 * changes of the last bits do. */
static void test_view_filter(void **state)
{
    (void)state;
    struct scene binary = off_axis;
    binary.options.output = ERRDIFF_HOLOGRAM_BINARY_PHASE;
    double plain = look(&binary, ERRDIFF_HOLOGRAM_OPT, 2, 27, 3).snr;
    binary.options.view_filter = 1;
    assert_near(look(&binary, ERRDIFF_HOLOGRAM_OPT, 2, 27, 3).snr, plain, 0.3);
}

/* Hogels that follow the view. */
static void test_defaults(void **state)
{
    (void)state;
    struct scene seen = p256;
    seen.options.hogel = 0;
    assert_least(look(&seen, ERRDIFF_HOLOGRAM_OPT, 256, 27, 3).snr, 29.5);
    assert_least(look(&seen, ERRDIFF_HOLOGRAM_OPT, 4, 27, 3).snr, 26);
    seen = off_axis;
    seen.options.hogel = 0;
    seen.options.view_filter = 1;
    seen.options.output = ERRDIFF_HOLOGRAM_BINARY_PHASE;
    assert_least(look(&seen, ERRDIFF_HOLOGRAM_OPT, 2, 27, 3).snr, 30.5);
}

/* The levels of a scene with its options, and what is seen of them. */
static errdiff_hologram_similarity look_at_result(const struct scene *scene,
                                                  errdiff_hologram_report *report)
{
    const errdiff_field *hologram = &scene->hologram;
    uint16_t *levels = malloc((size_t)(hologram->width * hologram->height) * sizeof *levels);
    errdiff_hologram_similarity similarity;
    assert_non_null(levels);
    assert_int_equal(errdiff_hologram_quantize(hologram, &scene->options, levels, report),
                     ERRDIFF_OK);
    assert_int_equal(errdiff_hologram_measure(hologram, &scene->options, report->scale, levels,
                                              &similarity, NULL),
                     ERRDIFF_OK);
    print_message("K = %d, %d passes: %.2f dB\n", scene->options.levels, report->refined,
                  similarity.snr);
    free(levels);
    return similarity;
}

/* From 12 phases on they are refined before error diffusion, too. */
static void test_refinement(void **state)
{
    (void)state;
    static const struct {
        int levels, passes;
        double least;
    } cases[] = {{256, 10, 49.5}, {64, 3, 43},  {12, 3, 31.5},
                 {11, 3, 32},     {4, 3, 27.3}, {4, 10, 27.8}};
    struct scene refined = p256;
    errdiff_hologram_report report;
    refined.options.hogel = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        refined.options.levels = cases[i].levels;
        refined.options.refine = cases[i].passes;
        errdiff_hologram_similarity similarity = look_at_result(&refined, &report);
        assert_int_equal(report.refined, cases[i].passes);
        assert_least(similarity.snr, cases[i].least);
        assert_near(similarity.gain / report.scale, 1, 0.02);
    }
}

/* The view filter keeps light beyond the window, and takes a little away inside it. The refinement
 * makes up for that. */
static void test_refinement_after_the_view_filter(void **state)
{
    (void)state;
    struct scene refined = off_axis;
    errdiff_hologram_report report;
    refined.options.hogel = 0;
    refined.options.scale = 0;
    refined.options.view_filter = 1;
    refined.options.refine = 3;
    assert_least(look_at_result(&refined, &report).snr, 42);
}

static void test_amplitude(void **state)
{
    (void)state;
    struct scene amplitude = off_axis;
    amplitude.options.output = ERRDIFF_HOLOGRAM_AMPLITUDE;
    assert_near(look(&amplitude, ERRDIFF_HOLOGRAM_NONE, 4, 27, 3).snr, 16.3, 0.5);
    assert_least(look(&amplitude, ERRDIFF_HOLOGRAM_OPT, 4, 27, 3).snr, 34.8);
}

/* Puts a field of 1024 × 1024 values into the middle of a larger square of zeros. */
static errdiff_field framed(const errdiff_field *field, int side)
{
    errdiff_field made;
    int border = (side - 1024) / 2;
    assert_int_equal(errdiff_field_make(&made, side, side), ERRDIFF_OK);
    for (int y = 0; y < 1024; y++)
        memcpy(made.values + (y + border) * side + border, field->values + y * 1024,
               1024 * sizeof *field->values);
    return made;
}

/* A figure does not depend on the size of the plane in which light is propagated: zeros around the
 * hologram make it larger. */
static void test_size_of_the_plane(void **state)
{
    (void)state;
    const int sides[] = {1024, 1400};
    uint16_t *levels = malloc(1024 * 1024 * sizeof *levels);
    errdiff_hologram_similarity similarities[2];
    errdiff_field shown;
    assert_non_null(levels);
    assert_int_equal(errdiff_hologram_quantize(&p256.hologram, &p256.options, levels, NULL),
                     ERRDIFF_OK);
    assert_int_equal(errdiff_field_make(&shown, 1024, 1024), ERRDIFF_OK);
    errdiff_hologram_show(levels, &p256.options, &shown);
    for (int i = 0; i < 2; i++) {
        errdiff_field before = framed(&p256.hologram, sides[i]), after = framed(&shown, sides[i]);
        assert_int_equal(errdiff_hologram_compare(&before, &after, 1, &p256.options.optics, NULL,
                                                  NULL, &similarities[i]),
                         ERRDIFF_OK);
        print_message("side %d: %.4f dB\n", sides[i], similarities[i].snr);
        assert_near(similarities[i].snr, similarities[0].snr, 0.01);
        errdiff_field_free(&before);
        errdiff_field_free(&after);
    }
    errdiff_field_free(&shown);
    free(levels);
}

static void test_wrong_weights(void **state)
{
    (void)state;
    double conjugated = scene_look(&p256, 1, true).snr;
    double negated = scene_look(&p256, -1, false).snr;
    print_message("conjugated %.2f dB, negated %.2f dB\n", conjugated, negated);
    assert_true(conjugated <= 2);
    assert_true(negated <= 5);
}

static int make_scenes(void **state)
{
    (void)state;
    scene_make(&p256, "p256", 0.33);
    scene_make(&off_axis, "o", 0.5);
    return 0;
}

static int free_scenes(void **state)
{
    (void)state;
    scene_free(&p256);
    scene_free(&off_axis);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_many_phases),
        cmocka_unit_test(test_few_weights),
        cmocka_unit_test(test_paper),
        cmocka_unit_test(test_few_phases),
        cmocka_unit_test(test_floyd_steinberg),
        cmocka_unit_test(test_binary_phase),
        cmocka_unit_test(test_amplitude),
        cmocka_unit_test(test_view_filter),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_refinement),
        cmocka_unit_test(test_refinement_after_the_view_filter),
        cmocka_unit_test(test_wrong_weights),
        cmocka_unit_test(test_size_of_the_plane),
    };
    return cmocka_run_group_tests(tests, make_scenes, free_scenes);
}

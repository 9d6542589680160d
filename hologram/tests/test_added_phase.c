/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests lens, grating and correction: the phases that are shown, and that the noise still misses
 * the window. */
#include "scene.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

enum { SIDE = 16, PHASES = 65536 };

/* The phases, in turns, that a hologram of ones gets. */
static void shown_turns(const errdiff_added_phase *added, double turns[SIDE * SIDE])
{
    errdiff_hologram_options options;
    errdiff_field ones, shown;
    uint16_t levels[SIDE * SIDE];
    errdiff_hologram_options_init(&options);
    options.optics = (errdiff_optics){.pitch = 4,
                                      .wavelength = 0.5,
                                      .view_width = 300,
                                      .view_height = 300,
                                      .view_distance = 10000};
    options.method = ERRDIFF_HOLOGRAM_NONE;
    options.levels = PHASES;
    options.view_filter = 0;
    options.added = *added;
    assert_int_equal(errdiff_field_make(&ones, SIDE, SIDE), ERRDIFF_OK);
    assert_int_equal(errdiff_field_make(&shown, SIDE, SIDE), ERRDIFF_OK);
    for (int i = 0; i < SIDE * SIDE; i++)
        ones.values[i].re = 1;
    assert_int_equal(errdiff_hologram_quantize(&ones, &options, levels, NULL), ERRDIFF_OK);
    errdiff_hologram_show(levels, &options, &shown);
    for (int i = 0; i < SIDE * SIDE; i++) {
        turns[i] = levels[i] / (double)PHASES;
        assert_true(fabsf(shown.values[i].re - 1) < 1e-3 && fabsf(shown.values[i].im) < 1e-3);
    }
    errdiff_field_free(&ones);
    errdiff_field_free(&shown);
}

/* Fails if two phases in turns differ by more than a level. */
static void assert_turns(double turns, double expected)
{
    double difference = turns - expected;
    if (!(fabs(difference - rint(difference)) <= 1.5 / PHASES))
        fail_msg("%.6f turns, where %.6f are right", turns - floor(turns),
                 expected - floor(expected));
}

static void test_phases(void **state)
{
    (void)state;
    double turns[SIDE * SIDE];
    float correction[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++)
        correction[i] = (float)(0.1 * i);
    shown_turns(
        &(errdiff_added_phase){
            .lens = 3000, .grating_x = 4, .grating_y = -8, .correction = correction},
        turns);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            double across = x + 0.5 - SIDE / 2., down = y + 0.5 - SIDE / 2.;
            /* A wave that converges to a point 3000 µm away, in the paraxial approximation. */
            double lens = -16 * (across * across + down * down) / (2 * 3000 * 0.5);
            assert_turns(turns[y * SIDE + x],
                         lens + 0.25 * across - 0.125 * down + 0.1 * (y * SIDE + x) / (2 * pi));
        }
}

static double ratio_with(const errdiff_added_phase *added)
{
    struct scene scene;
    scene_make(&scene, "p256", 0.33);
    scene.options.hogel = 32;
    scene.options.added = *added;
    double ratio = scene_look(&scene, 1, false).snr;
    print_message("%.2f dB\n", ratio);
    scene_free(&scene);
    return ratio;
}

/* Weights for the window where it is without lens and grating would leave the noise in it. */
static void test_noise_misses_the_window(void **state)
{
    (void)state;
    float *correction = malloc(1024 * 1024 * sizeof *correction);
    assert_non_null(correction);
    for (int i = 0; i < 1024 * 1024; i++)
        correction[i] = (float)(15 * cos(pi * (i % 1024) / 1024) * cos(pi * (i / 1024) / 1024));
    assert_true(ratio_with(&(errdiff_added_phase){.grating_x = 5, .grating_y = -4}) > 29.5);
    assert_true(ratio_with(&(errdiff_added_phase){.lens = 2000}) > 27.5);
    assert_true(ratio_with(&(errdiff_added_phase){.correction = correction}) > 28.5);
    free(correction);
}

static void test_wrong_numbers(void **state)
{
    (void)state;
    static const errdiff_added_phase wrong[] = {
        {.lens = INFINITY}, {.lens = NAN}, {.grating_x = 1.9}, {.grating_y = NAN}};
    errdiff_hologram_options options;
    errdiff_hologram_options_init(&options);
    options.optics = (errdiff_optics){1, 1, 0, 0, 1, 1, 1, ERRDIFF_HOLOGRAM_FRESNEL};
    assert_int_equal(errdiff_hologram_options_check(&options, NULL), ERRDIFF_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        options.added = wrong[i];
        assert_int_equal(errdiff_hologram_options_check(&options, NULL), ERRDIFF_BAD_ARGUMENT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_phases),
        cmocka_unit_test(test_noise_misses_the_window),
        cmocka_unit_test(test_wrong_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

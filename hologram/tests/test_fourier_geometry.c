/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Windows in the focal plane of a lens. */
#include "errdiff_hologram.h"
#include "hologram/plane.h"
#include "hologram/preview_field.h"
#include "hologram/view.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdbool.h>
#include <string.h>

enum { WIDTH = 150, HEIGHT = 128, PIXELS = WIDTH * HEIGHT };

static const double turn = 6.28318530717958648;
static errdiff_progress_share untold;
static uint16_t levels[PIXELS];

/* The display's whole image is 6650 µm wide. The window is that from 0.15 to 0.25 cycles a pixel
 * across, and from -0.14 to -0.06 down. */
static errdiff_hologram_options options_made(void)
{
    errdiff_hologram_options options;
    errdiff_hologram_options_init(&options);
    options.optics = (errdiff_optics){.pitch = 8,
                                      .wavelength = 0.532,
                                      .view_distance = 1e5,
                                      .geometry = ERRDIFF_HOLOGRAM_FOURIER};
    double all = 0.532 * 1e5 / 8;
    options.optics.view_x = 0.2 * all;
    options.optics.view_y = -0.1 * all;
    options.optics.view_width = 0.1 * all;
    options.optics.view_height = 0.08 * all;
    return options;
}

/* A sum of plane waves of some frequencies in the window. */
static errdiff_field field_made(void)
{
    errdiff_field field;
    assert_int_equal(errdiff_field_make(&field, WIDTH, HEIGHT), ERRDIFF_OK);
    for (int i = 0; i < PIXELS; i++) {
        double re = 0, im = 0;
        for (int wave = 0; wave < 9; wave++) {
            double x = 0.17 + 0.03 * (wave % 3), y = -0.12 + 0.02 * (wave / 3); /* cycles a pixel */
            double angle = turn * (x * (i % WIDTH) + y * (i / WIDTH) + 0.37 * wave * wave);
            re += cos(angle);
            im += sin(angle);
        }
        field.values[i] = (errdiff_complex){(float)re, (float)im};
    }
    return field;
}

static double light_of(const errdiff_field *field)
{
    double sum = 0;
    for (int i = 0; i < field->width * field->height; i++) {
        double re = field->values[i].re, im = field->values[i].im;
        sum += re * re + im * im;
    }
    return sum;
}

static double light_in(const errdiff_field *field, const errdiff_optics *optics)
{
    errdiff_field view;
    assert_int_equal(errdiff_hologram_view(field, optics, &untold, &view), ERRDIFF_OK);
    double light = light_of(&view);
    errdiff_field_free(&view);
    return light;
}

/* Light is where its frequency says, to the right and up, and not where the mirror images are. */
static void test_where_light_goes(void **state)
{
    errdiff_optics optics = options_made().optics;
    errdiff_field field = field_made();
    double all = light_of(&field);
    (void)state;
    assert_true(light_in(&field, &optics) > 0.9 * all);
    for (int mirrored = 1; mirrored < 4; mirrored++) {
        errdiff_optics other = optics;
        other.view_x *= mirrored & 1 ? -1 : 1;
        other.view_y *= mirrored & 2 ? -1 : 1;
        assert_true(light_in(&field, &other) < 0.01 * all);
    }
    /* Nothing is lost. */
    optics.view_x = optics.view_y = 0;
    optics.view_width = optics.view_height = 6650;
    assert_true(fabs(light_in(&field, &optics) / all - 1) < 1e-5);
    errdiff_field_free(&field);
}

/* Light that is taken to the focal plane and back is what it was. */
static void test_there_and_back(void **state)
{
    errdiff_optics optics = options_made().optics;
    errdiff_field field = field_made(), other;
    struct errdiff_plane plane;
    (void)state;
    assert_true(errdiff_plane_make(&plane, &field, &optics, 0));
    assert_int_equal(errdiff_plane_propagate(&plane, optics.view_distance, &untold), ERRDIFF_OK);
    assert_int_equal(errdiff_plane_propagate(&plane, -optics.view_distance, &untold), ERRDIFF_OK);
    assert_int_equal(errdiff_field_make(&other, WIDTH, HEIGHT), ERRDIFF_OK);
    errdiff_plane_store(&plane, &other);
    errdiff_plane_release(&plane);
    for (int i = 0; i < PIXELS; i++) {
        assert_true(fabsf(field.values[i].re - other.values[i].re) < 1e-4f);
        assert_true(fabsf(field.values[i].im - other.values[i].im) < 1e-4f);
    }
    errdiff_field_free(&field);
    errdiff_field_free(&other);
}

/* Diffusion and refinement work against noise in this window. */
static void test_noise_leaves_the_window(void **state)
{
    errdiff_field field = field_made();
    double ratios[3];
    (void)state;
    for (int i = 0; i < 3; i++) {
        errdiff_hologram_options options = options_made();
        errdiff_hologram_report report;
        errdiff_hologram_similarity seen;
        options.levels = 4;
        options.method = i == 0 ? ERRDIFF_HOLOGRAM_NONE : ERRDIFF_HOLOGRAM_OPT;
        options.refine = i == 2 ? 5 : 0;
        if (errdiff_hologram_quantize(&field, &options, levels, &report) != ERRDIFF_OK)
            fail_msg("%s", report.message.text);
        assert_int_equal(report.hogels, 1);
        assert_int_equal(report.hogels_unseen + report.hogels_wide + report.hogels_full, 0);
        assert_int_equal(
            errdiff_hologram_measure(&field, &options, report.scale, levels, &seen, NULL),
            ERRDIFF_OK);
        print_message("%.1f dB\n", seen.snr);
        ratios[i] = seen.snr;
    }
    assert_true(ratios[1] > ratios[0] + 10 && ratios[1] > 24);
    assert_true(ratios[2] > ratios[1] + 1);
    errdiff_field_free(&field);
}

static double modulus_at(const errdiff_field *field, int x, int y)
{
    errdiff_complex value = field->values[(size_t)y * (size_t)field->width + (size_t)x];
    return hypot((double)value.re, (double)value.im);
}

/* A preview shows each wave at its place in a square around the window, and nothing beside this,
 * at any depth. */
static void test_preview(void **state)
{
    enum { STEP = 100 };
    errdiff_optics optics = options_made().optics;
    errdiff_field field = field_made(), seen;
    double most = 0;
    (void)state;
    assert_int_equal(errdiff_hologram_preview(&field, &optics, 12345, STEP, &seen), ERRDIFF_OK);
    assert_true(seen.width == seen.height && seen.width % STEP == 0);
    for (int i = 0; i < seen.width * seen.width; i++)
        most = fmax(most, modulus_at(&seen, i % seen.width, i / seen.width));
    for (int wave = 0; wave < 9; wave++) {
        double x = 0.02 + 0.03 * (wave % 3), y = 0.03 + 0.02 * (wave / 3); /* from the corner */
        assert_true(modulus_at(&seen, (int)(x * 10 * seen.width), (int)(y * 10 * seen.width)) >
                    0.7 * most);
    }
    for (int x = 0; x < seen.width; x++)
        assert_true(modulus_at(&seen, x, seen.width / 20) == 0 &&
                    modulus_at(&seen, x, seen.width - 1 - seen.width / 20) == 0);
    errdiff_field_free(&field);
    errdiff_field_free(&seen);
}

/* The ratio in a preview is about that in the window, and its filter keeps what is seen. */
static void test_ratio_and_filter_of_previews(void **state)
{
    errdiff_field field = field_made(), shown, before, after;
    errdiff_hologram_options options = options_made();
    errdiff_hologram_report report;
    errdiff_hologram_similarity seen;
    double all = light_of(&field);
    (void)state;
    options.levels = 4;
    assert_int_equal(errdiff_hologram_preview_quantize(&field, &options, levels, &report),
                     ERRDIFF_OK);
    assert_int_equal(errdiff_hologram_measure(&field, &options, report.scale, levels, &seen, NULL),
                     ERRDIFF_OK);
    assert_int_equal(errdiff_field_make(&shown, WIDTH, HEIGHT), ERRDIFF_OK);
    errdiff_hologram_show(levels, &options, &shown);
    assert_int_equal(errdiff_hologram_preview(&field, &options.optics, 0, 1, &before), ERRDIFF_OK);
    assert_int_equal(errdiff_hologram_preview(&shown, &options.optics, 0, 1, &after), ERRDIFF_OK);
    double snr = errdiff_field_compare(&before, &after).snr;
    print_message("%.1f dB, in the preview %.1f\n", seen.snr, snr);
    assert_true(seen.snr > 24 && fabs(snr - seen.snr) < 0.5);
    assert_int_equal(
        errdiff_preview_filter(&field, &options.optics, errdiff_view_margin(&options.optics)),
        ERRDIFF_OK);
    assert_true(light_of(&field) > 0.9 * all);
    options.optics.view_x = -options.optics.view_x;
    assert_int_equal(errdiff_preview_filter(&field, &options.optics, 0), ERRDIFF_OK);
    assert_true(light_of(&field) < 0.01 * all);
    errdiff_field_free(&field);
    errdiff_field_free(&shown);
    errdiff_field_free(&before);
    errdiff_field_free(&after);
}

/* The whole image may be the window, but not more. */
static void test_windows_that_are_too_large(void **state)
{
    errdiff_message message;
    errdiff_hologram_options options = options_made();
    errdiff_optics *optics = &options.optics;
    (void)state;
    optics->view_x = 0;
    optics->view_width = 6650;
    assert_int_equal(errdiff_hologram_options_check(&options, &message), ERRDIFF_OK);
    optics->view_x = 10;
    assert_int_equal(errdiff_hologram_options_check(&options, &message), ERRDIFF_BAD_ARGUMENT);
    assert_non_null(strstr(message.text, "reaches 0.502 cycles a pixel"));
    optics->view_x = 0;
    optics->view_y = -3100;
    assert_int_equal(errdiff_hologram_options_check(&options, &message), ERRDIFF_BAD_ARGUMENT);
    optics->geometry = ERRDIFF_HOLOGRAM_FRESNEL;
    assert_int_equal(errdiff_hologram_options_check(&options, &message), ERRDIFF_OK);
}

/* What is reconstructed is what is in the window. */
static void test_reconstruction(void **state)
{
    errdiff_optics optics = options_made().optics;
    errdiff_field field = field_made(), seen;
    (void)state;
    assert_int_equal(errdiff_hologram_reconstruct(&field, &optics, 0, NULL, NULL, &seen),
                     ERRDIFF_OK);
    assert_true(fabs(light_of(&seen) / light_in(&field, &optics) - 1) < 1e-5);
    errdiff_field_free(&field);
    errdiff_field_free(&seen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_where_light_goes),
        cmocka_unit_test(test_there_and_back),
        cmocka_unit_test(test_noise_leaves_the_window),
        cmocka_unit_test(test_preview),
        cmocka_unit_test(test_ratio_and_filter_of_previews),
        cmocka_unit_test(test_windows_that_are_too_large),
        cmocka_unit_test(test_reconstruction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

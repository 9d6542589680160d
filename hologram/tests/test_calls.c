/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The public functions for holograms: ranges of options, unusual holograms, cancelling. */
#include "../../tests/support/random.h"
#include "errdiff_hologram.h"
#include "hologram/view.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static errdiff_hologram_options usual_options(void)
{
    errdiff_hologram_options options;
    errdiff_hologram_options_init(&options);
    options.optics = (errdiff_optics){.pitch = 0.75,
                                      .wavelength = 0.635,
                                      .view_width = 200,
                                      .view_height = 200,
                                      .view_distance = 300};
    options.hogel = 32;
    return options;
}

static errdiff_complex value(struct random *random)
{
    errdiff_complex made;
    made.re = (float)(2 * random_fraction(random) - 1);
    made.im = (float)(2 * random_fraction(random) - 1);
    return made;
}

static errdiff_field noise(int width, int height)
{
    errdiff_field field;
    struct random random = {3};
    assert_int_equal(errdiff_field_make(&field, width, height), ERRDIFF_OK);
    for (int i = 0; i < width * height; i++)
        field.values[i] = value(&random);
    return field;
}

/* Returns the levels, which are to be freed. */
static uint16_t *quantize(const errdiff_field *field, const errdiff_hologram_options *options,
                          errdiff_hologram_report *report)
{
    uint16_t *levels = malloc((size_t)field->width * (size_t)field->height * sizeof *levels);
    assert_non_null(levels);
    assert_int_equal(errdiff_hologram_quantize(field, options, levels, report), ERRDIFF_OK);
    for (int i = 0; i < field->width * field->height; i++)
        assert_true(levels[i] < options->levels);
    return levels;
}

static void refuse(void (*change)(errdiff_hologram_options *options), const char *word)
{
    errdiff_field field = noise(8, 8);
    uint16_t levels[64];
    errdiff_hologram_options options = usual_options();
    errdiff_hologram_report report;
    change(&options);
    assert_int_equal(errdiff_hologram_quantize(&field, &options, levels, &report),
                     ERRDIFF_BAD_ARGUMENT);
    if (!strstr(report.message.text, word))
        fail_msg("\"%s\" does not say %s", report.message.text, word);
    errdiff_field_free(&field);
}

#define CHANGE(name, change)                            \
    static void name(errdiff_hologram_options *options) \
    {                                                   \
        options->change;                                \
    }
CHANGE(one_level, levels = 1)
CHANGE(many_levels, levels = 65537)
CHANGE(no_hogel, hogel = -1)
CHANGE(no_taps, tap_count = 0)
CHANGE(many_taps, tap_count = 65)
CHANGE(rising_slope, slope = -1)
CHANGE(steep_slope, slope = 17)
CHANGE(no_number_as_scale, scale = NAN)
CHANGE(scale_below_0, scale = -1)
CHANGE(no_pitch, optics.pitch = 0)
CHANGE(endless_wavelength, optics.wavelength = INFINITY)
CHANGE(no_window, optics.view_width = 0)
CHANGE(no_number_as_height, optics.view_height = NAN)
CHANGE(window_in_the_hologram, optics.view_distance = 0)
CHANGE(no_engine, engine = "knight")
CHANGE(many_threads, threads = 1025)
CHANGE(odd_sample_bits, sample_bits = 10)
CHANGE(window_nowhere, optics.view_y = NAN)

static void more_levels_than_samples(errdiff_hologram_options *options)
{
    options->sample_bits = 8;
    options->levels = 257;
}

static void ternary_binary_phase(errdiff_hologram_options *options)
{
    options->output = ERRDIFF_HOLOGRAM_BINARY_PHASE;
    options->levels = 3;
}

static void test_ranges(void **state)
{
    (void)state;
    refuse(one_level, "levels: 1 ");
    refuse(many_levels, "levels");
    refuse(ternary_binary_phase, "levels");
    refuse(no_hogel, "hogel");
    refuse(no_taps, "taps");
    refuse(many_taps, "taps");
    refuse(rising_slope, "slope");
    refuse(steep_slope, "slope");
    refuse(no_number_as_scale, "scale");
    refuse(scale_below_0, "scale");
    refuse(no_pitch, "pitch");
    refuse(endless_wavelength, "wavelength");
    refuse(no_window, "view-width");
    refuse(no_number_as_height, "view-height");
    refuse(window_in_the_hologram, "view-distance");
    refuse(window_nowhere, "view-y");
    refuse(no_engine, "knight");
    refuse(many_threads, "threads");
    refuse(odd_sample_bits, "sample_bits");
    refuse(more_levels_than_samples, "8 bits");
}

static void test_not_finite(void **state)
{
    (void)state;
    errdiff_field odd = noise(40, 30), even = noise(40, 30);
    errdiff_hologram_options options = usual_options();
    errdiff_hologram_report report;
    odd.values[7].re = NAN;
    odd.values[100].im = -INFINITY;
    even.values[7] = even.values[100] = (errdiff_complex){0, 0};
    uint16_t *expected = quantize(&even, &options, &report);
    assert_int_equal(report.not_finite, 0);
    uint16_t *levels = quantize(&odd, &options, &report);
    assert_int_equal(report.not_finite, 2);
    assert_memory_equal(levels, expected, 40 * 30 * sizeof *levels);
    assert_true(isfinite(report.scale));
    free(levels);
    free(expected);
    errdiff_field_free(&odd);
    errdiff_field_free(&even);
}

static void test_all_zero(void **state)
{
    (void)state;
    errdiff_field field = noise(40, 30);
    memset(field.values, 0, 40 * 30 * sizeof *field.values);
    errdiff_hologram_report report;
    for (int output = 0; output <= ERRDIFF_HOLOGRAM_AMPLITUDE; output++) {
        errdiff_hologram_options options = usual_options();
        options.output = (errdiff_hologram_output)output;
        options.levels = output == ERRDIFF_HOLOGRAM_BINARY_PHASE ? 2 : 7;
        free(quantize(&field, &options, &report));
        assert_true(report.scale == 1);
    }
    errdiff_field_free(&field);
}

static void test_one_pixel(void **state)
{
    (void)state;
    errdiff_field field = noise(1, 1);
    errdiff_hologram_options options = usual_options();
    options.view_filter = 0;
    options.levels = 4;
    field.values[0] = (errdiff_complex){-0.1f, -3};
    errdiff_hologram_report report;
    uint16_t *levels = quantize(&field, &options, &report);
    assert_int_equal(levels[0], 3);
    assert_int_equal(report.hogels, 1);
    options.view_filter = 1;
    free(levels);
    free(quantize(&field, &options, &report));
    errdiff_field_free(&field);
}

static void test_hogel_larger_than_the_hologram(void **state)
{
    (void)state;
    errdiff_field field = noise(40, 30);
    errdiff_hologram_options options = usual_options();
    errdiff_hologram_report report;
    options.hogel = 40;
    uint16_t *expected = quantize(&field, &options, &report);
    options.hogel = 5000;
    uint16_t *levels = quantize(&field, &options, &report);
    assert_int_equal(report.hogels, 1);
    assert_memory_equal(levels, expected, 40 * 30 * sizeof *levels);
    free(levels);
    free(expected);
    errdiff_field_free(&field);
}

static void test_window_outside_the_field(void **state)
{
    (void)state;
    errdiff_field field = noise(70, 30);
    errdiff_hologram_options options = usual_options();
    errdiff_hologram_report report;
    options.optics.view_x = 1e6;
    uint16_t *levels = quantize(&field, &options, &report);
    assert_int_equal(report.hogels, 3);
    assert_int_equal(report.hogels_unseen, 3);
    assert_int_equal(report.is_filtered, 0);
    options.method = ERRDIFF_HOLOGRAM_NONE;
    uint16_t *plain = quantize(&field, &options, &report);
    assert_memory_equal(levels, plain, 70 * 30 * sizeof *levels);
    free(levels);
    free(plain);

    errdiff_field shown;
    errdiff_hologram_similarity similarity;
    assert_int_equal(errdiff_field_make(&shown, 70, 30), ERRDIFF_OK);
    assert_int_equal(
        errdiff_hologram_compare(&field, &shown, 1, &options.optics, NULL, NULL, &similarity),
        ERRDIFF_OK);
    assert_true(isnan(similarity.snr));
    errdiff_field_free(&shown);
    errdiff_field_free(&field);
}

static void test_what_is_counted(void **state)
{
    (void)state;
    errdiff_field field = noise(70, 30);
    errdiff_hologram_options options = usual_options();
    errdiff_hologram_report report;
    options.method = ERRDIFF_HOLOGRAM_OPT;
    free(quantize(&field, &options, &report));
    assert_int_equal(report.hogels_wide, 0);
    assert_int_equal(report.hogels_twin, 0);
    assert_int_equal(report.slope, 3);
    options.hogel = 200;
    options.optics.view_width = 60;
    options.output = ERRDIFF_HOLOGRAM_AMPLITUDE;
    options.slope = 1;
    options.scale = 50;
    free(quantize(&field, &options, &report));
    assert_int_equal(report.hogels_wide, 1);
    assert_int_equal(report.hogels_twin, 1);
    assert_int_equal(report.slope, 1);
    assert_true(report.scale == 50 && report.clipped > 0);
    errdiff_field_free(&field);
}

/* Asserts that a result with these options has one warning, which contains `words`. */
static void assert_warned(const errdiff_field *field, const errdiff_hologram_options *options,
                          const char *words)
{
    errdiff_hologram_report report;
    errdiff_message message;
    free(quantize(field, options, &report));
    if (errdiff_hologram_warning(0, field, options, &report, &message) != ERRDIFF_OK)
        fail_msg("no warning of \"%s\"", words);
    if (!strstr(message.text, words))
        fail_msg("\"%s\" does not say \"%s\"", message.text, words);
    if (errdiff_hologram_warning(1, field, options, &report, &message) == ERRDIFF_OK)
        fail_msg("\"%s\" is one warning too many", message.text);
}

static void warn(void (*change)(errdiff_hologram_options *options), const char *words)
{
    errdiff_field field = noise(70, 30);
    errdiff_hologram_options options = usual_options();
    change(&options);
    assert_warned(&field, &options, words);
    errdiff_field_free(&field);
}

CHANGE(pitch_in_nanometers, optics.pitch = 750)
CHANGE(wavelength_in_nanometers, optics.wavelength = 635)
CHANGE(wavelength_in_millimeters, optics.wavelength = 0.000635)
CHANGE(narrow_view, optics.view_width = 1.4)
CHANGE(view_of_all_directions, optics.view_width = options->optics.view_height = 5000)
CHANGE(view_aside, optics.view_x = 900)
CHANGE(large_hogel, hogel = 71)
CHANGE(wide_hogel, optics.view_height = 40)
CHANGE(amplitude, output = ERRDIFF_HOLOGRAM_AMPLITUDE)
CHANGE(large_scale, scale = 50)

static void large_scale_for_the_paper(errdiff_hologram_options *options)
{
    options->method = ERRDIFF_HOLOGRAM_PAPER;
    options->scale = 50;
}

static void large_scale_without_diffusion(errdiff_hologram_options *options)
{
    options->method = ERRDIFF_HOLOGRAM_NONE;
    options->output = ERRDIFF_HOLOGRAM_AMPLITUDE;
    options->optics.view_x = 150;
    options->scale = 50;
}

static void test_warnings(void **state)
{
    (void)state;
    warn(pitch_in_nanometers,
         "units: the pitch is 750 micrometers, and the wavelength is 635 nano");
    warn(wavelength_in_nanometers, "units: the pitch is 0.75 ");
    warn(wavelength_in_millimeters, "units");
    warn(narrow_view, "narrower than two pixels");
    warn(view_of_all_directions, "nearly all directions in which 3 of 3 hogels");
    warn(view_aside, "does not reach the view");
    warn(large_hogel, "hogel: 71 ");
    warn(wide_hogel, "wider than");
    warn(amplitude, "twin image of 3 of 3 hogels");
    warn(large_scale, "scale of 50, ");
    warn(large_scale_for_the_paper, "scale of 50, ");
    warn(large_scale_without_diffusion, "scale of 50, ");
}

static void test_warnings_of_values(void **state)
{
    (void)state;
    errdiff_field field = noise(70, 30);
    errdiff_hologram_options options = usual_options();
    errdiff_hologram_report report;
    errdiff_message message;
    free(quantize(&field, &options, &report));
    assert_int_equal(errdiff_hologram_warning(0, &field, &options, &report, &message),
                     ERRDIFF_BAD_ARGUMENT);
    field.values[5].im = NAN;
    assert_warned(&field, &options, "1 of 2100 pixels");
    memset(field.values, 0, 70 * 30 * sizeof *field.values);
    assert_warned(&field, &options, "0 everywhere");
    errdiff_field_free(&field);
}

/* The light of a far or deep view would need planes that no memory holds. */
static void test_too_far(void **state)
{
    (void)state;
    errdiff_field field = noise(8, 8);
    uint16_t levels[64];
    errdiff_hologram_options options = usual_options();
    errdiff_hologram_report report;
    errdiff_message message;
    const errdiff_optics *optics = &options.optics;
    assert_int_equal(errdiff_hologram_room_check(8, 8, optics, 300, &message), ERRDIFF_OK);
    assert_int_equal(errdiff_hologram_room_check(8, 8, optics, -1e9, &message), ERRDIFF_NO_MEMORY);
    assert_non_null(strstr(message.text, "depth of -1e+06 millimeters: 262144 × 262144"));
    options.optics.view_distance = 1e12;
    assert_int_equal(errdiff_hologram_quantize(&field, &options, levels, &report),
                     ERRDIFF_NO_MEMORY);
    assert_non_null(strstr(report.message.text, "view-distance of 1e+09 millimeters"));
    options.view_filter = 0;
    assert_int_equal(errdiff_hologram_quantize(&field, &options, levels, &report), ERRDIFF_OK);
    errdiff_field_free(&field);
}

static void test_extreme_numbers_stay_finite(void **state)
{
    (void)state;
    errdiff_field field = noise(70, 30);
    errdiff_hologram_options options = usual_options();
    errdiff_hologram_report report;
    struct random random = {4};
    options.view_filter = 0;
    for (int method = 0; method <= ERRDIFF_HOLOGRAM_NONE; method++) {
        options.method = (errdiff_hologram_method)method;
        for (int i = 0; i < 70 * 30; i++) {
            errdiff_complex u = value(&random);
            field.values[i] = (errdiff_complex){u.re * 1e-38f, u.im * 1e-38f};
        }
        field.values[5].re = 3e38f;
        free(quantize(&field, &options, &report));
        assert_true(isfinite(report.scale));
    }
    errdiff_field_free(&field);
}

/* Light in all directions: the part that misses the window uses up the quantizer's range. */
static void test_view_filter_pays(void **state)
{
    (void)state;
    errdiff_field field = noise(256, 256), shown[2];
    errdiff_hologram_options options = usual_options();
    errdiff_hologram_similarity similarities[2];
    errdiff_hologram_report report;
    options.optics.view_width = options.optics.view_height = 80;
    for (int filter = 0; filter < 2; filter++) {
        options.view_filter = filter;
        uint16_t *levels = quantize(&field, &options, &report);
        assert_int_equal(report.is_filtered, filter);
        assert_int_equal(errdiff_field_make(&shown[filter], 256, 256), ERRDIFF_OK);
        errdiff_hologram_show(levels, &options, &shown[filter]);
        free(levels);
    }
    assert_int_equal(
        errdiff_hologram_compare(&field, shown, 2, &options.optics, NULL, NULL, similarities),
        ERRDIFF_OK);
    print_message("without %.2f dB, with %.2f dB\n", similarities[0].snr, similarities[1].snr);
    assert_true(similarities[1].snr > similarities[0].snr + 2);
    errdiff_field_free(&shown[0]);
    errdiff_field_free(&shown[1]);
    errdiff_field_free(&field);
}

/* A point behind the hologram comes to a focus at its depth. */
/* What a preview shows of a part of a hologram, compared with the part itself. */
static double look_at_preview(const errdiff_field *part, const errdiff_hologram_options *options)
{
    errdiff_field shown, before, after;
    uint16_t *levels = malloc((size_t)(part->width * part->height) * sizeof *levels);
    assert_non_null(levels);
    assert_int_equal(errdiff_hologram_preview_quantize(part, options, levels, NULL), ERRDIFF_OK);
    assert_int_equal(errdiff_field_make(&shown, part->width, part->height), ERRDIFF_OK);
    errdiff_hologram_show(levels, options, &shown);
    free(levels);
    assert_int_equal(errdiff_hologram_preview(part, &options->optics, 0, 1, &before), ERRDIFF_OK);
    assert_int_equal(errdiff_hologram_preview(&shown, &options->optics, 0, 1, &after), ERRDIFF_OK);
    double snr = errdiff_field_compare(&before, &after).snr;
    errdiff_field_free(&shown);
    errdiff_field_free(&before);
    errdiff_field_free(&after);
    return snr;
}

/* The window is so far away that no memory would hold the light on its way there. */
static void test_refinement_in_a_preview(void **state)
{
    (void)state;
    errdiff_field part = noise(128, 128);
    errdiff_hologram_options options = usual_options();
    options.optics.view_width = options.optics.view_height *= 1e7;
    options.optics.view_distance *= 1e7;
    double plain = look_at_preview(&part, &options);
    options.refine = 5;
    double refined = look_at_preview(&part, &options);
    print_message("without refinement %.2f dB, with 5 passes %.2f dB\n", plain, refined);
    assert_true(refined > plain + 4);
    errdiff_field_free(&part);
}

static void test_reconstruction(void **state)
{
    (void)state;
    errdiff_field field = noise(256, 256), seen;
    errdiff_hologram_options options = usual_options();
    for (int y = 0; y < 256; y++)
        for (int x = 0; x < 256; x++) {
            double dx = (x - 127.5) * 0.75 - 30.375, dy = (y - 127.5) * 0.75 + 20.625;
            double turns = sqrt(dx * dx + dy * dy + 400.0 * 400.0) / 0.635;
            double angle = 6.283185307179586 * (turns - floor(turns));
            field.values[y * 256 + x] = (errdiff_complex){(float)cos(angle), (float)sin(angle)};
        }
    assert_int_equal(errdiff_hologram_reconstruct(&field, &options.optics, 400, NULL, NULL, &seen),
                     ERRDIFF_OK);
    int brightest = 0;
    for (int i = 0; i < seen.width * seen.height; i++)
        if (hypotf(seen.values[i].re, seen.values[i].im) >
            hypotf(seen.values[brightest].re, seen.values[brightest].im))
            brightest = i;
    assert_int_equal(brightest % seen.width - (seen.width - 256) / 2, 168);
    assert_int_equal(brightest / seen.width - (seen.height - 256) / 2, 100);
    errdiff_field_free(&seen);
    errdiff_field_free(&field);
}

/* Watches the progress of a call, and may cancel it. */
struct watch {
    double stop_at; /* progress at which the call is cancelled; above 1: never */
    double first, told;
    int calls, falls, stops;
};

static int watch(void *user, double done)
{
    struct watch *watched = user;
    watched->falls += watched->calls > 0 && done < watched->told;
    watched->first = watched->calls++ == 0 ? done : watched->first;
    watched->told = done;
    watched->stops += done >= watched->stop_at;
    return done >= watched->stop_at;
}

static struct watch watch_until(double stop_at)
{
    return (struct watch){.stop_at = stop_at};
}

static void test_progress(void **state)
{
    (void)state;
    errdiff_field field = noise(256, 256), seen;
    errdiff_hologram_report report;
    for (int method = 0; method <= ERRDIFF_HOLOGRAM_NONE; method++)
        for (int how = 0; how < 8; how++) {
            struct watch watched = watch_until(2);
            errdiff_hologram_options options = usual_options();
            errdiff_hologram_similarity similarity[2];
            options.method = (errdiff_hologram_method)method;
            options.view_filter = how % 2;
            options.refine = how < 4 ? 0 : 2;
            options.engine = how % 4 < 2 ? "serial" : "wavefront";
            options.progress = watch;
            options.progress_user = &watched;
            uint16_t *levels = quantize(&field, &options, &report);
            assert_true(watched.first < 0.1 && watched.told == 1 && watched.falls == 0);

            watched = watch_until(2);
            assert_int_equal(errdiff_hologram_measure(&field, &options, report.scale, levels,
                                                      &similarity[0],
                                                      how % 4 < 2 ? &similarity[1] : NULL),
                             ERRDIFF_OK);
            assert_true(watched.first < 0.5 && watched.told == 1 && watched.falls == 0);
            free(levels);
        }
    struct watch watched = watch_until(2);
    errdiff_hologram_options options = usual_options();
    assert_int_equal(
        errdiff_hologram_reconstruct(&field, &options.optics, 40, watch, &watched, &seen),
        ERRDIFF_OK);
    assert_true(watched.first < 0.5 && watched.told == 1 && watched.falls == 0);
    errdiff_field_free(&seen);
    errdiff_field_free(&field);
}

/* Checks that the cancel took effect at the first callback at or after stop_at, which came soon. */
static void check_stopped(const struct watch *watched, double soon)
{
    assert_int_equal(watched->stops, 1);
    assert_true(watched->told < watched->stop_at + soon);
}

static void test_cancel(void **state)
{
    /* During the design of the weights, in the filter or the refinement, during the diffusion, and
     * at the end. */
    static const double places[] = {0, 0.05, 0.3, 0.7, 0.97, 1};
    (void)state;
    errdiff_field field = noise(256, 256);
    uint16_t *levels = malloc(256 * 256 * sizeof *levels);
    assert_non_null(levels);
    errdiff_hologram_options options = usual_options();
    errdiff_hologram_report report;
    struct watch watched;
    options.progress = watch;
    options.progress_user = &watched;
    options.threads = 1; /* With one thread the callback is sure to be called. */
    for (int how = 0; how < 3; how++)
        for (int i = 0; i < 2 * 6; i++) {
            watched = watch_until(places[i / 2]);
            options.view_filter = how == 1;
            options.refine = how == 2 ? 3 : 0;
            options.engine = i % 2 == 0 ? "serial" : "wavefront";
            assert_int_equal(errdiff_hologram_quantize(&field, &options, levels, &report),
                             ERRDIFF_CANCELLED);
            assert_string_equal(report.message.text, "cancelled");
            check_stopped(&watched, 0.2);
        }
    free(levels);
    errdiff_field_free(&field);
}

static void test_cancelled_looks(void **state)
{
    /* Other threads may finish a whole stage before this thread calls back. */
    static const double a_stage = 0.4;
    (void)state;
    errdiff_field field = noise(256, 256), seen;
    errdiff_hologram_options options = usual_options();
    errdiff_hologram_report report;
    uint16_t *levels = quantize(&field, &options, &report);
    for (int i = 0; i <= 10; i++) {
        struct watch watched = watch_until(0.1 * i);
        errdiff_hologram_similarity similarity[2];
        options.progress = watch;
        options.progress_user = &watched;
        assert_int_equal(errdiff_hologram_measure(&field, &options, report.scale, levels,
                                                  &similarity[0], &similarity[1]),
                         ERRDIFF_CANCELLED);
        check_stopped(&watched, a_stage);
        watched = watch_until(0.1 * i);
        assert_int_equal(
            errdiff_hologram_reconstruct(&field, &options.optics, 40, watch, &watched, &seen),
            ERRDIFF_CANCELLED);
        check_stopped(&watched, a_stage);
        assert_null(seen.values);
    }
    free(levels);
    errdiff_field_free(&field);
}

static void test_an_engine_that_is_not_there(void **state)
{
    errdiff_engine_info info;
    int count = 0;

    (void)state;
    while (errdiff_hologram_engine_get(count, &info) == ERRDIFF_OK)
        count++;
    assert_true(count > 0);
    info.name = "unchanged";
    assert_int_equal(errdiff_hologram_engine_get(-1, &info), ERRDIFF_BAD_ARGUMENT);
    assert_int_equal(errdiff_hologram_engine_get(count, &info), ERRDIFF_BAD_ARGUMENT);
    assert_string_equal(info.name, "unchanged");
}

/* The hologram's copy takes 2 MiB, and the light on its way to the window at least four times as
 * much. */
static void test_the_limit_of_memory(void **state)
{
    enum { SIDE = 512 };
    errdiff_field field = noise(SIDE, SIDE);
    errdiff_hologram_options options = usual_options();
    errdiff_hologram_report report;
    uint16_t *levels = malloc((size_t)SIDE * SIDE * sizeof *levels);
    (void)state;
    assert_int_equal(options.max_memory, 0);
    for (int filters = 0; filters < 2; filters++) {
        options.view_filter = filters;
        options.max_memory = filters ? 9 : 1;
        assert_int_equal(errdiff_hologram_quantize(&field, &options, levels, &report),
                         ERRDIFF_NO_MEMORY);
        assert_non_null(strstr(report.message.text, "max_memory: "));
        options.max_memory = filters ? 100 : 3;
        options.method = filters ? ERRDIFF_HOLOGRAM_AUTO : ERRDIFF_HOLOGRAM_OPT; /* no comparison */
        assert_int_equal(errdiff_hologram_quantize(&field, &options, levels, &report), ERRDIFF_OK);
    }
    options.hogel = 1; /* each has its weights */
    assert_int_equal(errdiff_hologram_quantize(&field, &options, levels, &report),
                     ERRDIFF_NO_MEMORY);
    options.max_memory = -1;
    assert_int_equal(errdiff_hologram_options_check(&options, NULL), ERRDIFF_BAD_ARGUMENT);
    free(levels);
    errdiff_field_free(&field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_not_finite),
        cmocka_unit_test(test_all_zero),
        cmocka_unit_test(test_one_pixel),
        cmocka_unit_test(test_hogel_larger_than_the_hologram),
        cmocka_unit_test(test_window_outside_the_field),
        cmocka_unit_test(test_what_is_counted),
        cmocka_unit_test(test_warnings),
        cmocka_unit_test(test_warnings_of_values),
        cmocka_unit_test(test_too_far),
        cmocka_unit_test(test_extreme_numbers_stay_finite),
        cmocka_unit_test(test_view_filter_pays),
        cmocka_unit_test(test_refinement_in_a_preview),
        cmocka_unit_test(test_reconstruction),
        cmocka_unit_test(test_progress),
        cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_cancelled_looks),
        cmocka_unit_test(test_an_engine_that_is_not_there),
        cmocka_unit_test(test_the_limit_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

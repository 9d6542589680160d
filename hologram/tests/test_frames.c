/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mean of frames that are quantized together has less noise than that of independent ones. */
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

enum { SIDE = 192, PIXELS = SIDE * SIDE, FRAMES = 4 };

static uint16_t levels[FRAMES * PIXELS], others[FRAMES * PIXELS];
static errdiff_hologram_report reports[FRAMES];

static void quantize(const errdiff_field *field, const errdiff_hologram_options *options,
                     int frames, uint16_t *to)
{
    if (errdiff_hologram_quantize_frames(field, options, frames, to, reports) != ERRDIFF_OK)
        fail_msg("%s", reports->message.text);
}

/* The ratio of the mean intensity of the frames, in dB. */
static double ratio_of_mean(const errdiff_field *field, const errdiff_hologram_options *options,
                            int frames, const uint16_t *from)
{
    errdiff_hologram_similarity each[FRAMES], intensities[FRAMES + 1];
    assert_int_equal(
        errdiff_hologram_measure_frames(field, options, frames, from, each, intensities),
        ERRDIFF_OK);
    return intensities[frames].snr;
}

static void multiply(errdiff_field *field, double complex factor)
{
    for (size_t i = 0; i < errdiff_field_pixels(field); i++) {
        double complex value = factor * (field->values[i].re + I * field->values[i].im);
        field->values[i] = (errdiff_complex){(float)creal(value), (float)cimag(value)};
    }
}

/* Quantizes the frames one by one, with phases that make their errors differ. */
static void quantize_apart(const errdiff_field *field, const errdiff_hologram_options *options,
                           int frames, uint16_t *to)
{
    const double pi = 3.14159265358979323846;
    errdiff_field turned;
    errdiff_hologram_report report;
    assert_int_equal(errdiff_field_make(&turned, field->width, field->height), ERRDIFF_OK);
    for (int i = 0; i < frames; i++) {
        errdiff_field_copy(&turned, field);
        multiply(&turned, cexp(2 * I * pi * i / (frames * options->levels)));
        assert_int_equal(errdiff_hologram_quantize(&turned, options, to + i * PIXELS, &report),
                         ERRDIFF_OK);
    }
    errdiff_field_free(&turned);
}

static void test_less_noise(void **state)
{
    static const struct {
        const char *scene;
        errdiff_hologram_output output;
        int levels, refine, frames;
        errdiff_hologram_geometry geometry;
        double zero_order, gain; /* gain: the least in dB over independent frames */
    } cases[] = {{"p256", ERRDIFF_HOLOGRAM_PHASE, 4, 0, 2, ERRDIFF_HOLOGRAM_FRESNEL, 0, 1.5},
                 {"p256", ERRDIFF_HOLOGRAM_PHASE, 4, 0, 4, ERRDIFF_HOLOGRAM_FRESNEL, 0, 3},
                 {"p256", ERRDIFF_HOLOGRAM_PHASE, 16, 0, 4, ERRDIFF_HOLOGRAM_FRESNEL, 0, 3},
                 {"p256", ERRDIFF_HOLOGRAM_PHASE, 16, 2, 4, ERRDIFF_HOLOGRAM_FRESNEL, 0, 2},
                 {"p256", ERRDIFF_HOLOGRAM_PHASE, 4, 0, 4, ERRDIFF_HOLOGRAM_FOURIER, 0, 3},
                 {"p256", ERRDIFF_HOLOGRAM_PHASE, 16, 0, 4, ERRDIFF_HOLOGRAM_FRESNEL, 0.01, 3},
                 {"o", ERRDIFF_HOLOGRAM_BINARY_PHASE, 2, 0, 4, ERRDIFF_HOLOGRAM_FRESNEL, 0, 3},
                 {"o", ERRDIFF_HOLOGRAM_AMPLITUDE, 4, 0, 4, ERRDIFF_HOLOGRAM_FRESNEL, 0, 3}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        errdiff_hologram_options options;
        errdiff_field field = scene_middle(cases[i].scene, SIDE, &options);
        int frames = cases[i].frames;
        options.method = ERRDIFF_HOLOGRAM_OPT;
        options.output = cases[i].output;
        options.levels = cases[i].levels;
        options.refine = cases[i].refine;
        options.optics.geometry = cases[i].geometry;
        options.display.zero_order = cases[i].zero_order;
        quantize(&field, &options, frames, levels);
        quantize_apart(&field, &options, frames, others);
        double one = ratio_of_mean(&field, &options, 1, levels);
        double joint = ratio_of_mean(&field, &options, frames, levels);
        double apart = ratio_of_mean(&field, &options, frames, others);
        print_message("%s, K = %d, %d frames: %.2f dB, independent %.2f, one %.2f\n",
                      cases[i].scene, options.levels, frames, joint, apart, one);
        assert_true(joint > apart + cases[i].gain);
        assert_true(joint > one + cases[i].gain);
        errdiff_field_free(&field);
    }
}

/* Turned phases make the twin images of frames cancel, in which the mean of all but their
 * intensities is left. */
static void test_twins(void **state)
{
    errdiff_hologram_options options;
    errdiff_field field = scene_middle("p256", SIDE, &options);
    (void)state;
    options.method = ERRDIFF_HOLOGRAM_OPT;
    options.levels = 2;
    quantize(&field, &options, FRAMES, levels);
    double one = ratio_of_mean(&field, &options, 1, levels);
    double all = ratio_of_mean(&field, &options, FRAMES, levels);
    print_message("with twins: %.2f dB, one %.2f\n", all, one);
    assert_true(all > one + 4);
    errdiff_field_free(&field);
}

/* Phases that are only rounded are interleaved. */
static void test_rounded_phases(void **state)
{
    errdiff_hologram_options options;
    errdiff_field field = scene_middle("p256", SIDE, &options);
    (void)state;
    for (size_t i = 0; i < PIXELS; i++) {
        errdiff_complex value = field.values[i];
        float size = hypotf(value.re, value.im);
        field.values[i] = (errdiff_complex){value.re / size, value.im / size};
    }
    quantize(&field, &options, FRAMES, levels);
    assert_int_equal(reports[0].is_rounded, 1);
    assert_int_equal(reports[FRAMES - 1].method, ERRDIFF_HOLOGRAM_NONE);
    assert_int_equal(reports[FRAMES - 1].is_filtered, 0);
    double one = ratio_of_mean(&field, &options, 1, levels);
    double all = ratio_of_mean(&field, &options, FRAMES, levels);
    print_message("rounded: %.2f dB, one %.2f\n", all, one);
    assert_true(all > one + 9);
    errdiff_field_free(&field);
}

/* The first frame is what a call for one makes, also if that searches for a scale. */
static void test_first_frame(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        errdiff_hologram_options options;
        errdiff_hologram_report report;
        errdiff_field field = scene_middle("p256", SIDE, &options);
        options.levels = 4;
        options.gain = i == 0 ? 0 : 0.4;
        assert_int_equal(errdiff_hologram_quantize(&field, &options, others, &report), ERRDIFF_OK);
        quantize(&field, &options, 2, levels);
        assert_memory_equal(levels, others, PIXELS * sizeof *levels);
        assert_memory_not_equal(levels + PIXELS, others, PIXELS * sizeof *levels);
        assert_true(reports[1].scale == report.scale);
        quantize(&field, &options, 1, levels + PIXELS);
        assert_memory_equal(levels + PIXELS, others, PIXELS * sizeof *levels);
        errdiff_field_free(&field);
    }
}

/* With two phases the first frame only reaches this gain because its refinement aims at more light.
 * So do the others, whose targets are brighter by what they correct. */
static void test_all_frames_aim(void **state)
{
    errdiff_hologram_options options;
    errdiff_field field = scene_middle("p256", SIDE, &options);
    (void)state;
    options.levels = 2;
    options.refine = 2;
    options.gain = 0.5;
    quantize(&field, &options, 2, levels);
    assert_true(reports[0].aim > 1.05);
    assert_true(reports[1].aim == reports[0].aim);
    assert_true(reports[1].scale == reports[0].scale);
    errdiff_field_free(&field);
}

static void test_engines_agree(void **state)
{
    static const struct {
        const char *engine;
        int threads;
    } runs[] = {{"wavefront", 1}, {"wavefront", 3}, {"auto", 0}};
    (void)state;
    for (int real = 0; real < 2; real++) {
        errdiff_hologram_options options;
        errdiff_field field = scene_middle("o", SIDE, &options);
        options.levels = real ? 2 : 16;
        options.refine = real ? 0 : 2;
        options.engine = "serial";
        options.threads = 1;
        quantize(&field, &options, 2, levels);
        for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
            options.engine = runs[i].engine;
            options.threads = runs[i].threads;
            memset(others, 0xff, sizeof others);
            quantize(&field, &options, 2, others);
            assert_memory_equal(levels, others, 2 * PIXELS * sizeof *levels);
        }
        errdiff_field_free(&field);
    }
}

/* Values that are no numbers count as 0 in all frames, and light that nobody sees is no error. */
static void test_unusual_values(void **state)
{
    errdiff_hologram_options options;
    errdiff_field field = scene_middle("p256", SIDE, &options);
    (void)state;
    options.levels = 4;
    for (size_t i = 0; i < PIXELS; i += 97)
        field.values[i] = (errdiff_complex){NAN, INFINITY};
    quantize(&field, &options, 2, levels);
    for (size_t i = 0; i < PIXELS; i += 97)
        field.values[i] = (errdiff_complex){0};
    quantize(&field, &options, 2, others);
    assert_memory_equal(levels, others, 2 * PIXELS * sizeof *levels);
    memset(field.values, 0, PIXELS * sizeof *field.values);
    quantize(&field, &options, FRAMES, levels);
    assert_true(isnan(ratio_of_mean(&field, &options, FRAMES, levels)));
    errdiff_field_free(&field);
}

struct watch {
    double done, until;
    int calls;
};

static int watch(void *user, double done)
{
    struct watch *state = user;
    assert_true(done >= state->done && done <= 1);
    state->done = done;
    state->calls++;
    return done >= state->until;
}

static void test_progress_and_failures(void **state)
{
    errdiff_hologram_options options;
    errdiff_field field = scene_middle("p256", SIDE, &options);
    struct watch seen = {.until = 2};
    (void)state;
    options.levels = 2;
    options.progress = watch;
    options.progress_user = &seen;
    quantize(&field, &options, 3, levels);
    assert_true(seen.done == 1 && seen.calls > 6);
    static const double ends[] = {0.1, 0.3, 0.35, 0.6, 1};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        seen = (struct watch){.until = ends[i]};
        assert_int_equal(errdiff_hologram_quantize_frames(&field, &options, 3, levels, reports),
                         ERRDIFF_CANCELLED);
        assert_string_equal(reports->message.text, "cancelled");
    }
    options.progress = NULL;
    static const int wrong[] = {-1, 0, ERRDIFF_HOLOGRAM_MAX_FRAMES + 1};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(
            errdiff_hologram_quantize_frames(&field, &options, wrong[i], levels, reports),
            ERRDIFF_BAD_ARGUMENT);
        assert_non_null(strstr(reports->message.text, "frames"));
    }
    /* The first frame finds room, but not the fields besides. */
    options.max_memory = 2;
    options.view_filter = 0;
    options.method = ERRDIFF_HOLOGRAM_OPT;
    assert_int_equal(errdiff_hologram_quantize_frames(&field, &options, 1, levels, reports),
                     ERRDIFF_OK);
    assert_int_equal(errdiff_hologram_quantize_frames(&field, &options, 2, levels, reports),
                     ERRDIFF_NO_MEMORY);
    assert_true(*reports->message.text != '\0');
    errdiff_field_free(&field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_less_noise),     cmocka_unit_test(test_twins),
        cmocka_unit_test(test_rounded_phases), cmocka_unit_test(test_first_frame),
        cmocka_unit_test(test_all_frames_aim), cmocka_unit_test(test_engines_agree),
        cmocka_unit_test(test_unusual_values), cmocka_unit_test(test_progress_and_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The refinement on a GPU. With "substitute" a module that needs no GPU stands for it, and the CPU
 * must take over where it refuses. With "gpu" the light that a real GPU refines is compared with
 * the CPU's; without a GPU that is skipped.
 */
#define _POSIX_C_SOURCE 200809L

#include "engines/cuda_module.h"
#include "hologram/refine.h"
#include "hologram/view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 301, HEIGHT = 200, PIXELS = WIDTH * HEIGHT, SKIPPED = 77 };

struct watch {
    double told, stop_at;
    bool has_fallen;
};

static int watch(void *user, double done)
{
    struct watch *watched = user;
    watched->has_fallen |= done < watched->told;
    watched->told = done;
    return done >= watched->stop_at;
}

static errdiff_hologram_options usual_options(void)
{
    errdiff_hologram_options options;
    errdiff_hologram_options_init(&options);
    options.optics = (errdiff_optics){.pitch = 0.75,
                                      .wavelength = 0.635,
                                      .view_x = 40,
                                      .view_y = -30,
                                      .view_width = 90,
                                      .view_height = 60,
                                      .view_distance = 500};
    options.refine = 10;
    return options;
}

static errdiff_field make_hologram(void)
{
    errdiff_field field;
    assert_int_equal(errdiff_field_make(&field, WIDTH, HEIGHT), ERRDIFF_OK);
    for (int i = 0; i < PIXELS; i++)
        field.values[i] =
            (errdiff_complex){(float)(i * 7 % 101) / 50 - 1, (float)(i * 13 % 103) / 51 - 1};
    field.values[PIXELS / 2].re = NAN;
    return field;
}

/* ---- A substitute for the GPU ------------------------------------------------------------- */

static errdiff_status quantize(const char *engine, struct watch *watched, uint16_t *levels,
                               errdiff_hologram_report *report)
{
    errdiff_hologram_options options = usual_options();
    errdiff_field field = make_hologram();
    options.method = ERRDIFF_HOLOGRAM_NONE;
    options.engine = engine;
    options.progress = watch;
    options.progress_user = watched;
    errdiff_status status = errdiff_hologram_quantize(&field, &options, levels, report);
    errdiff_field_free(&field);
    return status;
}

static bool is_warned_of(const errdiff_hologram_report *report, const char *text)
{
    errdiff_hologram_options options = usual_options();
    errdiff_field field = {.width = WIDTH, .height = HEIGHT};
    errdiff_message message;
    for (int i = 0; errdiff_hologram_warning(i, &field, &options, report, &message) == ERRDIFF_OK;
         i++)
        if (strcmp(message.text, text) == 0)
            return true;
    return false;
}

static void test_cpu_takes_over(void **state)
{
    static const char warning[] = "the CPU made the refinement passes: no cuFFT in this test";
    static uint16_t levels[PIXELS], expected[PIXELS];
    errdiff_hologram_report report;
    struct watch watched = {.stop_at = 2};
    (void)state;
    setenv("ERRDIFF_TEST_REFINEMENT", "refused", 1);
    assert_int_equal(quantize("serial", &watched, expected, &report), ERRDIFF_OK);
    assert_false(is_warned_of(&report, warning));
    watched.told = 0;
    assert_int_equal(quantize("cuda-softsync", &watched, levels, &report), ERRDIFF_OK);
    assert_memory_equal(levels, expected, sizeof levels);
    assert_false(watched.has_fallen);
    assert_string_equal(report.engine, "cuda-softsync");
    assert_int_equal(report.refined, 10);
    assert_int_equal(report.refined_on_gpu, 0);
    assert_true(is_warned_of(&report, warning));
}

static void test_gpu_refines(void **state)
{
    static uint16_t levels[PIXELS], of_cpu[PIXELS];
    errdiff_hologram_report report;
    struct watch watched = {.stop_at = 2};
    (void)state;
    assert_int_equal(quantize("serial", &watched, of_cpu, &report), ERRDIFF_OK);
    unsetenv("ERRDIFF_TEST_REFINEMENT");
    watched.told = 0;
    assert_int_equal(quantize("cuda-softsync", &watched, levels, &report), ERRDIFF_OK);
    assert_memory_not_equal(levels, of_cpu, sizeof levels);
    assert_int_equal(report.refined, 10);
    assert_int_equal(report.refined_on_gpu, 1);
    assert_string_equal(report.not_refined_on_gpu.text, "");
    watched = (struct watch){.stop_at = 0.4};
    assert_int_equal(quantize("cuda-softsync", &watched, levels, &report), ERRDIFF_CANCELLED);
    assert_string_equal(report.message.text, "cancelled");
}

/* ---- A GPU -------------------------------------------------------------------------------- */

/* Refines light of modulus 1 that begins as 1 everywhere; the caller frees it. */
static errdiff_field refine(const errdiff_field *hologram, const errdiff_hologram_options *options,
                            bool prefers_gpu, errdiff_hologram_report *report)
{
    struct errdiff_hologram_job job = {.is_preview = false};
    errdiff_field shown;
    *report = (errdiff_hologram_report){.scale = 0.5};
    assert_int_equal(errdiff_field_make(&shown, hologram->width, hologram->height), ERRDIFF_OK);
    for (int i = 0; i < shown.width * shown.height; i++)
        shown.values[i] = (errdiff_complex){1, 0};
    assert_int_equal(errdiff_hologram_refine(&shown, hologram, &job, options, prefers_gpu, report),
                     ERRDIFF_OK);
    return shown;
}

/* The root of the mean square of the differences, for fields of modulus 1. */
static double difference(const errdiff_field *one, const errdiff_field *other)
{
    double sum = 0, pixels = (double)one->width * one->height;
    for (int i = 0; i < one->width * one->height; i++) {
        double re = one->values[i].re - other->values[i].re,
               im = one->values[i].im - other->values[i].im;
        sum += re * re + im * im;
    }
    return sqrt(sum / pixels);
}

static void compare(const errdiff_field *hologram, const errdiff_hologram_options *options)
{
    errdiff_hologram_report of_gpu, of_cpu;
    errdiff_hologram_similarity similarity[2];
    errdiff_field shown[2] = {refine(hologram, options, true, &of_gpu),
                              refine(hologram, options, false, &of_cpu)};
    if (!of_gpu.refined_on_gpu)
        fail_msg("%s", of_gpu.not_refined_on_gpu.text);
    assert_int_equal(
        errdiff_hologram_compare(hologram, shown, 2, &options->optics, NULL, NULL, similarity),
        ERRDIFF_OK);
    double apart = difference(&shown[0], &shown[1]);
    print_message("%d × %d pixels, %d passes: %.7f dB, on the CPU %.7f; relative difference %.2g\n",
                  hologram->width, hologram->height, options->refine, similarity[0].snr,
                  similarity[1].snr, apart);
    assert_true(fabs(similarity[0].snr - similarity[1].snr) < 0.01);
    assert_true(apart < 1e-4);
    errdiff_field_free(&shown[0]);
    errdiff_field_free(&shown[1]);
}

static void test_same_light(void **state)
{
    errdiff_hologram_options options = usual_options();
    errdiff_field hologram = make_hologram();
    (void)state;
    compare(&hologram, &options);
    errdiff_field_free(&hologram);
    assert_int_equal(errdiff_hologram_scene("p256", &hologram, &options.optics), ERRDIFF_OK);
    compare(&hologram, &options);
    errdiff_field_free(&hologram);
}

static void check_fault(const char *fault, const char *reason)
{
    errdiff_hologram_options options = usual_options();
    errdiff_hologram_report report;
    errdiff_field hologram = make_hologram();
    setenv("ERRDIFF_CUDA_FAULT", fault, 1);
    errdiff_field shown = refine(&hologram, &options, true, &report);
    unsetenv("ERRDIFF_CUDA_FAULT");
    errdiff_field expected = refine(&hologram, &options, false, &(errdiff_hologram_report){0});
    assert_memory_equal(shown.values, expected.values, PIXELS * sizeof *shown.values);
    assert_int_equal(report.refined_on_gpu, 0);
    if (!strstr(report.not_refined_on_gpu.text, reason))
        fail_msg("\"%s\" has no \"%s\"", report.not_refined_on_gpu.text, reason);
    errdiff_field_free(&shown);
    errdiff_field_free(&expected);
    errdiff_field_free(&hologram);
}

static void test_faults(void **state)
{
    (void)state;
    check_fault("no-cufft", "NVIDIA's library cuFFT");
    check_fault("timeout", "a kernel that took too long");
}

static void test_cancel(void **state)
{
    errdiff_hologram_options options = usual_options();
    errdiff_hologram_report report = {.scale = 0.5};
    errdiff_field hologram = make_hologram(), shown = make_hologram();
    struct watch watched = {.stop_at = 0};
    struct errdiff_hologram_job job = {.refinement = {watch, &watched, 0, 1}};
    (void)state;
    assert_int_equal(errdiff_hologram_refine(&shown, &hologram, &job, &options, true, &report),
                     ERRDIFF_CANCELLED);
    assert_memory_equal(shown.values, hologram.values, PIXELS * sizeof *shown.values);
    errdiff_field_free(&shown);
    errdiff_field_free(&hologram);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest substitute[] = {cmocka_unit_test(test_cpu_takes_over),
                                            cmocka_unit_test(test_gpu_refines)};
    const struct CMUnitTest gpu[] = {cmocka_unit_test(test_same_light),
                                     cmocka_unit_test(test_faults), cmocka_unit_test(test_cancel)};
    if (argc > 1 && strcmp(argv[1], "substitute") == 0)
        return cmocka_run_group_tests(substitute, NULL, NULL);
    errdiff_message reason;
    if (!errdiff_cuda_find_device(&reason)) {
        print_message("skipped: %s\n", reason.text);
        return SKIPPED;
    }
    return cmocka_run_group_tests(gpu, NULL, NULL);
}

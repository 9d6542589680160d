/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests what the core does with the module of GPU engines if it is missing, of another version,
 * without a GPU, failing during the work, or working. A process loads a module only once, so an
 * argument selects the case. With "faults" the real module is made to fail in every way
 * (core/cuda/fault.h).
 */
#define _POSIX_C_SOURCE 200809L

#include "../support/plain_options.h"
#include "engines/engine_cost.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* So large that in linear light a GPU that is initialized is expected to be faster than one
 * thread. */
enum { WIDTH = 1201, HEIGHT = 301, SAMPLES = WIDTH * HEIGHT * 3, SKIPPED = 77 };

/* With this kernel rows cannot run side by side in vectors. */
static const char far_kernel[] = "4: 1,0,2; -15,1,1; 0,15,1";

struct call {
    uint8_t in[SAMPLES], out[SAMPLES];
    errdiff_image in_image, out_image;
    errdiff_options options;
    errdiff_report report;
    double told;
    int is_falling;
    int cancels;        /* cancels at the next call */
    int calls_left;     /* cancels at the last of them; 0: never */
    double cancelled_s; /* when it did */
};

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int watch(void *user, double done)
{
    struct call *call = user;

    call->is_falling |= done < call->told;
    call->told = done;
    if (call->calls_left > 0 && --call->calls_left == 0) {
        call->cancels = 1;
        call->cancelled_s = now_s();
    }
    return call->cancels;
}

static void prepare(struct call *call, const char *engine)
{
    memset(call, 0, sizeof(*call));
    for (int i = 0; i < SAMPLES; i++) {
        call->in[i] = (uint8_t)(i * 7);
        call->out[i] = 99;
    }
    call->in_image = (errdiff_image){.data = call->in,
                                     .width = WIDTH,
                                     .height = HEIGHT,
                                     .channels = 3,
                                     .bits = 8,
                                     .stride = 3 * WIDTH};
    call->out_image = call->in_image;
    call->out_image.data = call->out;
    plain_options_init(&call->options);
    call->options.engine = engine;
    call->options.kernel = far_kernel;
    call->options.threads = 1;
    call->options.progress = watch;
    call->options.progress_user = call;
}

static errdiff_status dither(struct call *call)
{
    return errdiff_dither(&call->in_image, &call->out_image, &call->options, &call->report);
}

static void check_untouched(const struct call *call)
{
    for (int i = 0; i < SAMPLES; i++)
        assert_int_equal(call->out[i], 99);
}

static void check_same_as_serial(const struct call *call)
{
    static struct call serial;

    prepare(&serial, "serial-ec");
    serial.options.kernel = call->options.kernel;
    serial.options.linear = call->options.linear;
    assert_int_equal(dither(&serial), ERRDIFF_OK);
    assert_memory_equal(call->out, serial.out, sizeof(serial.out));
}

static void check_fails(const char *engine, const char *reason)
{
    static struct call call;

    prepare(&call, engine);
    assert_int_equal(dither(&call), ERRDIFF_CANNOT_RUN);
    if (!strstr(call.report.message.text, reason))
        print_error("\"%s\" has no \"%s\"\n", call.report.message.text, reason);
    assert_non_null(strstr(call.report.message.text, reason));
    check_untouched(&call);
}

/* For a job that both the GPU engine of "auto" and the one that follows can run. */
static void prepare_auto(struct call *call)
{
    prepare(call, "auto");
    call->options.kernel = "jarvis-judice-ninke";
    call->options.linear = 1;
}

static void check_auto_goes_on(const char *passed_over)
{
    static struct call call;

    prepare_auto(&call);
    assert_int_equal(dither(&call), ERRDIFF_OK);
    if (!strstr(call.report.passed_over.text, passed_over))
        print_error("\"%s\" has no \"%s\"\n", call.report.passed_over.text, passed_over);
    assert_non_null(strstr(call.report.passed_over.text, passed_over));
    assert_null(strstr(call.report.engine, "cuda"));
    assert_string_equal(call.report.message.text, "");
    assert_false(call.is_falling);
    check_same_as_serial(&call);
}

static void check_unavailable(const char *reason)
{
    errdiff_message message;

    assert_int_equal(errdiff_engine_available("cuda-pwec", &message), 0);
    assert_non_null(strstr(message.text, reason));
    assert_int_equal(errdiff_engine_available("cuda-pwec", NULL), 0);
    check_fails("cuda-pwec", reason);
}

static void test_missing(void **state)
{
    (void)state;
    setenv("ERRDIFF_CUDA_MODULE", "/no/such/module.so", 1);
    check_unavailable("ERRDIFF_CUDA_MODULE: the GPU module /no/such/module.so does not exist");
    check_auto_goes_on("cuda-softsync: ERRDIFF_CUDA_MODULE: the GPU module /no/such/module.so "
                       "does not exist");
}

static void test_not_installed(void **state)
{
    (void)state;
    unsetenv("ERRDIFF_CUDA_MODULE");
    check_unavailable("the GPU module, errdiff-cuda.so, is not installed");
    check_auto_goes_on("cuda-softsync: the GPU module, errdiff-cuda.so, is not installed");
}

static void test_broken(void **state)
{
    char path[] = "/tmp/errdiff-module-XXXXXX";
    int file = mkstemp(path);

    (void)state;
    assert_true(file >= 0);
    close(file);
    setenv("ERRDIFF_CUDA_MODULE", path, 1);
    check_unavailable("the GPU module cannot be loaded: /tmp/errdiff-module-");
    unlink(path);
}

static void test_other_version(void **state)
{
    (void)state;
    check_unavailable("the GPU module belongs to another version");
    check_auto_goes_on("belongs to another version");
}

static void test_no_device(void **state)
{
    (void)state;
    check_unavailable("there is no GPU in this test");
    check_auto_goes_on("cuda-softsync: there is no GPU in this test");
}

static void test_faulty(void **state)
{
    (void)state;
    assert_int_equal(errdiff_engine_available("cuda-pwec", NULL), 1);
    check_fails("cuda-pwec", "the GPU fell off in this test");
    check_fails("cuda-pwed", "not contained in the GPU module");
    check_auto_goes_on("cuda-softsync: the GPU fell off in this test");
}

static void test_good(void **state)
{
    static struct call call;

    (void)state;
    prepare_auto(&call);
    assert_int_equal(dither(&call), ERRDIFF_OK);
    assert_string_equal(call.report.engine, "cuda-softsync");
    assert_true(call.report.kernel_ms > 1.4 && call.report.kernel_ms < 1.6);
    for (int i = 0; i < SAMPLES; i++)
        assert_int_equal(call.out[i], 42);

    prepare(&call, "cuda-pwec");
    call.cancels = 1;
    assert_int_equal(dither(&call), ERRDIFF_CANCELLED);

    prepare(&call, "cuda-pwec");
    call.options.serpentine = 1;
    assert_int_equal(dither(&call), ERRDIFF_CANNOT_RUN);
    assert_non_null(strstr(call.report.message.text, "no serpentine order in this test"));
}

/* ---- The real module ----------------------------------------------------------------------- */

/* Runs in place; after the failure the image must be unchanged. */
static void check_fails_in_place(const char *engine, const char *reason)
{
    static struct call call, before;

    prepare(&call, engine);
    prepare(&before, engine);
    call.out_image = call.in_image;
    assert_int_equal(dither(&call), ERRDIFF_CANNOT_RUN);
    if (!strstr(call.report.message.text, reason))
        print_error("\"%s\" has no \"%s\"\n", call.report.message.text, reason);
    assert_non_null(strstr(call.report.message.text, reason));
    assert_memory_equal(call.in, before.in, sizeof(call.in));
}

static void check_fault(const char *fault, const char *reason)
{
    setenv("ERRDIFF_CUDA_FAULT", fault, 1);
    check_fails_in_place("cuda-pwec", reason);
    check_fails_in_place("cuda-pwed", reason);
    check_fails_in_place("cuda-knight", reason);
    check_auto_goes_on(reason);
    unsetenv("ERRDIFF_CUDA_FAULT");
}

static void test_faults_before_a_device_is_found(void **state)
{
    (void)state;
    check_fault("no-driver", "there is no NVIDIA driver");
    check_fault("old-driver", "the NVIDIA driver is too old");
    check_fault("no-gpu", "there is no NVIDIA GPU");
    check_fault("busy", "the GPU is in use by another program");
}

static void test_faults_on_the_way(void **state)
{
    static struct call call;

    (void)state;
    check_fault("memory", "the GPU does not have enough free memory");
    check_fault("timeout", "a kernel that took too long");
    check_fault("lost", "the GPU failed while kernels ran");
    check_fault("lost-late", "the GPU failed while the result was copied");
    prepare(&call, "cuda-pwec");
    assert_int_equal(dither(&call), ERRDIFF_OK);
    check_same_as_serial(&call);
}

enum { TALL = 700 }; /* rows; several slices */

/* One job for each variant of cuda-softsync. */
static const struct variant {
    const char *kernel;
    int levels;
} variants[] = {{"floyd-steinberg", 2}, {"floyd-steinberg", 4}, {"jarvis-judice-ninke", 4}};

static errdiff_status dither_in_slices(const struct variant *variant, uint8_t *in, uint8_t *out,
                                       const char *engine, struct call *call)
{
    prepare(call, engine);
    call->in_image = (errdiff_image){
        .data = in, .width = WIDTH, .height = TALL, .channels = 1, .bits = 8, .stride = WIDTH};
    call->out_image = call->in_image;
    call->out_image.data = out;
    call->options.kernel = variant->kernel;
    for (int c = 0; c < 3; c++)
        call->options.levels[c] = variant->levels;
    return dither(call);
}

static void check_fault_in_slices(const struct variant *variant, const uint8_t *image,
                                  const char *fault, const char *reason)
{
    static uint8_t work[WIDTH * TALL];
    static struct call call;

    memcpy(work, image, sizeof(work));
    setenv("ERRDIFF_CUDA_FAULT", fault, 1);
    assert_int_equal(dither_in_slices(variant, work, work, "cuda-softsync", &call),
                     ERRDIFF_CANNOT_RUN);
    unsetenv("ERRDIFF_CUDA_FAULT");
    assert_non_null(strstr(call.report.message.text, reason));
    assert_memory_equal(work, image, sizeof(work));
}

/* An image that is dithered in place must stay whole until all of the result is there. */
static void check_variant_in_slices(const struct variant *variant)
{
    static uint8_t image[WIDTH * TALL], expected[WIDTH * TALL], result[WIDTH * TALL];
    static struct call call;

    for (int i = 0; i < WIDTH * TALL; i++)
        image[i] = (uint8_t)(i * 7);
    assert_int_equal(dither_in_slices(variant, image, expected, "serial-ec", &call), ERRDIFF_OK);
    check_fault_in_slices(variant, image, "memory", "the GPU does not have enough free memory");
    check_fault_in_slices(variant, image, "timeout", "a kernel that took too long");
    check_fault_in_slices(variant, image, "lost", "the GPU failed while kernels ran");
    check_fault_in_slices(variant, image, "lost-late",
                          "the GPU failed while the result was copied");
    assert_int_equal(dither_in_slices(variant, image, result, "cuda-softsync", &call), ERRDIFF_OK);
    assert_memory_equal(result, expected, sizeof(result));
    assert_false(call.is_falling);
    assert_int_equal(dither_in_slices(variant, image, image, "cuda-softsync", &call), ERRDIFF_OK);
    assert_memory_equal(image, expected, sizeof(image));
}

static void test_faults_in_slices(void **state)
{
    (void)state;
    setenv("ERRDIFF_SLICES", "1x2", 1);
    for (size_t i = 0; i < sizeof(variants) / sizeof(*variants); i++)
        check_variant_in_slices(&variants[i]);
    unsetenv("ERRDIFF_SLICES");
}

/* A call for a gray image of width × height bytes, whose result takes its place. */
static void prepare_in_place(struct call *call, const char *engine, uint8_t *image, int width,
                             int height)
{
    prepare(call, engine);
    call->in_image = (errdiff_image){
        .data = image, .width = width, .height = height, .channels = 1, .bits = 8, .stride = width};
    call->out_image = call->in_image;
}

/* The GPU needs some tenths of a second for this image, and the callback is called every few
 * milliseconds. */
static void test_cancel_in_slices(void **state)
{
    enum { LONG = 4000000, ROWS = 48 };
    uint8_t *image = calloc(LONG, ROWS);
    static struct call call;

    (void)state;
    assert_non_null(image);
    for (size_t i = 0; i < sizeof(variants) / sizeof(*variants); i++) {
        prepare_in_place(&call, "cuda-softsync", image, LONG, ROWS);
        call.options.kernel = variants[i].kernel;
        for (int c = 0; c < 3; c++)
            call.options.levels[c] = variants[i].levels;
        memset(image, 100, (size_t)LONG * ROWS);
        call.calls_left = 5;
        assert_int_equal(dither(&call), ERRDIFF_CANCELLED);
        print_message("the end came %.1f ms after the cancel\n",
                      1e3 * (now_s() - call.cancelled_s));
        for (size_t k = 0; k < (size_t)LONG * ROWS; k += 997)
            assert_int_equal(image[k], 100);
    }
    free(image);
}

/* The GPU and the processor, which wait for each other, both end soon. The image takes the GPU
 * some tenths of a second in each of these ways. */
static void test_cancel_of_hybrid(void **state)
{
    enum { LONG = 200000, ROWS = 48 };
    static const struct {
        const char *strip, *group;
    } ways[] = {{"0", "64"}, {"100", "1"}, {"1000", "64"}, {"100000", "16"}};
    uint8_t *image = calloc(LONG, ROWS);
    static struct call call;

    (void)state;
    assert_non_null(image);
    memset(image, 100, (size_t)LONG * ROWS);
    setenv("ERRDIFF_HANDOVER", "1", 1);
    for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
        setenv("ERRDIFF_STRIP", ways[i].strip, 1);
        setenv("ERRDIFF_GROUP", ways[i].group, 1);
        prepare_in_place(&call, "hybrid", image, LONG, ROWS);
        call.calls_left = 8;
        assert_int_equal(dither(&call), ERRDIFF_CANCELLED);
        double late_s = now_s() - call.cancelled_s;
        print_message("the end came %.1f ms after the cancel\n", 1e3 * late_s);
        assert_true(late_s < 0.1);
        for (size_t k = 0; k < (size_t)LONG * ROWS; k += 97)
            assert_int_equal(image[k], 100);
    }
    unsetenv("ERRDIFF_HANDOVER");
    unsetenv("ERRDIFF_STRIP");
    unsetenv("ERRDIFF_GROUP");
    free(image);
}

/* No iteration has enough pixels for the GPU. The image takes the CPU some tenths of a second. */
static void test_cancel_of_the_processor_alone(void **state)
{
    enum { LONG = 1000000, ROWS = 48 };
    static const char *const engines[] = {"handover", "hybrid"};
    uint8_t *image = calloc(LONG, ROWS);
    static struct call call;

    (void)state;
    assert_non_null(image);
    for (size_t i = 0; i < sizeof(engines) / sizeof(*engines); i++) {
        prepare_in_place(&call, engines[i], image, LONG, ROWS);
        call.calls_left = 10;
        assert_int_equal(dither(&call), ERRDIFF_CANCELLED);
        assert_true(now_s() - call.cancelled_s < 0.1);
        assert_true(call.told > 0 && call.told < 1);
        assert_false(call.is_falling);
    }
    free(image);
}

/* Without a GPU these tests are skipped. */
static int run_faults(void)
{
    const struct CMUnitTest before[] = {cmocka_unit_test(test_faults_before_a_device_is_found)};
    const struct CMUnitTest on_the_way[] = {
        cmocka_unit_test(test_faults_on_the_way), cmocka_unit_test(test_faults_in_slices),
        cmocka_unit_test(test_cancel_in_slices), cmocka_unit_test(test_cancel_of_hybrid),
        cmocka_unit_test(test_cancel_of_the_processor_alone)};
    errdiff_message reason;

    if (cmocka_run_group_tests(before, NULL, NULL) > 0)
        return 1;
    if (!errdiff_engine_available("cuda-pwec", &reason)) {
        fprintf(stderr, "faults on the way: SKIPPED: %s\n", reason.text);
        return SKIPPED;
    }
    return cmocka_run_group_tests(on_the_way, NULL, NULL);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_missing),   cmocka_unit_test(test_not_installed),
        cmocka_unit_test(test_broken),    cmocka_unit_test(test_other_version),
        cmocka_unit_test(test_no_device), cmocka_unit_test(test_faulty),
        cmocka_unit_test(test_good)};
    static const char *const names[] = {"missing",   "not-installed", "broken", "other-version",
                                        "no-device", "faulty",        "good"};

    errdiff_gpu_start_ms = 0;
    if (argc == 2 && strcmp(argv[1], "faults") == 0)
        return run_faults();
    for (size_t i = 0; argc == 2 && i < sizeof(tests) / sizeof(*tests); i++)
        if (strcmp(argv[1], names[i]) == 0)
            return _cmocka_run_group_tests(argv[1], &tests[i], 1, NULL, NULL);
    fprintf(stderr, "usage: test-cuda-module missing | not-installed | broken | other-version | "
                    "no-device | faulty | good "
                    "| faults\n");
    return 2;
}

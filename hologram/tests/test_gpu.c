/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Failures of the GPU engine for holograms. With "missing" there is no GPU module, and the
 * message must say so. With "faults" a real GPU is made to fail in every way (core/cuda/fault.h);
 * without a GPU that is skipped.
 */
#define _POSIX_C_SOURCE 200809L

#include "engines/cuda_module.h"
#include "errdiff_hologram.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 1500, HEIGHT = 400, PIXELS = WIDTH * HEIGHT, SKIPPED = 77 };

struct call {
    errdiff_field field;
    errdiff_hologram_options options;
    errdiff_hologram_report report;
    uint16_t levels[PIXELS];
    int cancel_at; /* the number of the progress callback that cancels; 0: none */
    int calls;
    double told;
};

static struct call call;

static int watch(void *user, double done)
{
    struct call *watched = user;
    watched->told = done;
    watched->calls++;
    return watched->cancel_at > 0 && watched->calls >= watched->cancel_at;
}

static errdiff_status quantize(const char *engine)
{
    errdiff_hologram_options_init(&call.options);
    call.options.optics = (errdiff_optics){.pitch = 0.75,
                                           .wavelength = 0.635,
                                           .view_width = 20000,
                                           .view_height = 20000,
                                           .view_distance = 80000};
    call.options.view_filter = 0;
    call.options.hogel = 256;
    call.options.engine = engine;
    call.options.threads = 1;
    call.options.progress = watch;
    call.options.progress_user = &call;
    call.told = -1;
    call.calls = 0;
    memset(call.levels, 0xff, sizeof call.levels);
    return errdiff_hologram_quantize(&call.field, &call.options, call.levels, &call.report);
}

static int make(void **state)
{
    (void)state;
    if (errdiff_field_make(&call.field, WIDTH, HEIGHT) != ERRDIFF_OK)
        return -1;
    for (int i = 0; i < PIXELS; i++)
        call.field.values[i] =
            (errdiff_complex){(float)(i * 7 % 101) / 50 - 1, (float)(i * 13 % 103) / 51 - 1};
    return 0;
}

static int release(void **state)
{
    (void)state;
    errdiff_field_free(&call.field);
    return 0;
}

static void check_fails(const char *reason)
{
    assert_int_equal(quantize("cuda-softsync"), ERRDIFF_CANNOT_RUN);
    if (!strstr(call.report.message.text, reason))
        fail_msg("\"%s\" has no \"%s\"", call.report.message.text, reason);
}

static void test_missing(void **state)
{
    (void)state;
    check_fails("the GPU module /no/such/module.so does not exist");
    assert_int_equal(quantize("auto"), ERRDIFF_OK);
    assert_string_equal(call.report.engine, "wavefront");
}

static void check_fault(const char *fault, const char *reason)
{
    setenv("ERRDIFF_CUDA_FAULT", fault, 1);
    check_fails(reason);
    unsetenv("ERRDIFF_CUDA_FAULT");
}

static void test_faults(void **state)
{
    (void)state;
    check_fault("memory", "the GPU does not have enough free memory");
    check_fault("timeout", "a kernel that took too long");
    check_fault("lost", "the GPU failed while kernels ran");
    check_fault("lost-late", "the GPU failed while the result was copied");
}

static void test_cancel(void **state)
{
    (void)state;
    /* The first two callbacks come from the design of the weights: one for each row of hogels, as
     * one thread does all of them. */
    call.cancel_at = 3;
    assert_int_equal(quantize("cuda-softsync"), ERRDIFF_CANCELLED);
    assert_string_equal(call.report.message.text, "cancelled");
    assert_int_equal(call.report.hogels, 12);
    assert_int_equal(call.calls, 3);
    call.cancel_at = 0;
}

static void test_good(void **state)
{
    static uint16_t expected[PIXELS];
    (void)state;
    assert_int_equal(quantize("serial"), ERRDIFF_OK);
    memcpy(expected, call.levels, sizeof expected);
    int64_t clipped = call.report.clipped;
    assert_int_equal(quantize("cuda-softsync"), ERRDIFF_OK);
    assert_memory_equal(call.levels, expected, sizeof expected);
    assert_int_equal(call.report.clipped, clipped);
    assert_string_equal(call.report.engine, "cuda-softsync");
    assert_true(call.report.kernel_ms > 0 && call.report.kernel_ms < call.report.diffuse_ms);
    assert_true(call.told == 1);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest missing[] = {cmocka_unit_test(test_missing)};
    const struct CMUnitTest faults[] = {cmocka_unit_test(test_faults),
                                        cmocka_unit_test(test_cancel), cmocka_unit_test(test_good)};
    if (argc > 1 && strcmp(argv[1], "missing") == 0)
        return cmocka_run_group_tests(missing, make, release);
    errdiff_message reason;
    if (!errdiff_cuda_find_device(&reason)) {
        print_message("skipped: %s\n", reason.text);
        return SKIPPED;
    }
    return cmocka_run_group_tests(faults, make, release);
}

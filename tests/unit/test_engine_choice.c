/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the choice of "auto": when the GPU is asked for, which engine follows one that fails, and
 * what is said of those that were passed over. */
#include "../support/plain_options.h"
#include "base/message.h"
#include "engines/engine.h"
#include "engines/engine_choice.h"
#include "engines/engine_cost.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

/* Prepares a job for a gray image with `bits` bits that becomes one with 8 bits. The image is
 * never read. */
static void prepare(struct errdiff_job *job, int width, int height, int bits,
                    const errdiff_options *options)
{
    static uint16_t pixels[1];
    errdiff_image in = {.data = pixels,
                        .width = width,
                        .height = height,
                        .channels = 1,
                        .bits = bits,
                        .stride = (ptrdiff_t)width * bits / 8};
    errdiff_image out = in;

    out.bits = 8;
    assert_int_equal(errdiff_job_prepare(job, &in, &out, options, NULL, NULL), ERRDIFF_OK);
}

static const struct errdiff_engine *engine_of(const char *name)
{
    for (int i = 0; errdiff_engine_at(i); i++)
        if (strcmp(errdiff_engine_at(i)->info.name, name) == 0)
            return errdiff_engine_at(i);
    fail_msg("there is no engine %s", name);
    return NULL;
}

static int pays_from(int bits, int width, int height, const errdiff_options *options)
{
    struct errdiff_job job;

    prepare(&job, width, height, bits, options);
    int is_paying = errdiff_gpu_pays(&job);
    errdiff_job_release(&job);
    return is_paying;
}

static int pays(int width, int height, const errdiff_options *options)
{
    return pays_from(8, width, height, options);
}

/* The least side, a power of two, of a square for which the GPU pays. */
static int least_side(const errdiff_options *options)
{
    int side = 1;

    while (side < 1 << 20 && !pays(side, side, options))
        side *= 2;
    return side;
}

static void test_when_the_gpu_pays(void **state)
{
    errdiff_options options;
    errdiff_palette palette;

    (void)state;
    plain_options_init(&options);
    options.threads = 1;
    options.levels[0] = 4;
    /* It has to be set up first. */
    int cold = least_side(&options);
    errdiff_gpu_start_ms = 0;
    int side = least_side(&options);
    assert_in_range(side, 512, 2048);
    assert_in_range(cold, 2 * side, 1 << 16);
    /* The more work a pixel is for the processor, the sooner. */
    options.linear = 1;
    assert_true(least_side(&options) < side);
    options.linear = 0;
    options.levels[0] = 2; /* hardly more than the copies */
    assert_in_range(least_side(&options), 2 * side, 16384);
    options.levels[0] = 4;
    assert_int_equal(errdiff_palette_find("black-and-white", &palette, NULL), ERRDIFF_OK);
    options.palette = &palette;
    assert_in_range(least_side(&options), side / 2, 4096);
    options.palette = NULL;
    /* The GPU does one iteration after the other, and there are width + 2 · height of them. */
    assert_false(pays(1 << 20, 16, &options));
    assert_true(pays(8192, 2048, &options));
    assert_true(pays(16384, 512, &options));
    assert_false(pays(512, 16384, &options));
    /* More threads make the dithering and the copies faster. */
    options.threads = 16;
    assert_in_range(least_side(&options), 1024, 4096);
    errdiff_gpu_start_ms = 260;
}

/* In display values this is no more work for the processor than other levels are. */
static void test_from_16_bits_to_8(void **state)
{
    errdiff_options options;

    (void)state;
    plain_options_init(&options);
    options.threads = 1;
    options.levels[0] = 256;
    errdiff_gpu_start_ms = 0;
    assert_false(pays_from(16, 1024, 1024, &options));
    assert_true(pays_from(16, 4096, 4096, &options));
    options.linear = 1;
    assert_true(pays_from(16, 1024, 1024, &options));
    errdiff_gpu_start_ms = 260;
}

static void test_the_order(void **state)
{
    struct errdiff_job job;
    errdiff_options options;
    errdiff_message passed_over = {""}, message;

    (void)state;
    plain_options_init(&options);
    prepare(&job, 64, 64, 8, &options);
    const struct errdiff_engine *engine = errdiff_engine_pick("auto", &job, &passed_over, &message);
    assert_string_equal(engine->info.name, "wavefront");
    assert_string_equal(passed_over.text, "");
    /* An engine that failed is not tried again. */
    static const char *const next[] = {"block", "serial-ec", "serial-ed"};
    for (size_t i = 0; i < sizeof(next) / sizeof(*next); i++) {
        errdiff_fail(&message, ERRDIFF_CANNOT_RUN, "it fell over");
        engine = errdiff_engine_pick_after(engine, &job, &passed_over, &message);
        assert_string_equal(engine->info.name, next[i]);
    }
    assert_string_equal(passed_over.text, "wavefront, block, serial-ec: it fell over");
    errdiff_fail(&message, ERRDIFF_CANNOT_RUN, "it fell over");
    assert_null(errdiff_engine_pick_after(engine, &job, &passed_over, &message));
    assert_non_null(strstr(message.text, "no engine can do this job"));
    errdiff_job_release(&job);
    /* Engines that have to be named are never taken. */
    assert_true(engine_of("cuda-bwec")->is_on_gpu);
}

static void test_no_reason_is_lost(void **state)
{
    struct errdiff_job job;
    errdiff_options options;
    errdiff_message passed_over = {""}, message;
    char reason[160];

    (void)state;
    plain_options_init(&options);
    prepare(&job, 4, 4, 8, &options);
    for (int i = 0; errdiff_engine_at(i); i++) {
        snprintf(reason, sizeof(reason), "reason %d, %0110d", i / 3 * 2 - i / 2, 0);
        errdiff_fail(&message, ERRDIFF_CANNOT_RUN, "%s", reason);
        if (i != 4)
            errdiff_engine_pick_after(errdiff_engine_at(i), &job, &passed_over, &message);
    }
    for (int i = 0; errdiff_engine_at(i); i++) {
        const char *name = errdiff_engine_at(i)->info.name;
        if (i != 4 && !strstr(passed_over.text, name))
            fail_msg("%s is not in: %s", name, passed_over.text);
    }
    /* Engines with the same reason are listed with it together. */
    snprintf(reason, sizeof(reason), "reason 0, %0110d", 0);
    const char *first = strstr(passed_over.text, reason);
    assert_non_null(first);
    assert_null(strstr(first + 1, reason));
    errdiff_job_release(&job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_when_the_gpu_pays),
        cmocka_unit_test(test_from_16_bits_to_8),
        cmocka_unit_test(test_the_order),
        cmocka_unit_test(test_no_reason_is_lost),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

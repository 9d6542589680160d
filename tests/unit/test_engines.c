/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of engines, progress, cancelling, and the report. */
#define _POSIX_C_SOURCE 200809L

#include "../support/plain_options.h"
#include "errdiff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* So large that every engine reports progress many times. */
enum { SIDE = 2048, SAMPLES = SIDE * SIDE };

struct image {
    uint16_t *samples;
    errdiff_image pixels;
};

static int setup(void **state)
{
    struct image *image = malloc(sizeof(*image));

    if (!image)
        return -1;
    image->samples = malloc(SAMPLES * sizeof(*image->samples));
    if (!image->samples)
        return -1;
    for (int i = 0; i < SAMPLES; i++)
        image->samples[i] = (uint16_t)(i * 31);
    image->pixels = (errdiff_image){.data = image->samples,
                                    .width = SIDE,
                                    .height = SIDE,
                                    .channels = 1,
                                    .bits = 16,
                                    .stride = SIDE * (ptrdiff_t)sizeof(*image->samples)};
    *state = image;
    return 0;
}

static int teardown(void **state)
{
    struct image *image = *state;

    free(image->samples);
    free(image);
    return 0;
}

static void long_options(errdiff_options *options, const char *engine)
{
    plain_options_init(options);
    options->kernel = "jarvis-judice-ninke";
    options->engine = engine;
    if (strcmp(engine, "ordered") == 0)
        options->strength = 0; /* else it can do nothing */
}

static int is_engine(const char *name)
{
    for (int i = 0; i < errdiff_engine_count(); i++) {
        errdiff_engine_info info;
        errdiff_engine_get(i, &info);
        if (strcmp(info.name, name) == 0)
            return 1;
    }
    return 0;
}

static void test_auto_is_the_first_engine(void **state)
{
    errdiff_engine_info info;

    (void)state;
    assert_true(errdiff_engine_count() >= 3);
    errdiff_engine_get(0, &info);
    assert_string_equal(info.name, "auto");
    assert_int_equal(errdiff_engine_available("auto", NULL), 1);
}

static void test_the_serial_engines_run_anywhere(void **state)
{
    (void)state;
    assert_true(is_engine("serial-ec"));
    assert_true(is_engine("serial-ed"));
    assert_int_equal(errdiff_engine_available("serial-ec", NULL), 1);
    assert_int_equal(errdiff_engine_available("serial-ed", NULL), 1);
}

static void test_every_engine_is_described_once(void **state)
{
    (void)state;
    for (int i = 0; i < errdiff_engine_count(); i++) {
        errdiff_engine_info info;
        errdiff_engine_get(i, &info);
        assert_true(strlen(info.name) > 0);
        assert_true(strlen(info.title) > 0);
        assert_true(strlen(info.description) > 0);
        for (int other = 0; other < i; other++) {
            errdiff_engine_info before;
            errdiff_engine_get(other, &before);
            assert_string_not_equal(before.name, info.name);
        }
    }
}

static void test_every_engine_is_available_or_says_why_not(void **state)
{
    (void)state;
    for (int i = 0; i < errdiff_engine_count(); i++) {
        errdiff_engine_info info;
        errdiff_message reason = {""};
        errdiff_engine_get(i, &info);
        int available = errdiff_engine_available(info.name, &reason);
        assert_true(available == 1 || available == 0);
        if (!available)
            assert_true(strlen(reason.text) > 0);
    }
}

static void test_an_unknown_engine_is_not_available(void **state)
{
    errdiff_message reason = {""};

    (void)state;
    assert_int_equal(errdiff_engine_available("no-such-engine", &reason), 0);
    assert_true(strlen(reason.text) > 0);
    assert_int_equal(errdiff_engine_available("no-such-engine", NULL), 0);
}

struct watch {
    pthread_t caller;
    int calls;
    int wrong_thread;
    int falling;
    int outside;
    double first;
    double last;
    int cancel_at_call; /* 0: never */
};

static int watch_progress(void *user, double done)
{
    struct watch *watch = user;

    if (watch->calls++ == 0)
        watch->first = done;
    watch->wrong_thread |= !pthread_equal(pthread_self(), watch->caller);
    watch->falling |= done < watch->last;
    watch->outside |= !(done >= 0.0 && done <= 1.0);
    watch->last = done;
    return watch->calls == watch->cancel_at_call;
}

static void check_progress(struct image *image, const char *engine, int threads)
{
    errdiff_options options;
    struct watch watch = {.caller = pthread_self()};

    long_options(&options, engine);
    options.threads = threads;
    options.progress = watch_progress;
    options.progress_user = &watch;
    assert_int_equal(errdiff_dither(&image->pixels, &image->pixels, &options, NULL), ERRDIFF_OK);
    assert_true(watch.calls > 0);
    assert_true(watch.last > 0.5);
    assert_false(watch.wrong_thread);
    assert_false(watch.falling);
    assert_false(watch.outside);
    /* With several threads the calling thread may report late, and rarely. */
    if (threads == 1) {
        assert_true(watch.calls > 2);
        assert_true(watch.first < 0.5);
    }
}

static void test_progress_rises_in_the_calling_thread(void **state)
{
    for (int i = 0; i < errdiff_engine_count(); i++) {
        errdiff_engine_info info;

        errdiff_engine_get(i, &info);
        if (!errdiff_engine_available(info.name, NULL))
            continue;
        check_progress(*state, info.name, 1);
        check_progress(*state, info.name, 4);
    }
}

static void test_progress_can_cancel(void **state)
{
    struct image *image = *state;

    for (int i = 0; i < errdiff_engine_count(); i++) {
        errdiff_engine_info info;
        errdiff_options options;
        errdiff_report report;
        struct watch watch = {.caller = pthread_self(), .cancel_at_call = 1};

        errdiff_engine_get(i, &info);
        if (!errdiff_engine_available(info.name, NULL))
            continue;
        long_options(&options, info.name);
        options.progress = watch_progress;
        options.progress_user = &watch;
        assert_int_equal(errdiff_dither(&image->pixels, &image->pixels, &options, &report),
                         ERRDIFF_CANCELLED);
        assert_int_equal(watch.calls, 1);
        assert_true(strlen(report.message.text) > 0);
    }
}

static void test_the_report_of_a_named_engine(void **state)
{
    struct image *image = *state;

    for (int i = 1; i < errdiff_engine_count(); i++) {
        errdiff_engine_info info;
        errdiff_options options;
        errdiff_report report;

        errdiff_engine_get(i, &info);
        long_options(&options, info.name);
        memset(&report, 0x5a, sizeof(report));
        errdiff_status status = errdiff_dither(&image->pixels, &image->pixels, &options, &report);
        if (!errdiff_engine_available(info.name, NULL)) {
            assert_int_equal(status, ERRDIFF_CANNOT_RUN);
            assert_string_equal(report.engine, "");
            assert_true(strlen(report.message.text) > 0);
            continue;
        }
        assert_int_equal(status, ERRDIFF_OK);
        assert_string_equal(report.engine, info.name);
        assert_string_equal(report.message.text, "");
        assert_string_equal(report.passed_over.text, "");
        assert_true(report.prepare_ms >= 0.0);
        assert_true(report.dither_ms > 0.0);
    }
}

static void test_the_report_of_auto_names_what_ran(void **state)
{
    struct image *image = *state;
    errdiff_options options;
    errdiff_report report;

    long_options(&options, "auto");
    memset(&report, 0x5a, sizeof(report));
    assert_int_equal(errdiff_dither(&image->pixels, &image->pixels, &options, &report), ERRDIFF_OK);
    assert_true(is_engine(report.engine));
    assert_string_not_equal(report.engine, "auto");
    assert_int_equal(errdiff_engine_available(report.engine, NULL), 1);
    assert_string_equal(report.message.text, "");
    assert_non_null(memchr(report.passed_over.text, '\0', sizeof(report.passed_over.text)));
}

/* The engine that "auto" takes for an image in serpentine order, with `threads` threads. */
static const char *taken_in_serpentine_order(const errdiff_image *image, const char *palette,
                                             int threads, errdiff_report *report)
{
    errdiff_options options;
    errdiff_palette colors;

    long_options(&options, "auto");
    options.serpentine = 1;
    options.threads = threads;
    if (palette) {
        assert_int_equal(errdiff_palette_find(palette, &colors, NULL), ERRDIFF_OK);
        options.palette = &colors;
    }
    assert_int_equal(errdiff_dither(image, image, &options, report), ERRDIFF_OK);
    return report->engine;
}

static void test_auto_in_serpentine_order(void **state)
{
    struct image *image = *state;
    errdiff_image gray = image->pixels, color = image->pixels;
    errdiff_report report;

    gray.height = 60;
    color.height = 20;
    color.channels = 3;
    color.stride *= 3;
    assert_string_equal(taken_in_serpentine_order(&gray, NULL, 0, &report), "serial-ec");
    assert_string_equal(taken_in_serpentine_order(&color, "ega", 0, &report), "serial-ec");
    assert_string_equal(taken_in_serpentine_order(&color, NULL, 1, &report), "wavefront");
    assert_int_equal(report.threads, 1);
    /* Two threads would not be faster than one. */
    assert_string_equal(taken_in_serpentine_order(&color, NULL, 2, &report), "wavefront");
    assert_int_equal(report.threads, 1);
    assert_string_equal(taken_in_serpentine_order(&color, NULL, 3, &report), "wavefront");
    assert_in_range(report.threads, 1, 3);
}

static void test_the_version(void **state)
{
    (void)state;
    assert_string_equal(errdiff_version(), PROJECT_VERSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_auto_is_the_first_engine),
        cmocka_unit_test(test_the_serial_engines_run_anywhere),
        cmocka_unit_test(test_every_engine_is_described_once),
        cmocka_unit_test(test_every_engine_is_available_or_says_why_not),
        cmocka_unit_test(test_an_unknown_engine_is_not_available),
        cmocka_unit_test(test_progress_rises_in_the_calling_thread),
        cmocka_unit_test(test_progress_can_cancel),
        cmocka_unit_test(test_the_report_of_a_named_engine),
        cmocka_unit_test(test_the_report_of_auto_names_what_ran),
        cmocka_unit_test(test_auto_in_serpentine_order),
        cmocka_unit_test(test_the_version),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests errdiff_dither_many. The library's calls of pthread_create are redirected to this file (see
 * meson.build), which can refuse them. */
#define _POSIX_C_SOURCE 200809L

#include "../support/plain_options.h"
#include "errdiff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

enum { SIDE = 96, MAX_IMAGES = 40 };

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);

static atomic_int granted_threads; /* how many are granted before all others are refused */

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument)
{
    return granted_threads-- <= 0 ? EAGAIN
                                  : __real_pthread_create(thread, attributes, start, argument);
}

/* The images, and what has been seen of the call. */
struct images {
    uint8_t in[MAX_IMAGES][SIDE][SIDE], out[MAX_IMAGES][SIDE][SIDE];
    atomic_int calls[MAX_IMAGES];
    int threads[MAX_IMAGES]; /* that each may use */
    atomic_int at_once, most_at_once;

    pthread_t caller;
    int reports;
    double last_report;
    int cancel_after; /* images; 0: never */
    atomic_int begun;
};

static struct images images;

static errdiff_image image_of(uint8_t rows[SIDE][SIDE])
{
    return (errdiff_image){
        .data = rows, .width = SIDE, .height = SIDE, .channels = 1, .bits = 8, .stride = SIDE};
}

static int report(void *user, double done)
{
    struct images *all = user;

    assert_true(pthread_equal(pthread_self(), all->caller));
    assert_true(done >= all->last_report && done <= 1);
    all->last_report = done;
    all->reports++;
    return all->cancel_after > 0 && all->begun >= all->cancel_after;
}

/* Until the caller's progress has been asked some times, and a cancel has come here. */
static void wait_for_reports(const errdiff_options *options)
{
    for (int i = 0; i < 400; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        if (options->progress(options->progress_user, 0.5) != 0)
            return;
    }
    fail_msg("no cancel has come within two seconds");
}

static void dither(void *user, int number, const errdiff_options *options)
{
    struct images *all = user;
    int at_once = ++all->at_once, most = all->most_at_once;

    while (at_once > most && !atomic_compare_exchange_weak(&all->most_at_once, &most, at_once))
        ;
    all->begun++;
    all->calls[number]++;
    all->threads[number] = options->threads;
    if (all->cancel_after > 0)
        wait_for_reports(options);
    errdiff_image in = image_of(all->in[number]), out = image_of(all->out[number]);
    errdiff_status status = errdiff_dither(&in, &out, options, NULL);
    assert_int_equal(status, all->cancel_after > 0 ? ERRDIFF_CANCELLED : ERRDIFF_OK);
    all->at_once--;
}

/* Two calls, as an image with transparency needs: the second one begins at 0 again. */
static void dither_twice(void *user, int number, const errdiff_options *options)
{
    (void)user;
    (void)number;
    for (int call = 0; call < 2; call++)
        for (int i = 0; i <= 10; i++) {
            nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
            assert_int_equal(options->progress(options->progress_user, i / 10.0), 0);
        }
}

static void do_nothing(void *user, int number, const errdiff_options *options)
{
    (void)user;
    (void)number;
    (void)options;
}

static errdiff_status run(int count, int threads, int granted, int cancel_after)
{
    errdiff_options options;

    plain_options_init(&options);
    options.threads = threads;
    options.engine = "wavefront";
    options.progress = report;
    options.progress_user = &images;
    memset(&images, 0, sizeof(images));
    for (int i = 0; i < MAX_IMAGES; i++)
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++)
                images.in[i][y][x] = (uint8_t)(x * 7 + y * (i + 1) + x * y % 11);
    images.caller = pthread_self();
    images.cancel_after = cancel_after;
    granted_threads = granted;
    return errdiff_dither_many(count, &options, dither, &images);
}

static void check_images(int count)
{
    errdiff_options options;
    uint8_t expected[SIDE][SIDE];

    plain_options_init(&options);
    options.engine = "serial-ec";
    for (int i = 0; i < MAX_IMAGES; i++) {
        assert_int_equal(images.calls[i], i < count ? 1 : 0);
        errdiff_image in = image_of(images.in[i]), out = image_of(expected);
        assert_int_equal(errdiff_dither(&in, &out, &options, NULL), ERRDIFF_OK);
        if (i < count)
            assert_memory_equal(images.out[i], expected, sizeof(expected));
    }
}

static void test_every_image_is_dithered_once(void **state)
{
    static const int counts[] = {0, 1, 2, 7, MAX_IMAGES}, threads[] = {1, 2, 3, 8};

    (void)state;
    for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++)
        for (size_t j = 0; j < sizeof(threads) / sizeof(*threads); j++) {
            assert_int_equal(run(counts[i], threads[j], 1000000, 0), ERRDIFF_OK);
            check_images(counts[i]);
            assert_in_range(images.most_at_once, counts[i] > 0, threads[j]);
            assert_true(counts[i] == 0 || images.reports > 0);
            assert_true(counts[i] == 0 || images.last_report == 1);
        }
}

static void test_threads_are_shared_out(void **state)
{
    (void)state;
    assert_int_equal(run(3, 8, 1000000, 0), ERRDIFF_OK);
    for (int i = 0; i < 3; i++)
        assert_int_equal(images.threads[i], 2);
    assert_int_equal(run(1, 5, 1000000, 0), ERRDIFF_OK);
    assert_int_equal(images.threads[0], 5);
    assert_int_equal(run(1, 0, 1000000, 0), ERRDIFF_OK);
    assert_int_equal(images.threads[0], 0);
    assert_int_equal(run(20, 4, 1000000, 0), ERRDIFF_OK);
    assert_int_equal(images.threads[0], 1);
}

static void test_refused_threads(void **state)
{
    (void)state;
    for (int granted = 0; granted < 4; granted++) {
        assert_int_equal(run(7, 4, granted, 0), ERRDIFF_OK);
        check_images(7);
        assert_in_range(images.most_at_once, 1, granted > 0 ? granted : 1);
        assert_true(images.last_report == 1);
    }
}

static void test_few_images_get_one_thread_each_if_threads_are_refused(void **state)
{
    (void)state;
    for (int granted = 0; granted < 2; granted++) {
        assert_int_equal(run(2, 8, granted, 0), ERRDIFF_OK);
        check_images(2);
        assert_int_equal(images.threads[0], 1);
        assert_int_equal(images.threads[1], 1);
    }
}

/* Calls `dither_one` in one thread besides this one, or in this one alone if none is granted. */
static void run_simple(int count, int granted, errdiff_dither_one dither_one)
{
    errdiff_options options;

    plain_options_init(&options);
    options.threads = 1;
    options.progress = report;
    options.progress_user = &images;
    memset(&images, 0, sizeof(images));
    images.caller = pthread_self();
    granted_threads = granted;
    assert_int_equal(errdiff_dither_many(count, &options, dither_one, &images), ERRDIFF_OK);
}

static void test_progress_of_two_calls_for_an_image(void **state)
{
    (void)state;
    for (int granted = 0; granted < 2; granted++) {
        run_simple(3, granted, dither_twice);
        assert_true(images.reports > 0 && images.last_report == 1);
    }
}

static void test_work_without_progress_is_reported_after_each_image(void **state)
{
    (void)state;
    run_simple(5, 0, do_nothing);
    assert_int_equal(images.reports, 5);
}

static void test_a_cancel_stops_all(void **state)
{
    (void)state;
    for (int granted = 0; granted < 4; granted += 3) {
        assert_int_equal(run(20, 3, granted, 1), ERRDIFF_CANCELLED);
        assert_in_range(images.begun, 1, granted > 0 ? granted : 1);
    }
}

/* The caller still asks for a cancel when the last thread has ended. */
static void test_a_cancel_of_images_that_have_all_begun(void **state)
{
    (void)state;
    assert_int_equal(run(3, 3, 3, 3), ERRDIFF_CANCELLED);
    assert_int_equal(images.begun, 3);
}

static void test_bad_arguments(void **state)
{
    (void)state;
    assert_int_equal(run(-1, 1, 1000, 0), ERRDIFF_BAD_ARGUMENT);
    assert_int_equal(run(1, -1, 1000, 0), ERRDIFF_BAD_ARGUMENT);
    assert_int_equal(run(1, ERRDIFF_MAX_THREADS + 1, 1000, 0), ERRDIFF_BAD_ARGUMENT);
    assert_int_equal(images.calls[0], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_image_is_dithered_once),
        cmocka_unit_test(test_threads_are_shared_out),
        cmocka_unit_test(test_refused_threads),
        cmocka_unit_test(test_few_images_get_one_thread_each_if_threads_are_refused),
        cmocka_unit_test(test_progress_of_two_calls_for_an_image),
        cmocka_unit_test(test_work_without_progress_is_reported_after_each_image),
        cmocka_unit_test(test_a_cancel_stops_all),
        cmocka_unit_test(test_a_cancel_of_images_that_have_all_begun),
        cmocka_unit_test(test_bad_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

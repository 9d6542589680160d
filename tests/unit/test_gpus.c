/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests which of several GPUs are set up, and which ones jobs take, with GPUs that only exist
 * here. */
#define _POSIX_C_SOURCE 200809L

#include "cuda/gpus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum { COUNT = 3, JOBS = 12, PATIENCE_S = 20 };

/* What the GPUs of a test do. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t has_begun;
    bool fails[COUNT];
    int wanted_at_once; /* a set-up lasts until this many have begun */
    int begun;          /* set-ups */
    int set_up[COUNT];  /* how often each was */
} scene = {.lock = PTHREAD_MUTEX_INITIALIZER, .has_begun = PTHREAD_COND_INITIALIZER};

static bool set_up(int number, errdiff_message *why_not)
{
    struct timespec end;
    int error = 0;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += PATIENCE_S;
    pthread_mutex_lock(&scene.lock);
    scene.set_up[number]++;
    scene.begun++;
    pthread_cond_broadcast(&scene.has_begun);
    while (scene.begun < scene.wanted_at_once && error == 0)
        error = pthread_cond_timedwait(&scene.has_begun, &scene.lock, &end);
    const bool fails = scene.fails[number] || error != 0;
    pthread_mutex_unlock(&scene.lock);
    if (fails)
        snprintf(why_not->text, sizeof why_not->text, "GPU %d fails", number);
    return !fails;
}

static void prepare(struct errdiff_gpus *gpus, int wanted_at_once)
{
    *gpus = (struct errdiff_gpus){.lock = PTHREAD_MUTEX_INITIALIZER,
                                  .has_changed = PTHREAD_COND_INITIALIZER,
                                  .set_up = set_up,
                                  .count = COUNT};
    for (int i = 0; i < COUNT; i++)
        gpus->list[i].number = i;
    scene.wanted_at_once = wanted_at_once;
    scene.begun = 0;
    memset(scene.fails, 0, sizeof scene.fails);
    memset(scene.set_up, 0, sizeof scene.set_up);
}

static void assert_set_up(int first, int second, int third)
{
    assert_int_equal(scene.set_up[0], first);
    assert_int_equal(scene.set_up[1], second);
    assert_int_equal(scene.set_up[2], third);
}

static void test_one_job_sets_up_one_gpu(void **state)
{
    struct errdiff_gpus gpus;
    (void)state;
    prepare(&gpus, 1);
    for (int i = 0; i < 2; i++) {
        assert_true(errdiff_gpus_find(&gpus, NULL));
        assert_int_equal(errdiff_gpus_take(&gpus), 0);
        assert_int_equal(errdiff_gpus_jobs(&gpus, 0), 1);
        errdiff_gpus_leave(&gpus, 0);
    }
    assert_set_up(1, 0, 0);
}

static void test_jobs_are_spread(void **state)
{
    struct errdiff_gpus gpus;
    (void)state;
    prepare(&gpus, 1);
    assert_true(errdiff_gpus_find(&gpus, NULL));
    for (int i = 0; i < JOBS; i++)
        errdiff_gpus_take(&gpus);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(errdiff_gpus_jobs(&gpus, i), JOBS / COUNT);
    assert_set_up(1, 1, 1);
    errdiff_gpus_leave(&gpus, 1);
    assert_int_equal(errdiff_gpus_take(&gpus), 1);
}

/* A thread of a batch. */
static void *find_and_take(void *user)
{
    struct errdiff_gpus *gpus = user;
    errdiff_message reason;
    if (!errdiff_gpus_find(gpus, &reason))
        return NULL;
    errdiff_gpus_leave(gpus, errdiff_gpus_take(gpus));
    return gpus;
}

static void run_batch(struct errdiff_gpus *gpus, int threads)
{
    pthread_t batch[JOBS];
    for (int i = 0; i < threads; i++)
        assert_int_equal(pthread_create(&batch[i], NULL, find_and_take, gpus), 0);
    for (int i = 0; i < threads; i++) {
        void *result;
        assert_int_equal(pthread_join(batch[i], &result), 0);
        assert_non_null(result);
    }
}

/* No set-up ends before all have begun. */
static void test_a_batch_sets_up_all_at_once(void **state)
{
    struct errdiff_gpus gpus;
    (void)state;
    prepare(&gpus, COUNT);
    run_batch(&gpus, JOBS);
    assert_set_up(1, 1, 1);
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(gpus.list[i].state, ERRDIFF_GPU_READY);
        assert_int_equal(errdiff_gpus_jobs(&gpus, i), 0);
    }
}

static void test_a_batch_goes_on_without_a_gpu_that_fails(void **state)
{
    struct errdiff_gpus gpus;
    (void)state;
    for (int failing = 0; failing < COUNT; failing++) {
        prepare(&gpus, COUNT);
        scene.fails[failing] = true;
        run_batch(&gpus, JOBS);
        for (int i = 0; i < COUNT; i++)
            assert_int_equal(gpus.list[i].state,
                             i == failing ? ERRDIFF_GPU_LEFT_OUT : ERRDIFF_GPU_READY);
        assert_int_equal(scene.set_up[failing], 1);
        assert_non_null(strstr(gpus.list[failing].why_not.text, "fails"));
    }
}

static void test_a_later_gpu_fails(void **state)
{
    struct errdiff_gpus gpus;
    (void)state;
    prepare(&gpus, 1);
    scene.fails[1] = true;
    assert_true(errdiff_gpus_find(&gpus, NULL));
    assert_int_equal(errdiff_gpus_take(&gpus), 0);
    assert_int_equal(errdiff_gpus_take(&gpus), 2);
    assert_int_equal(errdiff_gpus_take(&gpus), 0);
    assert_set_up(1, 1, 1);
    assert_string_equal(gpus.list[1].why_not.text, "GPU 1 fails");
}

static void test_all_fail_and_are_tried_again(void **state)
{
    struct errdiff_gpus gpus;
    errdiff_message reason;
    (void)state;
    prepare(&gpus, 1);
    scene.fails[0] = scene.fails[1] = scene.fails[2] = true;
    assert_false(errdiff_gpus_find(&gpus, &reason));
    assert_string_equal(reason.text, "GPU 0 fails");
    assert_false(errdiff_gpus_find(&gpus, NULL));
    assert_set_up(2, 2, 2);
    scene.fails[2] = false;
    assert_true(errdiff_gpus_find(&gpus, NULL));
    assert_int_equal(errdiff_gpus_take(&gpus), 2);
}

static void test_the_last_gpu_is_not_left_out(void **state)
{
    struct errdiff_gpus gpus;
    const errdiff_message lost = {"it is lost"};
    (void)state;
    prepare(&gpus, 1);
    assert_true(errdiff_gpus_find(&gpus, NULL));
    assert_false(errdiff_gpus_leave_out(&gpus, 0, &lost));
    assert_int_equal(errdiff_gpus_take(&gpus), 0);
    assert_int_equal(errdiff_gpus_take(&gpus), 1);
    assert_true(errdiff_gpus_leave_out(&gpus, 0, &lost));
    assert_string_equal(gpus.list[0].why_not.text, lost.text);
    assert_false(errdiff_gpus_leave_out(&gpus, 1, &lost));
    errdiff_gpus_leave(&gpus, 0);
    assert_int_equal(errdiff_gpus_take(&gpus), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_job_sets_up_one_gpu),
        cmocka_unit_test(test_jobs_are_spread),
        cmocka_unit_test(test_a_batch_sets_up_all_at_once),
        cmocka_unit_test(test_a_batch_goes_on_without_a_gpu_that_fails),
        cmocka_unit_test(test_a_later_gpu_fails),
        cmocka_unit_test(test_all_fail_and_are_tried_again),
        cmocka_unit_test(test_the_last_gpu_is_not_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

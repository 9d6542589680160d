/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests teams of threads, and what the engines that use them do if threads or memory are refused.
 * The library's calls for both are redirected to this file (see meson.build).
 */
#define _POSIX_C_SOURCE 200809L

#include "../support/plain_options.h"
#include "base/clock.h"
#include "base/system.h"
#include "base/team.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PROCESSORS = 8 };

void *__real_aligned_alloc(size_t alignment, size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_malloc(size_t size);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);

void *__wrap_aligned_alloc(size_t alignment, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);
int __real_errdiff_system_free_processors(int processors, int own);
int __wrap_errdiff_system_free_processors(int processors, int own);
int __wrap_omp_get_num_procs(void);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
int __real_pthread_mutex_unlock(pthread_mutex_t *mutex);
int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex);

/* How many calls are granted before one is refused: one allocation, or all further threads. */
static int granted_memory, granted_threads;

static void grant_all(void)
{
    granted_memory = granted_threads = 1 << 30;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return granted_memory-- == 0 ? NULL : __real_aligned_alloc(alignment, size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return granted_memory-- == 0 ? NULL : __real_calloc(count, size);
}

void *__wrap_malloc(size_t size)
{
    return granted_memory-- == 0 ? NULL : __real_malloc(size);
}

static int free_processors = PROCESSORS;

int __wrap_errdiff_system_free_processors(int processors, int own)
{
    (void)processors;
    (void)own;
    return free_processors;
}

int __wrap_omp_get_num_procs(void)
{
    return PROCESSORS;
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument)
{
    return granted_threads-- <= 0 ? EAGAIN
                                  : __real_pthread_create(thread, attributes, start, argument);
}

/* A thread that has had a team gets one of the same size again without new threads, so each test
 * that refuses threads calls the library from a new thread. */
static void in_new_thread(void *(*call)(void *), void *argument)
{
    pthread_t thread;

    assert_int_equal(__real_pthread_create(&thread, NULL, call, argument), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
}

/* ---- The team itself ----------------------------------------------------------------------- */

enum { MEMBERS = 8, TASKS = 20000 };

struct tasks {
    int factor; /* written before the call; only the counter is atomic */
    atomic_int next;
    int results[TASKS];
    int runs[MEMBERS];
    pthread_t threads[MEMBERS];
};

static void do_tasks(void *user, int member)
{
    struct tasks *tasks = user;
    int task;

    tasks->runs[member]++;
    tasks->threads[member] = pthread_self();
    while ((task = atomic_fetch_add_explicit(&tasks->next, 1, memory_order_relaxed)) < TASKS)
        tasks->results[task] = task * tasks->factor;
}

static void run_tasks(struct errdiff_threads threads)
{
    static struct tasks tasks;
    errdiff_message message = {.text = ""};
    int members = 0;

    memset(&tasks, 0, sizeof(tasks));
    tasks.factor = threads.count + 5;
    assert_int_equal(errdiff_team_run(threads, do_tasks, &tasks, &message), ERRDIFF_OK);
    for (int i = 0; i < TASKS; i++)
        assert_int_equal(tasks.results[i], i * (threads.count + 5));
    for (int i = 0; i < MEMBERS; i++) {
        assert_in_range(tasks.runs[i], 0, i < threads.count ? 1 : 0);
        members += tasks.runs[i];
    }
    assert_in_range(members, 1, threads.count);
    if (threads.is_exact)
        assert_int_equal(members, threads.count);
    assert_int_equal(tasks.runs[0], 1);
    assert_true(pthread_equal(tasks.threads[0], pthread_self()));
}

static void test_all_members_work_and_the_caller_sees_it(void **state)
{
    (void)state;
    grant_all();
    for (int repeat = 0; repeat < 50; repeat++) {
        for (int count = 1; count <= MEMBERS; count++) {
            run_tasks((struct errdiff_threads){.count = count, .is_exact = true});
            run_tasks((struct errdiff_threads){.count = count, .is_exact = false});
        }
    }
}

/* New threads take their numbers when they have passed the gate, one after the other. Two that wait
 * there for the same moment take them at once. */
enum { MEETINGS = 1500, WAIT_NS = 3000 };

static pthread_t main_thread;
static atomic_int to_meet;   /* threads that have yet to come */
static atomic_llong meet_at; /* in nanoseconds; 0: not all have come */
static atomic_int taken[3];  /* how often each number was taken */

static long long now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void meet(void)
{
    if (--to_meet == 0)
        meet_at = now_ns() + WAIT_NS;
    while (meet_at == 0 || now_ns() < meet_at)
        continue;
}

int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    int status = __real_pthread_mutex_unlock(mutex);

    if (to_meet > 0 && !pthread_equal(pthread_self(), main_thread))
        meet();
    return status;
}

static void take_number(void *user, int member)
{
    (void)user;
    taken[member]++;
}

static void test_no_two_members_get_the_same_number(void **state)
{
    (void)state;
    grant_all();
    main_thread = pthread_self();
    for (int i = 0; i < MEETINGS; i++) {
        /* The pieces of a stream get new threads each time. */
        struct errdiff_threads threads = {.count = 3, .is_exact = true, .works_long = true};

        meet_at = 0;
        to_meet = 2;
        memset(taken, 0, sizeof(taken));
        assert_int_equal(errdiff_team_run(threads, take_number, NULL, NULL), ERRDIFF_OK);
        for (int member = 0; member < 3; member++)
            assert_int_equal(taken[member], 1);
    }
    to_meet = 0;
}

static void test_what_is_asked_for(void **state)
{
    (void)state;
    assert_int_equal(errdiff_threads_wanted(3).count, 3);
    assert_true(errdiff_threads_wanted(3).is_exact);
    assert_int_equal(errdiff_threads_wanted(0).count, PROCESSORS);
    assert_false(errdiff_threads_wanted(0).is_exact);
}

static int count_undisturbed(int asked, int is_free)
{
    free_processors = is_free;
    int count = errdiff_threads_undisturbed(errdiff_threads_wanted(asked)).count;
    free_processors = PROCESSORS;
    return count;
}

static void test_processors_that_others_use_are_left_to_them(void **state)
{
    (void)state;
    assert_int_equal(count_undisturbed(0, INT_MAX), PROCESSORS);
    assert_int_equal(count_undisturbed(0, PROCESSORS), PROCESSORS);
    assert_int_equal(count_undisturbed(0, 3), 3);
    assert_int_equal(count_undisturbed(0, -5), 1);
}

static void test_a_named_number_is_kept_only_if_the_environment_says_so(void **state)
{
    (void)state;
    unsetenv("OMP_DYNAMIC");
    assert_int_equal(count_undisturbed(6, PROCESSORS), 6);
    assert_int_equal(count_undisturbed(6, INT_MAX), 6);
    assert_int_equal(count_undisturbed(6, 3), 3);
    setenv("OMP_DYNAMIC", "true", 1);
    assert_int_equal(count_undisturbed(6, 3), 3);
    setenv("OMP_DYNAMIC", " FALSE", 1);
    assert_int_equal(count_undisturbed(6, 3), 6);
    setenv("OMP_DYNAMIC", "false", 1);
    assert_int_equal(count_undisturbed(6, 3), 6);
}

static void do_nothing(void *user, int member)
{
    (void)user;
    (void)member;
}

/* The numbers of threads in calls that come soon after a team of threads that OpenMP keeps: while 3
 * processors are free, then 6, and then 7; and the last one in a call that comes much later. */
struct calls {
    int few, more[8], most[8], later;
    bool were_soon;
};

static void *call_soon(void *user)
{
    enum { SOON_MS = 15, LATER_NS = 40000000 };
    struct calls *calls = user;
    double begin = errdiff_now_ms();
    for (int i = 0; i < 3; i++) {
        struct errdiff_threads threads = {.count = 4, .is_exact = true};
        errdiff_team_run(threads, do_nothing, NULL, NULL);
    }
    calls->few = count_undisturbed(0, 3);
    for (int i = 0; i < 8; i++)
        calls->more[i] = count_undisturbed(0, 6);
    for (int i = 0; i < 8; i++)
        calls->most[i] = count_undisturbed(0, 7);
    calls->were_soon = errdiff_now_ms() - begin < SOON_MS;
    count_undisturbed(0, 3);
    nanosleep(&(struct timespec){.tv_nsec = LATER_NS}, NULL);
    calls->later = count_undisturbed(0, 5);
    return NULL;
}

static void test_more_processors_are_used_when_some_calls_found_them(void **state)
{
    (void)state;
    struct calls calls = {.were_soon = false};
    grant_all();
    /* On a machine that is busy, a try may take too long. */
    for (int tries = 0; tries < 200 && !calls.were_soon; tries++)
        in_new_thread(call_soon, &calls);
    assert_true(calls.were_soon);
    assert_int_equal(calls.few, 3);
    for (int i = 0; i < 7; i++)
        assert_int_equal(calls.more[i], 3);
    assert_int_equal(calls.more[7], 6);
    for (int i = 0; i < 7; i++)
        assert_int_equal(calls.most[i], 6);
    assert_int_equal(calls.most[7], 7);
    assert_int_equal(calls.later, 5);
}

struct spinning {
    atomic_int begun;
    atomic_bool stop;
};

static void *spin(void *user)
{
    struct spinning *threads = user;
    threads->begun++;
    while (!threads->stop)
        ;
    return NULL;
}

static void test_the_system_says_which_processors_are_free(void **state)
{
    (void)state;
    enum { SPINNING = 40 };
    int online = (int)sysconf(_SC_NPROCESSORS_ONLN);
    pthread_t threads[SPINNING];
    struct spinning spinning = {.stop = false};

    for (int i = 0; i < SPINNING; i++)
        assert_int_equal(__real_pthread_create(&threads[i], NULL, spin, &spinning), 0);
    /* A thread that has begun runs, or waits for a processor. */
    while (spinning.begun < SPINNING)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    int is_free = __real_errdiff_system_free_processors(online, 0);
    int for_caller = __real_errdiff_system_free_processors(online, SPINNING);
    int on_some = __real_errdiff_system_free_processors(online - 1, 0);
    spinning.stop = true;
    for (int i = 0; i < SPINNING; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(on_some, INT_MAX);
    if (is_free == INT_MAX)
        skip(); /* this system does not tell */
    assert_true(is_free <= online - SPINNING);
    assert_true(for_caller > is_free && for_caller <= online);
}

/* ---- Refused threads and memory ------------------------------------------------------------ */

enum { SIDE = 1024 };

static uint8_t image[SIDE][SIDE], result[SIDE][SIDE], expected[SIDE][SIDE], before[SIDE][SIDE];

struct call {
    const char *engine;
    int threads;
    int rows;
    errdiff_status status;
    errdiff_report report;
};

static void *dither(void *argument)
{
    struct call *call = argument;
    errdiff_options options;
    errdiff_image in = {.data = image,
                        .width = SIDE,
                        .height = call->rows > 0 ? call->rows : SIDE,
                        .channels = 1,
                        .bits = 8,
                        .stride = SIDE};
    errdiff_image out = in;

    out.data = result;
    plain_options_init(&options);
    options.engine = call->engine;
    options.threads = call->threads;
    call->status = errdiff_dither(&in, &out, &options, &call->report);
    return NULL;
}

static int setup(void **state)
{
    struct call call = {.engine = "serial-ec"};

    (void)state;
    grant_all();
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            image[y][x] = (uint8_t)(x * 7 + y * 3 + x * y % 11);
    dither(&call);
    memcpy(expected, result, sizeof(result));
    memset(before, 0xA5, sizeof(before));
    return call.status;
}

static const char *const engines[] = {"wavefront", "block"};

static void test_a_named_number_of_threads_that_cannot_be_made(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        for (int granted = 0; granted < 7; granted += 3) {
            struct call call = {.engine = engines[i], .threads = 8};
            char only[32];

            memcpy(result, before, sizeof(result));
            grant_all();
            granted_threads = granted;
            in_new_thread(dither, &call);
            assert_int_equal(call.status, ERRDIFF_CANNOT_RUN);
            snprintf(only, sizeof(only), "only %d", granted + 1);
            assert_non_null(strstr(call.report.message.text, "8 were requested"));
            assert_non_null(strstr(call.report.message.text, only));
            assert_non_null(strstr(call.report.message.text, strerror(EAGAIN)));
            assert_memory_equal(result, before, sizeof(result));
        }
        struct call call = {.engine = engines[i], .threads = 8};
        grant_all();
        granted_threads = 7;
        in_new_thread(dither, &call);
        assert_int_equal(call.status, ERRDIFF_OK);
        assert_memory_equal(result, expected, sizeof(result));
    }
}

static void test_fewer_threads_do_where_none_were_named(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        for (int granted = 0; granted < 7; granted += 2) {
            struct call call = {.engine = engines[i]};

            memcpy(result, before, sizeof(result));
            grant_all();
            granted_threads = granted;
            in_new_thread(dither, &call);
            assert_int_equal(call.status, ERRDIFF_OK);
            assert_in_range(call.report.threads, 1, granted + 1);
            assert_memory_equal(result, expected, sizeof(result));
        }
    }
}

/* A job of fewer bands than threads needs fewer of them; the message still names the number that
 * was asked for. */
static void test_the_message_names_the_number_that_was_asked_for(void **state)
{
    struct call call = {.engine = "wavefront", .threads = 64};

    (void)state;
    grant_all();
    granted_threads = 1;
    in_new_thread(dither, &call);
    assert_int_equal(call.status, ERRDIFF_CANNOT_RUN);
    assert_non_null(strstr(call.report.message.text, "64 were requested"));
    assert_non_null(strstr(call.report.message.text, "only 2 "));
}

/* Enough calls for OpenMP to keep a team: what it is refused then must not end the process. */
enum { MANY_CALLS = 100 };

static void *dither_often(void *argument)
{
    struct call *call = argument;

    for (int i = 0; i < MANY_CALLS; i++) {
        dither(call);
        if (call->status != ERRDIFF_OK)
            break;
    }
    return NULL;
}

static void test_threads_that_are_refused_later(void **state)
{
    (void)state;
    for (int granted = 0; granted < 3 * MANY_CALLS; granted += 50) {
        struct call call = {.engine = "wavefront", .threads = 4, .rows = 256};

        grant_all();
        granted_threads = granted;
        in_new_thread(dither_often, &call);
        assert_true(call.status == ERRDIFF_OK || call.status == ERRDIFF_CANNOT_RUN);
    }
}

/* ---- The child of a fork, and small stacks --------------------------------------------------- */

static void *dither_in_a_child(void *argument)
{
    struct call *call = argument;

    dither_often(call);
    memcpy(result, before, sizeof(result));
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        for (int i = 0; i < MANY_CALLS; i++)
            dither(call);
        _exit(call->status == ERRDIFF_OK && memcmp(result, expected, sizeof(result)) == 0 ? 0 : 1);
    }
    int ended = -1;
    waitpid(child, &ended, 0);
    call->status = ended == 0 ? ERRDIFF_OK : ERRDIFF_CANNOT_RUN;
    return NULL;
}

static void test_the_child_of_a_fork(void **state)
{
    (void)state;
#if defined(__SANITIZE_THREAD__)
    print_message("skipped: ThreadSanitizer makes no threads after fork()\n");
    skip();
#endif
    for (int i = 0; i < 2; i++) {
        struct call call = {.engine = engines[i], .threads = 3};

        grant_all();
        in_new_thread(dither_in_a_child, &call);
        assert_int_equal(call.status, ERRDIFF_OK);
    }
}

/* GCC defines macros for its sanitizers; Clang has a feature test. */
#if defined(__has_feature)
#define HAS_FEATURE(feature) __has_feature(feature)
#else
#define HAS_FEATURE(feature) 0
#endif

static void test_a_small_stack(void **state)
{
    enum { STACK = 64 << 10 };
    static const char *const small[] = {"wavefront", "block", "serial-ec", "serial-ed"};
    pthread_attr_t attributes;

    (void)state;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || HAS_FEATURE(address_sanitizer)
    print_message("skipped: sanitizers need more stack\n");
    skip();
#endif
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstacksize(&attributes, STACK), 0);
    for (int i = 0; i < 4; i++) {
        struct call call = {.engine = small[i], .threads = 1};
        pthread_t thread;

        grant_all();
        memcpy(result, before, sizeof(result));
        assert_int_equal(__real_pthread_create(&thread, &attributes, dither, &call), 0);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_int_equal(call.status, ERRDIFF_OK);
        assert_memory_equal(result, expected, sizeof(result));
    }
    pthread_attr_destroy(&attributes);
}

/* Each allocation of a call is refused once. */
static void test_memory_that_cannot_be_had(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        int refused = 0;
        for (;; refused++) {
            struct call call = {.engine = engines[i], .threads = 4};

            memcpy(result, before, sizeof(result));
            grant_all();
            granted_memory = refused;
            in_new_thread(dither, &call);
            if (granted_memory >= 0) /* the call made fewer allocations */
                break;
            grant_all();
            if (call.status == ERRDIFF_CANNOT_RUN) {
                /* The refused allocation was for the attempt to start threads. */
                assert_non_null(strstr(call.report.message.text, "threads"));
                assert_non_null(strstr(call.report.message.text, strerror(ENOMEM)));
            } else {
                assert_int_equal(call.status, ERRDIFF_NO_MEMORY);
                assert_non_null(strstr(call.report.message.text, "memory"));
            }
            assert_memory_equal(result, before, sizeof(result));
        }
        assert_true(refused >= 2);
    }
}

/* ---- Instruction sets, and what the report says --------------------------------------------- */

static const char *const sets[] = {"avx512", "avx2", "sse4.1", "neon", "c"};

static void test_an_unknown_instruction_set(void **state)
{
    errdiff_message reason = {.text = ""};
    struct call call = {.engine = "wavefront"};

    (void)state;
    grant_all();
    assert_int_equal(setenv("ERRDIFF_ISA", "avx1024", 1), 0);
    assert_int_equal(errdiff_engine_available("wavefront", &reason), 0);
    assert_non_null(strstr(reason.text, "ERRDIFF_ISA"));
    assert_non_null(strstr(reason.text, "avx1024"));
#if defined(__x86_64__) || defined(__i386__)
    for (int i = 0; i < 3; i++)
        assert_non_null(strstr(reason.text, sets[i]));
#endif
    assert_string_equal(reason.text + strlen(reason.text) - 2, " c");
    memcpy(result, before, sizeof(result));
    dither(&call);
    assert_int_equal(call.status, ERRDIFF_CANNOT_RUN);
    assert_non_null(strstr(call.report.message.text, "avx1024"));
    assert_memory_equal(result, before, sizeof(result));

    /* "auto" takes another engine, and the report says so. */
    call.engine = "auto";
    dither(&call);
    assert_int_equal(call.status, ERRDIFF_OK);
    assert_memory_equal(result, expected, sizeof(result));
    assert_string_not_equal(call.report.engine, "wavefront");
    unsetenv("ERRDIFF_ISA");
}

static void test_the_report_names_instruction_set_and_threads(void **state)
{
    int ran = 0;

    (void)state;
    grant_all();
    for (int i = 0; i < 4; i++) {
        struct call call = {.engine = "wavefront", .threads = 1};

        setenv("ERRDIFF_ISA", sets[i], 1);
        if (!errdiff_engine_available("wavefront", NULL))
            continue;
        ran++;
        dither(&call);
        assert_int_equal(call.status, ERRDIFF_OK);
        assert_string_equal(call.report.isa, sets[i]);
        assert_int_equal(call.report.threads, 1);
        assert_memory_equal(result, expected, sizeof(result));
        call.threads = 3;
        dither(&call);
        assert_in_range(call.report.threads, 1, 3);
    }
    unsetenv("ERRDIFF_ISA");
    assert_true(ran > 0);

    /* If none is named, the best instruction set is used, with no more threads than bands. */
    struct call call = {.engine = "wavefront", .threads = 16, .rows = 4};
    dither(&call);
    assert_int_equal(call.status, ERRDIFF_OK);
    assert_true(strlen(call.report.isa) > 0);
    assert_int_equal(call.report.threads, 1);

    /* The other engines choose no instruction set. */
    struct call serial = {.engine = "serial-ed", .threads = 16};
    dither(&serial);
    assert_string_equal(serial.report.isa, "");
    assert_int_equal(serial.report.threads, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_members_work_and_the_caller_sees_it),
        cmocka_unit_test(test_no_two_members_get_the_same_number),
        cmocka_unit_test(test_what_is_asked_for),
        cmocka_unit_test(test_processors_that_others_use_are_left_to_them),
        cmocka_unit_test(test_a_named_number_is_kept_only_if_the_environment_says_so),
        cmocka_unit_test(test_more_processors_are_used_when_some_calls_found_them),
        cmocka_unit_test(test_the_system_says_which_processors_are_free),
        cmocka_unit_test(test_a_named_number_of_threads_that_cannot_be_made),
        cmocka_unit_test(test_fewer_threads_do_where_none_were_named),
        cmocka_unit_test(test_the_message_names_the_number_that_was_asked_for),
        cmocka_unit_test(test_threads_that_are_refused_later),
        cmocka_unit_test(test_the_child_of_a_fork),
        cmocka_unit_test(test_a_small_stack),
        cmocka_unit_test(test_memory_that_cannot_be_had),
        cmocka_unit_test(test_an_unknown_instruction_set),
        cmocka_unit_test(test_the_report_names_instruction_set_and_threads),
    };

    return cmocka_run_group_tests(tests, setup, NULL);
}

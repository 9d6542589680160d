/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L

#include "team.h"

#include "clock.h"
#include "message.h"
#include "translate.h"

#include <errno.h>
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/*
 * Measured with other work on all processors: to yield there costs time slices, to sleep does not.
 * But one that sleeps is late to wake, and those that wait for it sleep meanwhile: 8 and 16 threads
 * were as slow as 2, and are not where they spin for longer. That helps with a processor for each
 * member, and as long as it ends before the time is over; else others work there.
 */
enum { SPINS = 1500, SLEEP_NS = 20000, LONGER_SPINS = 2 };
static const double LONGER_MS = 0.3;

static _Thread_local int longer_spins_left; /* of LONGER_SPINS in vain */
static _Thread_local double spins_until;    /* on the clock, in milliseconds; 0: no longer */

/*
 * OpenMP ends the process where a thread or memory for its teams is refused, and hangs in the child
 * of a fork() if the thread that forked had a team. So the first team of a thread is made of
 * threads of its own, which may be refused without harm; a program that dithers one picture needs
 * no other. Making them takes some 10 to 100 µs a thread each time. So a thread that dithers again
 * (a preview, a benchmark, a long stream) is handed over to OpenMP, which keeps its threads and
 * takes 2 µs: at a moment when as many threads were made just before and memory is there. Work that
 * takes long beside making threads stays with threads of its own.
 */
enum { OPENMP_BYTES = 1 << 20 };

/* Of the calling thread. */
static _Thread_local bool had_team;        /* for which OpenMP might have kept the threads */
static _Thread_local int kept_members = 1; /* of the team that OpenMP keeps */
static _Thread_local bool is_forked;       /* it is the one that fork() left of a process */

static void note_fork(void)
{
    is_forked = true;
}

__attribute__((constructor)) static void watch_for_forks(void)
{
    pthread_atfork(NULL, NULL, note_fork);
}

struct errdiff_threads errdiff_threads_wanted(int asked)
{
    return (struct errdiff_threads){
        .count = asked > 0 ? asked : omp_get_num_procs(), .is_exact = asked > 0, .asked = asked};
}

struct team {
    void (*work)(void *user, int member);
    void *user;
    bool has_processors;  /* one for each member */
    pthread_mutex_t gate; /* new threads wait for it, and begin when the caller does not hold it */
    bool is_called_off;   /* they are to end without work */
    atomic_int last_member; /* among new threads; the caller is member 0 */
    atomic_int began, ended;
};

static void run_member(struct team *team, int member)
{
    longer_spins_left = team->has_processors ? LONGER_SPINS : 0;
    team->work(team->user, member);
}

static void *run_new_thread(void *user)
{
    struct team *team = user;
    pthread_mutex_lock(&team->gate);
    bool is_called_off = team->is_called_off;
    pthread_mutex_unlock(&team->gate);
    if (!is_called_off)
        run_member(team, atomic_fetch_add(&team->last_member, 1) + 1);
    return NULL;
}

/* How many threads could be made, at most `count`, and the error that kept it from more. */
static int make_threads(struct team *team, pthread_t *made, int count, int *error)
{
    int made_count = 0;
    *error = 0;
    while (made_count < count && *error == 0) {
        *error = pthread_create(&made[made_count], NULL, run_new_thread, team);
        made_count += *error == 0;
    }
    return made_count;
}

/* Runs a team of new threads, which begin before all are made unless their number is exact. Returns
 * how many members there can be, and the error that kept it from more. */
static int run_new_threads(struct team *team, struct errdiff_threads threads, int *error)
{
    pthread_t *made = malloc((size_t)threads.count * sizeof *made);
    int made_count = 0;
    *error = ENOMEM;
    if (threads.is_exact)
        pthread_mutex_lock(&team->gate);
    if (made)
        made_count = make_threads(team, made, threads.count - 1, error);
    if (threads.is_exact) {
        team->is_called_off = made_count + 1 < threads.count;
        pthread_mutex_unlock(&team->gate);
    }
    if (!team->is_called_off)
        run_member(team, 0);
    for (int i = 0; i < made_count; i++)
        pthread_join(made[i], NULL);
    free(made);
    return made_count + 1;
}

/* The two counters order what the members do after and before what the caller does, also for
 * checkers that do not know OpenMP. */
static void run_kept_member(struct team *team)
{
    atomic_load_explicit(&team->began, memory_order_acquire);
    if (team->work)
        run_member(team, omp_get_thread_num());
    atomic_fetch_add_explicit(&team->ended, 1, memory_order_release);
}

/* ThreadSanitizer would take the way in which OpenMP hands `team` over for a race; what it does not
 * check must not be inlined into what it checks. */
__attribute__((no_sanitize("thread"), noinline)) static void run_by_openmp(struct team *team,
                                                                           int count)
{
#pragma omp parallel num_threads(count) firstprivate(team)
    run_kept_member(team);
}

static void run_kept_threads(struct team *team, int count)
{
    kept_members = count;
    atomic_store_explicit(&team->began, 1, memory_order_release);
    run_by_openmp(team, count);
    atomic_load_explicit(&team->ended, memory_order_acquire);
}

/* Has OpenMP make the threads that it is to keep, if the memory for them is there. */
static void hand_over_to_openmp(int count)
{
    struct team idle = {.work = NULL};
    void *memory = malloc(OPENMP_BYTES);
    free(memory);
    if (memory)
        run_kept_threads(&idle, count);
}

errdiff_status errdiff_team_run(struct errdiff_threads threads,
                                void (*work)(void *user, int member), void *user,
                                errdiff_message *message)
{
    struct team team = {.work = work,
                        .user = user,
                        .has_processors = threads.count <= omp_get_num_procs(),
                        .gate = PTHREAD_MUTEX_INITIALIZER};
    /* A call by itself leaves the kept ones alone. */
    if (threads.count == 1) {
        run_member(&team, 0);
        return ERRDIFF_OK;
    }
    if (threads.count <= kept_members && !is_forked) {
        run_kept_threads(&team, threads.count);
        return ERRDIFF_OK;
    }
    int error;
    int count = run_new_threads(&team, threads, &error);
    if (threads.is_exact && count < threads.count)
        return errdiff_fail(message, ERRDIFF_CANNOT_RUN,
                            N_("threads: %d were requested, but only %d can be started here (%s)"),
                            threads.asked, count, strerror(error));
    if (threads.works_long)
        return ERRDIFF_OK;
    if (had_team && count == threads.count && !is_forked)
        hand_over_to_openmp(count);
    had_team = true;
    return ERRDIFF_OK;
}

void errdiff_team_wait(int *tries)
{
    ++*tries;
    if (*tries == SPINS)
        spins_until = longer_spins_left > 0 ? errdiff_now_ms() + LONGER_MS : 0;
    if (*tries < SPINS || errdiff_now_ms() < spins_until) {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#endif
        return;
    }
    longer_spins_left -= spins_until > 0;
    spins_until = 0;
    nanosleep(&(struct timespec){.tv_nsec = SLEEP_NS}, NULL);
}

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
 * A waiting thread first spins and then sleeps. It does not call sched_yield: measurements with
 * other programs on all processors showed that yielding gives away whole time slices, while
 * sleeping does not.
 *
 * A thread that sleeps wakes up late, and the threads that wait for it go to sleep, too. With a
 * short spin 8 and 16 threads were as slow as 2 for that reason. So a thread spins LONGER_MS
 * longer, but only if there is a processor for each member of the team, and only until it has done
 * so in vain LONGER_SPINS times; the processor is then needed for other work.
 */
enum { SPINS = 1500, SLEEP_NS = 20000, LONGER_SPINS = 2 };
static const double LONGER_MS = 0.3;

static _Thread_local int longer_spins_left; /* how many longer spins may still end in vain */
static _Thread_local double spins_until;    /* end of a longer spin, as errdiff_now_ms; 0: none */

/*
 * There are two ways to get the threads of a team.
 *
 * New threads (pthread_create) are used for the first team of each calling thread, which is all
 * that a program that dithers one picture needs. If the system refuses them, the caller gets an
 * error. Starting them takes 10 to 100 µs for each thread.
 *
 * OpenMP keeps its threads, so a later team starts in 2 µs. But OpenMP ends the process if the
 * system refuses it a thread or memory, and it hangs in the child of a fork() if the forking thread
 * had used it. So it is only used when a thread runs a second team (for a preview, a benchmark, a
 * long stream), and only when as many threads could just be started and OPENMP_BYTES of memory
 * could be allocated. Work that takes much longer than starting threads always gets new ones.
 */
enum { OPENMP_BYTES = 1 << 20 };

/* State of the calling thread. */
static _Thread_local bool had_team;        /* it has run a team of new threads that was not long */
static _Thread_local int kept_members = 1; /* size of the team whose threads OpenMP keeps */
static _Thread_local bool is_forked;       /* it is the only thread of a child of fork() */

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
    bool has_processors;    /* there is a processor for each member */
    pthread_mutex_t gate;   /* the caller holds it while new threads must not begin to work */
    bool is_cancelled;      /* new threads must end without working */
    atomic_int last_member; /* number of the last new thread that has begun; the caller is 0 */
    atomic_int began,
        ended; /* order the memory accesses of OpenMP's threads, see run_kept_member */
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
    bool is_cancelled = team->is_cancelled;
    pthread_mutex_unlock(&team->gate);
    if (!is_cancelled)
        run_member(team, atomic_fetch_add(&team->last_member, 1) + 1);
    return NULL;
}

/* Starts up to `count` threads and returns how many it could start. *error is why it could not
 * start more, or 0. */
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

/* Runs a team of new threads. If their number is exact, none begins to work before all were
 * started; if they cannot all be started, none works. Returns the number of members, the caller
 * included; *error is why there are not more, or 0. */
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
        team->is_cancelled = made_count + 1 < threads.count;
        pthread_mutex_unlock(&team->gate);
    }
    if (!team->is_cancelled)
        run_member(team, 0);
    for (int i = 0; i < made_count; i++)
        pthread_join(made[i], NULL);
    free(made);
    return made_count + 1;
}

/* OpenMP already orders the members' work after the caller's earlier writes and before its later
 * reads. The two atomic counters order them once more for ThreadSanitizer, which does not know
 * OpenMP. */
static void run_kept_member(struct team *team)
{
    atomic_load_explicit(&team->began, memory_order_acquire);
    if (team->work)
        run_member(team, omp_get_thread_num());
    atomic_fetch_add_explicit(&team->ended, 1, memory_order_release);
}

/* ThreadSanitizer would report the way in which OpenMP passes `team` to its threads as a race. This
 * function is exempt from it, and not inlined, so that its callers are still checked. */
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

/* Lets OpenMP start the threads that it will keep, if there is enough memory for them. */
static void start_openmp_threads(int count)
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
    /* A team of one member needs no threads, and does not change which threads OpenMP keeps. */
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
                            N_("threads: %d were asked for, but only %d can be made here (%s)"),
                            threads.asked, count, strerror(error));
    if (threads.works_long)
        return ERRDIFF_OK;
    if (had_team && count == threads.count && !is_forked)
        start_openmp_threads(count);
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

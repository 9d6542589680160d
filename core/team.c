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
 * Measured with other work on all processors: to yield there costs time slices, to sleep does not. But one that
 * sleeps is late to wake, and those that wait for it sleep meanwhile: 8 and 16 threads were as slow as 2, and
 * are not where they spin for longer. That helps with a processor for each member, and as long as it ends
 * before the time is over; else others work there.
 */
enum { SPINS = 1500, SLEEP_NS = 20000, LONGER_SPINS = 2 };
static const double LONGER_MS = 0.3;

static _Thread_local int longer_spins_left; /* of LONGER_SPINS in vain */
static _Thread_local double spins_until;    /* on the clock, in milliseconds; 0: no longer */

/* OpenMP keeps a thread's last team for its next one; these need not be tried again. */
static _Thread_local int kept_members = 1;

struct errdiff_threads errdiff_threads_wanted(int asked)
{
    return (struct errdiff_threads){.count = asked > 0 ? asked : omp_get_num_procs(),
                                    .is_exact = asked > 0};
}

static void *wait_for_end(void *lock)
{
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
    return NULL;
}

/* OpenMP ends the process where a thread cannot be made, so it is tried before. Returns how many
 * members there can be, and the error that kept it from more. */
static int try_threads(int count, int *error)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_t *made = malloc((size_t)count * sizeof *made);
    int made_count = 0;
    *error = made ? 0 : ENOMEM;
    if (!made)
        return 1;
    pthread_mutex_lock(&lock);
    while (made_count + 1 < count && *error == 0) {
        *error = pthread_create(&made[made_count], NULL, wait_for_end, &lock);
        made_count += *error == 0;
    }
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < made_count; i++)
        pthread_join(made[i], NULL);
    free(made);
    return made_count + 1;
}

struct team {
    void (*work)(void *user, int member);
    void *user;
    bool has_processors; /* one for each member */
    atomic_int began, ended;
};

/* The two counters order what the members do after and before what the caller does, also for
 * checkers that do not know OpenMP. */
static void run_member(struct team *team)
{
    atomic_load_explicit(&team->began, memory_order_acquire);
    longer_spins_left = team->has_processors ? LONGER_SPINS : 0;
    team->work(team->user, omp_get_thread_num());
    atomic_fetch_add_explicit(&team->ended, 1, memory_order_release);
}

/* ThreadSanitizer would take the way in which OpenMP hands `team` over for a race; what it does not
 * check must not be inlined into what it checks. */
__attribute__((no_sanitize("thread"), noinline)) static void run_members(struct team *team,
                                                                         int count)
{
#pragma omp parallel num_threads(count) firstprivate(team)
    run_member(team);
}

errdiff_status errdiff_team_run(struct errdiff_threads threads,
                                void (*work)(void *user, int member), void *user,
                                errdiff_message *message)
{
    int count = threads.count;
    if (count > kept_members) {
        int error;
        count = try_threads(count, &error);
        if (threads.is_exact && count < threads.count)
            return errdiff_fail(message, ERRDIFF_CANNOT_RUN,
                                N_("threads: %d cannot be made here, only %d (%s)"), threads.count,
                                count, strerror(error));
    }
    /* A call by itself leaves the kept ones alone. */
    if (count > 1)
        kept_members = count;
    struct team team = {.work = work, .user = user, .has_processors = count <= omp_get_num_procs()};
    if (count == 1) {
        work(user, 0);
        return ERRDIFF_OK;
    }
    atomic_store_explicit(&team.began, 1, memory_order_release);
    run_members(&team, count);
    atomic_load_explicit(&team.ended, memory_order_acquire);
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs teams of threads, and lets their members wait for each other. */
#define _POSIX_C_SOURCE 200809L

#include "team.h"

#include "clock.h"
#include "message.h"
#include "system.h"
#include "translate.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/*
 * How members wait, as measured while other programs used all processors. Yielding costs time
 * slices, sleeping does not. But a member that sleeps wakes late, after 0.07 ms, and those that
 * wait for it sleep in the meantime. If each member of a team waits for the one before it, as in
 * bands.h, one that comes late can make all of them sleep before each band, so that the members
 * begin one after the other, 0.07 ms apart, as long as that takes longer than they spin. So they
 * spin for LONGER_MS for each member of the team before they sleep, if there is a processor for
 * each. If that fails often, other programs are using the processors: then a member does so only
 * from time to time.
 */
enum { SPINS = 1500, SLEEP_NS = 20000, LONGER_SPINS = 2 };
static const double LONGER_MS = 0.1, MIN_LONGER_MS = 0.3, PAUSE_MS = 5;

/* About the calling thread; times are those of the clock in milliseconds: */
static _Thread_local double longer_ms;      /* how long it spins before it sleeps */
static _Thread_local int longer_spins_left; /* how often this may still fail without a pause */
static _Thread_local double paused_until;   /* until then it spins only briefly */
static _Thread_local double spins_until;    /* 0: it no longer spins */

/*
 * OpenMP ends the process if it does not get a thread or memory for a team, and it hangs in the
 * child of a fork() if the forking thread had a team. So the first team of a thread consists of new
 * threads, which may be refused without harm. For a program that dithers one image this is
 * enough. Making a thread takes 10 to 100 µs, though. So if a thread dithers again (a preview, a
 * benchmark) its team is run by OpenMP, which keeps its threads and takes 2 µs. This change is made
 * at a moment when as many threads have just been made and there is memory. Work that takes much
 * longer than making threads always gets new threads, and so do the pieces of a stream: on a
 * virtual machine with 16 processors, threads that spun between two pieces made reading and writing
 * twice as slow.
 */
enum { OPENMP_BYTES = 1 << 20 };

/* How long threads that OpenMP keeps spin after a team, unless the user has it otherwise. */
static const double OPENMP_SPINS_MS = 20;

/* OpenMP ends threads if a team is smaller than the one before, and makes new ones if it is larger.
 * The number of processors that seem to be free varies from call to call, so only if there were
 * more in that many calls in succession, more are used. */
enum { CALLS_UNTIL_MORE = 8 };

/* About the calling thread: */
static _Thread_local bool had_team;        /* it had a team, of new threads */
static _Thread_local int kept_members = 1; /* members of the team that OpenMP keeps for it */
static _Thread_local int usable = INT_MAX; /* processors, as far as they are free */
static _Thread_local int calls_with_more;  /* calls in succession that found more than `usable` */
static _Thread_local double last_end;      /* when the last team of kept threads ended */
static _Thread_local bool is_forked;       /* it is the only thread of the child of a fork() */

static void note_fork(void)
{
    is_forked = true;
}

__attribute__((constructor)) static void watch_for_forks(void)
{
    errdiff_system_watch_forks(note_fork);
}

struct errdiff_threads errdiff_threads_wanted(int asked)
{
    return (struct errdiff_threads){
        .count = asked > 0 ? asked : omp_get_num_procs(), .is_exact = asked > 0, .asked = asked};
}

/* Whether there may be fewer threads than the program asks for, which is what OMP_DYNAMIC says
 * about OpenMP's own threads. Here there may be if it says nothing, too. */
static bool may_adjust(void)
{
    const char *dynamic = getenv("OMP_DYNAMIC");
    return !dynamic || strncasecmp(dynamic + strspn(dynamic, " "), "false", 5) != 0;
}

struct errdiff_threads errdiff_threads_undisturbed(struct errdiff_threads threads)
{
    if (threads.count == 1 || (threads.asked > 0 && !may_adjust()))
        return threads;
    bool may_spin = errdiff_now_ms() - last_end < OPENMP_SPINS_MS;
    int free_processors =
        errdiff_system_free_processors(omp_get_num_procs(), may_spin ? kept_members - 1 : 0);
    calls_with_more = free_processors > usable ? calls_with_more + 1 : 0;
    if (!may_spin || free_processors < usable || calls_with_more == CALLS_UNTIL_MORE) {
        usable = free_processors;
        calls_with_more = 0;
    }
    if (threads.count > usable)
        threads.count = usable > 1 ? usable : 1;
    return threads;
}

struct team {
    void (*work)(void *user, int member);
    void *user;
    double longer_ms;       /* how long members spin before they sleep */
    pthread_mutex_t gate;   /* new threads begin when they can lock it */
    bool is_cancelled;      /* new threads end without work */
    atomic_int last_member; /* the number of the last member that began; the caller is member 0 */
    atomic_int began, ended;
};

static void run_member(struct team *team, int member)
{
    longer_ms = team->longer_ms;
    longer_spins_left = LONGER_SPINS;
    paused_until = 0;
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

/* Makes up to `count` threads. Returns how many it could make, and sets *error to 0 or to the
 * reason why there are no more. */
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

/* Runs a team of new threads. If their number is exact, none begins before all are made. Returns
 * the number of members that could be had, and sets *error to 0 or to the reason why there are no
 * more. */
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

/* The two counters order the members' work after what the caller did before the team ran, and
 * before what it does afterwards, also for checkers that do not know OpenMP. */
static void run_kept_member(struct team *team)
{
    atomic_load_explicit(&team->began, memory_order_acquire);
    if (team->work)
        run_member(team, omp_get_thread_num());
    atomic_fetch_add_explicit(&team->ended, 1, memory_order_release);
}

/* ThreadSanitizer would take the way in which OpenMP passes `team` to its threads for a race. The
 * function must not be inlined into others, which are checked. */
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
    last_end = errdiff_now_ms();
}

/* Lets OpenMP make the threads that it keeps, if there is memory for them. */
static void make_openmp_threads(int count)
{
    struct team idle = {.work = NULL};
    void *memory = malloc(OPENMP_BYTES);
    free(memory);
    if (memory)
        run_kept_threads(&idle, count);
}

static double longer_ms_of(int member_count)
{
    if (member_count > omp_get_num_procs())
        return 0;
    return fmax(LONGER_MS * member_count, MIN_LONGER_MS);
}

errdiff_status errdiff_team_run(struct errdiff_threads threads,
                                void (*work)(void *user, int member), void *user,
                                errdiff_message *message)
{
    struct team team = {.work = work,
                        .user = user,
                        .longer_ms = longer_ms_of(threads.count),
                        .gate = PTHREAD_MUTEX_INITIALIZER};
    /* This does not disturb the threads that OpenMP keeps. */
    if (threads.count == 1) {
        run_member(&team, 0);
        return ERRDIFF_OK;
    }
    if (threads.count <= kept_members && !threads.works_long && !is_forked) {
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
        make_openmp_threads(count);
    had_team = true;
    return ERRDIFF_OK;
}

/* To be called when a member has spun for so long that it will sleep. */
static void note_failed_spins(void)
{
    if (longer_spins_left > 0)
        longer_spins_left--;
    else
        paused_until = spins_until + PAUSE_MS;
    spins_until = 0;
}

void errdiff_team_wait(int *tries)
{
    ++*tries;
    if (*tries == SPINS) {
        double now = errdiff_now_ms();
        spins_until = longer_ms > 0 && now >= paused_until ? now + longer_ms : 0;
    }
    if (*tries < SPINS || errdiff_now_ms() < spins_until) {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#endif
        return;
    }
    if (spins_until > 0)
        note_failed_spins();
    nanosleep(&(struct timespec){.tv_nsec = SLEEP_NS}, NULL);
}

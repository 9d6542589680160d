/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L

#include "batch_threads.h"

#include "output_file.h"
#include "progress_line.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

enum { WATCH_NANOSECONDS = 50000000 }; /* from one look at the signals to the next */

struct crew {
    batch_work work;
    void *user;
    int count;

    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t has_ended;
    int next;          /* the first item that no thread has begun */
    int running;       /* threads that have not ended */
    int finished;      /* items */
    double unfinished; /* the sum of the progress of items that threads work on */
    bool is_cancelled;
};

/* The progress of the item that a thread works on. */
struct share {
    struct crew *crew;
    double done;
};

static int report(void *user, double done)
{
    struct share *share = user;
    struct crew *crew = share->crew;
    pthread_mutex_lock(&crew->lock);
    crew->unfinished += done - share->done;
    share->done = done;
    bool is_cancelled = crew->is_cancelled;
    pthread_mutex_unlock(&crew->lock);
    return is_cancelled;
}

static void *run(void *user)
{
    struct crew *crew = user;
    pthread_mutex_lock(&crew->lock);
    while (crew->next < crew->count && !crew->is_cancelled) {
        struct share share = {.crew = crew};
        int number = crew->next++;
        pthread_mutex_unlock(&crew->lock);
        crew->work(crew->user, number, report, &share);
        pthread_mutex_lock(&crew->lock);
        crew->unfinished -= share.done;
        crew->finished++;
    }
    crew->running--;
    pthread_cond_signal(&crew->has_ended);
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* Signals that the parent process has set to be ignored, as nohup does, are left alone. */
static void find_signals(sigset_t *signals)
{
    static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    sigemptyset(signals);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        struct sigaction action;
        if (sigaction(ending[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(signals, ending[i]);
    }
}

static void end_by_signal(int number)
{
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    progress_line_end();
    signal(number, SIG_DFL);
    raise(number);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
}

static void wait_a_moment(struct crew *crew)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += WATCH_NANOSECONDS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&crew->has_ended, &crew->lock, &until);
}

/* Shows the progress until all threads have ended. Returns the signal that came, or 0. */
static int watch(struct crew *crew, const sigset_t *signals, double from, double to)
{
    int came = 0;
    errdiff_options line = {0};
    progress_line_start(&line);
    pthread_mutex_lock(&crew->lock);
    while (crew->running > 0) {
        wait_a_moment(crew);
        double done = (crew->finished + crew->unfinished) / crew->count;
        pthread_mutex_unlock(&crew->lock);
        if (line.progress)
            line.progress(line.progress_user, from + (to - from) * done);
        int signal_number = sigtimedwait(signals, NULL, &(struct timespec){0});
        if (signal_number > 0 && came != 0) {
            output_file_abandon_all();
            end_by_signal(signal_number);
        }
        pthread_mutex_lock(&crew->lock);
        if (signal_number > 0) {
            came = signal_number;
            crew->is_cancelled = true;
        }
    }
    pthread_mutex_unlock(&crew->lock);
    progress_line_end();
    return came;
}

/* Returns the number of threads that could be started. */
static int start(struct crew *crew, pthread_t *threads, int count)
{
    int started = 0;
    while (started < count && pthread_create(&threads[started], NULL, run, crew) == 0)
        started++;
    pthread_mutex_lock(&crew->lock);
    crew->running -= count - started;
    pthread_mutex_unlock(&crew->lock);
    return started;
}

void batch_run(int count, int threads, batch_work work, void *user, double from, double to)
{
    struct crew crew = {.work = work, .user = user, .count = count, .running = threads};
    pthread_t started[ERRDIFF_MAX_THREADS];
    sigset_t signals, before;
    pthread_mutex_init(&crew.lock, NULL);
    pthread_cond_init(&crew.has_ended, NULL);
    find_signals(&signals);
    /* The threads get this mask, too, so only `watch` learns of signals. */
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    int started_count = start(&crew, started, threads);
    int came = started_count > 0 ? watch(&crew, &signals, from, to) : 0;
    for (int i = 0; i < started_count; i++)
        pthread_join(started[i], NULL);
    if (came != 0)
        end_by_signal(came);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started_count == 0)
        run(&crew);
    pthread_cond_destroy(&crew.has_ended);
    pthread_mutex_destroy(&crew.lock);
}

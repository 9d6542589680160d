/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L

#include "errdiff.h"

#include "base/team.h"

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

enum { REPORT_NANOSECONDS = 20000000 }; /* from one report of the progress to the next */

/* The pictures, and the threads that work on them. */
struct crew {
    const errdiff_options *options; /* of the caller */
    int threads_of_each;            /* for options.threads of one picture */
    errdiff_dither_one dither;
    void *user;
    int count;
    bool is_alone; /* the caller's thread is the only one */

    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t has_ended;
    int next;          /* the first picture that no thread has begun */
    int running;       /* threads that have not ended */
    int finished;      /* pictures */
    double unfinished; /* the sum of the progress of pictures that threads work on */
    bool is_cancelled;
};

/* The progress of the picture that a thread works on. */
struct share {
    struct crew *crew;
    double done;
};

static bool is_cancelled(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    bool is_cancelled = crew->is_cancelled;
    pthread_mutex_unlock(&crew->lock);
    return is_cancelled;
}

/* Tells the caller the progress of all pictures, in the caller's thread. Returns whether the work
 * is cancelled. */
static bool report_all(struct crew *crew)
{
    const errdiff_options *options = crew->options;
    pthread_mutex_lock(&crew->lock);
    double done = (crew->finished + crew->unfinished) / crew->count;
    pthread_mutex_unlock(&crew->lock);
    if (options->progress && options->progress(options->progress_user, done) != 0) {
        pthread_mutex_lock(&crew->lock);
        crew->is_cancelled = true;
        pthread_mutex_unlock(&crew->lock);
    }
    return is_cancelled(crew);
}

static int report(void *user, double done)
{
    struct share *share = user;
    struct crew *crew = share->crew;
    pthread_mutex_lock(&crew->lock);
    crew->unfinished += done - share->done;
    share->done = done;
    pthread_mutex_unlock(&crew->lock);
    return crew->is_alone ? report_all(crew) : is_cancelled(crew);
}

static void *work(void *user)
{
    struct crew *crew = user;
    pthread_mutex_lock(&crew->lock);
    while (crew->next < crew->count && !crew->is_cancelled) {
        struct share share = {.crew = crew};
        errdiff_options options = *crew->options;
        int number = crew->next++;
        pthread_mutex_unlock(&crew->lock);
        options.threads = crew->threads_of_each;
        options.progress = report;
        options.progress_user = &share;
        crew->dither(crew->user, number, &options);
        pthread_mutex_lock(&crew->lock);
        crew->unfinished -= share.done;
        crew->finished++;
    }
    crew->running--;
    pthread_cond_signal(&crew->has_ended);
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

static void wait_a_moment(struct crew *crew)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += REPORT_NANOSECONDS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&crew->has_ended, &crew->lock, &until);
}

/* Reports the progress until all threads have ended. */
static void watch(struct crew *crew)
{
    bool has_ended = false;
    while (!has_ended) {
        pthread_mutex_lock(&crew->lock);
        if (crew->running > 0)
            wait_a_moment(crew);
        has_ended = crew->running == 0;
        pthread_mutex_unlock(&crew->lock);
        report_all(crew);
    }
}

/* Starts crew->running threads, or as many as the system allows. Returns their number. */
static int start(struct crew *crew, pthread_t *threads)
{
    int count = crew->running, started = 0;
    while (started < count && pthread_create(&threads[started], NULL, work, crew) == 0)
        started++;
    pthread_mutex_lock(&crew->lock);
    crew->running -= count - started;
    pthread_mutex_unlock(&crew->lock);
    return started;
}

static void run(struct crew *crew)
{
    pthread_t threads[ERRDIFF_MAX_THREADS];
    int started = start(crew, threads);
    if (started == 0) {
        crew->is_alone = true;
        crew->running = 1;
        work(crew);
        return;
    }
    watch(crew);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

errdiff_status errdiff_dither_many(int count, const errdiff_options *options,
                                   errdiff_dither_one dither, void *user)
{
    if (count < 0 || options->threads < 0 || options->threads > ERRDIFF_MAX_THREADS)
        return ERRDIFF_BAD_ARGUMENT;
    int threads = errdiff_threads_wanted(options->threads).count;
    threads = threads < ERRDIFF_MAX_THREADS ? threads : ERRDIFF_MAX_THREADS;
    struct crew crew = {.options = options,
                        .dither = dither,
                        .user = user,
                        .count = count,
                        .running = count < threads ? count : threads,
                        .lock = PTHREAD_MUTEX_INITIALIZER,
                        .has_ended = PTHREAD_COND_INITIALIZER};
    if (count == 0)
        return ERRDIFF_OK;
    /* A number that is named would be an error if the system refused threads. */
    crew.threads_of_each = count == 1 ? options->threads : threads / crew.running;
    run(&crew);
    return crew.is_cancelled ? ERRDIFF_CANCELLED : ERRDIFF_OK;
}

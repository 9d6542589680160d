/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dithers many images at the same time, and divides the threads among them. */
#define _POSIX_C_SOURCE 200809L

#include "errdiff.h"

#include "base/team.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

enum { REPORT_NANOSECONDS = 20000000 }; /* from one report of the progress to the next */

struct crew;

/* A thread, and how much of its image is done. */
struct member {
    struct crew *crew;
    double done; /* 0..1; 0 between two images */
    pthread_t thread;
};

/* The images, and the threads that work on them. */
struct crew {
    const errdiff_options *options; /* of the caller */
    errdiff_dither_one dither;
    void *user;
    int count;
    bool is_alone;   /* the caller's thread is the only one */
    double reported; /* the largest progress so far; in the caller's thread */

    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t has_ended;
    clockid_t clock;     /* of has_ended */
    int threads_of_each; /* for options.threads of one image */
    int next;            /* the first image that no thread has begun */
    int finished;        /* images */
    int running;         /* threads that have not ended */
    bool is_cancelled;
    struct member members[ERRDIFF_MAX_THREADS];
};

static double progress_of(const struct crew *crew, int member_count)
{
    double done = crew->finished;
    for (int i = 0; i < member_count; i++)
        done += crew->members[i].done;
    return done < crew->count ? done / crew->count : 1;
}

/* Tells the caller the progress of all images, in the caller's thread. */
static void report_all(struct crew *crew, int member_count)
{
    const errdiff_options *options = crew->options;
    pthread_mutex_lock(&crew->lock);
    double done = progress_of(crew, member_count);
    pthread_mutex_unlock(&crew->lock);
    crew->reported = done > crew->reported ? done : crew->reported;
    if (!options->progress || options->progress(options->progress_user, crew->reported) == 0)
        return;
    pthread_mutex_lock(&crew->lock);
    if (crew->finished < crew->count)
        crew->is_cancelled = true;
    pthread_mutex_unlock(&crew->lock);
}

/* The progress of an image. */
static int report(void *user, double done)
{
    struct member *member = user;
    struct crew *crew = member->crew;
    pthread_mutex_lock(&crew->lock);
    member->done = done > member->done ? done : member->done;
    pthread_mutex_unlock(&crew->lock);
    if (crew->is_alone)
        report_all(crew, 1);
    pthread_mutex_lock(&crew->lock);
    bool is_cancelled = crew->is_cancelled;
    pthread_mutex_unlock(&crew->lock);
    return is_cancelled;
}

static void *work(void *user)
{
    struct member *member = user;
    struct crew *crew = member->crew;
    pthread_mutex_lock(&crew->lock);
    while (crew->next < crew->count && !crew->is_cancelled) {
        errdiff_options options = *crew->options;
        int number = crew->next++;
        options.threads = crew->threads_of_each;
        pthread_mutex_unlock(&crew->lock);
        options.progress = report;
        options.progress_user = member;
        crew->dither(crew->user, number, &options);
        pthread_mutex_lock(&crew->lock);
        member->done = 0;
        crew->finished++;
        if (crew->is_alone) {
            pthread_mutex_unlock(&crew->lock);
            report_all(crew, 1);
            pthread_mutex_lock(&crew->lock);
        }
    }
    crew->running--;
    pthread_cond_signal(&crew->has_ended);
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

static void wait_a_moment(struct crew *crew)
{
    struct timespec until;
    clock_gettime(crew->clock, &until);
    until.tv_nsec += REPORT_NANOSECONDS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&crew->has_ended, &crew->lock, &until);
}

/* Reports the progress until all threads have ended. */
static void watch(struct crew *crew, int member_count)
{
    bool has_ended = false;
    while (!has_ended) {
        pthread_mutex_lock(&crew->lock);
        if (crew->running > 0)
            wait_a_moment(crew);
        has_ended = crew->running == 0;
        pthread_mutex_unlock(&crew->lock);
        report_all(crew, member_count);
    }
}

/* Starts `count` threads, or as many as the system allows, and returns their number. If it refuses
 * some it would refuse more to the images, so each of these gets one. */
static int start(struct crew *crew, int count)
{
    pthread_mutex_lock(&crew->lock);
    while (crew->running < count) {
        struct member *member = &crew->members[crew->running];
        member->crew = crew;
        member->done = 0;
        if (pthread_create(&member->thread, NULL, work, member) != 0)
            break;
        crew->running++;
    }
    int started = crew->running;
    if (started < count)
        crew->threads_of_each = 1;
    pthread_mutex_unlock(&crew->lock);
    return started;
}

static void run_alone(struct crew *crew)
{
    crew->is_alone = true;
    crew->members[0] = (struct member){.crew = crew};
    work(&crew->members[0]);
}

static void run(struct crew *crew, int count)
{
    int started = start(crew, count);
    if (started == 0) {
        run_alone(crew);
        return;
    }
    watch(crew, started);
    for (int i = 0; i < started; i++)
        pthread_join(crew->members[i].thread, NULL);
}

static void make_locks(struct crew *crew)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    bool is_monotonic = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0;
    crew->clock = is_monotonic ? CLOCK_MONOTONIC : CLOCK_REALTIME;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->has_ended, &attributes);
    pthread_condattr_destroy(&attributes);
}

errdiff_status errdiff_dither_many(int count, const errdiff_options *options,
                                   errdiff_dither_one dither, void *user)
{
    errdiff_options defaults;
    errdiff_options_init(&defaults);
    options = options ? options : &defaults;
    if (count < 0 || options->threads < 0 || options->threads > ERRDIFF_MAX_THREADS)
        return ERRDIFF_BAD_ARGUMENT;
    if (count == 0)
        return ERRDIFF_OK;
    int threads = errdiff_threads_wanted(options->threads).count;
    threads = threads < ERRDIFF_MAX_THREADS ? threads : ERRDIFF_MAX_THREADS;
    int members = count < threads ? count : threads;
    /* It is too large for the stack of a small thread. */
    struct crew *crew = calloc(1, sizeof *crew);
    if (!crew)
        return ERRDIFF_NO_MEMORY;
    crew->options = options;
    crew->dither = dither;
    crew->user = user;
    crew->count = count;
    crew->threads_of_each = count == 1 ? options->threads : threads / members;
    make_locks(crew);
    run(crew, members);
    errdiff_status status = crew->is_cancelled ? ERRDIFF_CANCELLED : ERRDIFF_OK;
    pthread_cond_destroy(&crew->has_ended);
    pthread_mutex_destroy(&crew->lock);
    free(crew);
    return status;
}

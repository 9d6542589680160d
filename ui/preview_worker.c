/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dithers the image for the preview in a separate thread, the visible rows first. */
#include "preview_worker.h"

enum { TICK_US = 50000 }; /* between two calls of show_progress */

/* The outcome of a request, on its way to the main thread. */
typedef struct {
    guint job;
    gboolean is_last;
    gpointer result;
    gchar *message;
} Outcome;

struct PreviewWorker {
    const PreviewSource *source;
    PreviewDone done;
    gpointer user;
    GThread *thread;

    /* 1 while the running job is out of date. It is only written while the lock is held, so that a
     * cancellation never stops the job after the one it was meant for. */
    gint cancelled;

    /* Only used in the main thread: */
    guint newest;     /* number of the latest start or cancellation */
    gboolean is_busy; /* the newest request is not finished, or its last result not yet delivered */
    gint64 started_us; /* when that was, as g_get_monotonic_time counts */
    guint resume;      /* id of the idle source that lets the thread continue; 0: none is pending */

    GMutex lock;    /* protects everything below */
    GCond wake;     /* something below has changed */
    gpointer next;  /* the next request; NULL: there is none */
    gint next_rows; /* its number of visible rows */
    guint next_job;
    gboolean is_waiting; /* for the window to draw the first rows, which working on would slow */
    gboolean is_working; /* on a request */
    gboolean quit;
    GQueue outcomes;
    guint delivery; /* id of the idle source that empties `outcomes`; 0: none is pending */
};

static void free_next(PreviewWorker *worker)
{
    if (worker->next != NULL)
        worker->source->free_request(worker->source->user, worker->next);
}

static void outcome_free(PreviewWorker *worker, Outcome *outcome)
{
    if (outcome->result != NULL)
        worker->source->free_result(worker->source->user, outcome->result);
    g_free(outcome->message);
    g_free(outcome);
}

static Outcome *take_outcome(PreviewWorker *worker)
{
    Outcome *outcome;

    g_mutex_lock(&worker->lock);
    outcome = g_queue_pop_head(&worker->outcomes);
    if (outcome == NULL)
        worker->delivery = 0;
    g_mutex_unlock(&worker->lock);
    return outcome;
}

static void let_continue(PreviewWorker *worker)
{
    g_mutex_lock(&worker->lock);
    worker->is_waiting = FALSE;
    g_cond_broadcast(&worker->wake);
    g_mutex_unlock(&worker->lock);
}

static gboolean resume(gpointer data)
{
    PreviewWorker *worker = data;

    worker->resume = 0;
    let_continue(worker);
    return G_SOURCE_REMOVE;
}

static void stop_resume(PreviewWorker *worker)
{
    if (worker->resume != 0)
        g_source_remove(worker->resume);
    worker->resume = 0;
}

static gboolean deliver(gpointer data)
{
    PreviewWorker *worker = data;
    Outcome *outcome;

    while ((outcome = take_outcome(worker)) != NULL) {
        if (outcome->job == worker->newest) {
            gdouble waited_ms = (gdouble)(g_get_monotonic_time() - worker->started_us) / 1000;

            worker->is_busy = !outcome->is_last;
            worker->done(worker->user, outcome->result, outcome->is_last, waited_ms,
                         outcome->message);
            outcome->result = NULL;
            if (!outcome->is_last)
                worker->resume = g_idle_add_full(G_PRIORITY_LOW, resume, worker, NULL);
        }
        outcome_free(worker, outcome);
    }
    return G_SOURCE_REMOVE;
}

/* Outdated results go to the main thread, too, which frees them. */
static void send(PreviewWorker *worker, Outcome *outcome)
{
    g_mutex_lock(&worker->lock);
    g_queue_push_tail(&worker->outcomes, outcome);
    worker->is_waiting = !outcome->is_last;
    if (worker->delivery == 0)
        worker->delivery = g_idle_add(deliver, worker);
    g_cond_broadcast(&worker->wake);
    g_mutex_unlock(&worker->lock);
}

static Outcome *dither_rows(PreviewWorker *worker, guint job, gconstpointer request, gint rows,
                            gboolean is_last)
{
    Outcome *outcome = g_new0(Outcome, 1);

    outcome->job = job;
    outcome->is_last = is_last;
    outcome->result = worker->source->dither(worker->source->user, request, rows, is_last,
                                             &worker->cancelled, &outcome->message);
    return outcome;
}

static void wait_for_the_window(PreviewWorker *worker)
{
    g_mutex_lock(&worker->lock);
    while (worker->is_waiting && !g_atomic_int_get(&worker->cancelled))
        g_cond_wait(&worker->wake, &worker->lock);
    g_mutex_unlock(&worker->lock);
}

/* An outcome that completes the first result, which has all rows. */
static Outcome *measure(PreviewWorker *worker, guint job, gconstpointer request, gpointer result)
{
    const PreviewSource *source = worker->source;
    Outcome *outcome = g_new0(Outcome, 1);

    outcome->job = job;
    outcome->is_last = TRUE;
    outcome->result = result;
    if (!g_atomic_int_get(&worker->cancelled) &&
        !source->measure(source->user, request, result, &outcome->message)) {
        source->free_result(source->user, result);
        outcome->result = NULL;
    }
    return outcome;
}

/* If the first rows fail, the whole image fails for the same reason and with that message. */
static void do_job(PreviewWorker *worker, guint job, gconstpointer request, gint rows)
{
    const PreviewSource *source = worker->source;
    Outcome *first = dither_rows(worker, job, request, rows, FALSE);
    gpointer whole = NULL;

    if (first->result != NULL) {
        /* The window may free its own as soon as it has it. */
        if (rows >= source->height && source->measure != NULL)
            whole = source->share(source->user, first->result);
        send(worker, first);
        wait_for_the_window(worker);
    } else {
        outcome_free(worker, first);
    }
    send(worker, whole != NULL ? measure(worker, job, request, whole)
                               : dither_rows(worker, job, request, source->height, TRUE));
}

static gpointer work(gpointer data)
{
    PreviewWorker *worker = data;

    g_mutex_lock(&worker->lock);
    for (;;) {
        gpointer request;
        guint job;
        gint rows;

        while (worker->next == NULL && !worker->quit)
            g_cond_wait(&worker->wake, &worker->lock);
        if (worker->quit)
            break;

        request = g_steal_pointer(&worker->next);
        job = worker->next_job;
        rows = worker->next_rows;
        worker->is_working = TRUE;
        g_atomic_int_set(&worker->cancelled, 0);
        g_mutex_unlock(&worker->lock);

        do_job(worker, job, request, rows);
        worker->source->free_request(worker->source->user, request);
        g_mutex_lock(&worker->lock);
        worker->is_working = FALSE;
        g_cond_broadcast(&worker->wake);
    }
    g_mutex_unlock(&worker->lock);
    return NULL;
}

PreviewWorker *preview_worker_new(const PreviewSource *source, PreviewDone done, gpointer user)
{
    PreviewWorker *worker = g_new0(PreviewWorker, 1);

    worker->source = source;
    worker->done = done;
    worker->user = user;
    g_mutex_init(&worker->lock);
    g_cond_init(&worker->wake);
    g_queue_init(&worker->outcomes);
    worker->thread = g_thread_new("preview", work, worker);
    return worker;
}

/* Replaces the current job. The worker then owns `request`; NULL: it is to do nothing. */
static void replace_job(PreviewWorker *worker, gpointer request, gint rows)
{
    worker->newest++;
    worker->is_busy = request != NULL;
    worker->started_us = g_get_monotonic_time();
    stop_resume(worker);
    g_mutex_lock(&worker->lock);
    free_next(worker);
    worker->next = request;
    worker->next_rows = rows;
    worker->next_job = worker->newest;
    g_atomic_int_set(&worker->cancelled, 1);
    g_cond_broadcast(&worker->wake);
    g_mutex_unlock(&worker->lock);
}

void preview_worker_start(PreviewWorker *worker, gpointer request, gint rows)
{
    replace_job(worker, request, rows);
}

void preview_worker_cancel(PreviewWorker *worker)
{
    replace_job(worker, NULL, 0);
}

void preview_worker_stop(PreviewWorker *worker)
{
    preview_worker_cancel(worker);
    g_mutex_lock(&worker->lock);
    while (worker->is_working)
        g_cond_wait(&worker->wake, &worker->lock);
    g_mutex_unlock(&worker->lock);
}

/* The next outcome; NULL: there was none within TICK_US. */
static Outcome *wait_for_outcome(PreviewWorker *worker)
{
    gint64 end_us = g_get_monotonic_time() + TICK_US;
    Outcome *outcome;

    g_mutex_lock(&worker->lock);
    while (g_queue_is_empty(&worker->outcomes) &&
           g_cond_wait_until(&worker->wake, &worker->lock, end_us))
        continue;
    outcome = g_queue_pop_head(&worker->outcomes);
    g_mutex_unlock(&worker->lock);
    return outcome;
}

gpointer preview_worker_finish(PreviewWorker *worker)
{
    gpointer result = NULL;

    stop_resume(worker);
    while (worker->is_busy) {
        Outcome *outcome;

        let_continue(worker);
        outcome = wait_for_outcome(worker);
        if (outcome == NULL) {
            worker->source->show_progress(worker->source->user);
            continue;
        }
        if (outcome->job == worker->newest && outcome->is_last) {
            result = g_steal_pointer(&outcome->result);
            worker->is_busy = FALSE;
        }
        outcome_free(worker, outcome);
    }
    return result;
}

void preview_worker_free(PreviewWorker *worker)
{
    Outcome *outcome;

    g_mutex_lock(&worker->lock);
    worker->quit = TRUE;
    g_atomic_int_set(&worker->cancelled, 1);
    g_cond_broadcast(&worker->wake);
    g_mutex_unlock(&worker->lock);
    g_thread_join(worker->thread);

    stop_resume(worker);
    if (worker->delivery != 0)
        g_source_remove(worker->delivery);
    while ((outcome = g_queue_pop_head(&worker->outcomes)) != NULL)
        outcome_free(worker, outcome);
    free_next(worker);
    g_cond_clear(&worker->wake);
    g_mutex_clear(&worker->lock);
    g_free(worker);
}

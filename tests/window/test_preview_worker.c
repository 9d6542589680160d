/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The preview's thread: the newest request wins, every result is freed once, and the thread ends
 * when it should. Requests are numbers here, and a result is the number of its request. */
#include "preview_worker.h"

enum { FAILS = 99, STARTS = 2000, HEIGHT = 800 };

typedef struct {
    gint dithering; /* number of calls that are running */
    gint requested, requests_freed;
    gint made, freed;
    gboolean is_patient; /* works until it is cancelled */
    gint delivered;      /* the last number that arrived; -1: a failure */
    gint deliveries;
    gint first_deliveries;  /* how often a result of the visible rows arrived */
    gint first_delivered;   /* the last of these numbers */
    gint rows;              /* number of visible rows */
    gint rows_made;         /* total of all calls */
    gint drawings;          /* how often the window still draws the first rows */
    gulong work_us;         /* least time that each result takes, in microseconds */
    gdouble waited_ms;      /* as told with the last result */
    gint progress_shown;    /* number of calls */
    gint measured;          /* number of calls */
    gboolean has_no_memory; /* measuring fails */
    PreviewSource source;
    PreviewWorker *worker;
} Fixture;

static gpointer number_new(gint number)
{
    gint *copy = g_new(gint, 1);

    *copy = number;
    return copy;
}

static void free_request(gpointer user, gpointer request)
{
    Fixture *fixture = user;

    g_atomic_int_inc(&fixture->requests_freed);
    g_free(request);
}

static gpointer dither(gpointer user, gconstpointer request, gint rows, gboolean is_last,
                       gint *cancelled, gchar **message)
{
    Fixture *fixture = user;
    gint number = *(const gint *)request;
    gpointer result = NULL;

    g_assert_cmpint(rows, ==, is_last ? HEIGHT : fixture->rows);
    g_assert_cmpint(g_atomic_int_add(&fixture->dithering, 1), ==, 0);
    g_atomic_int_add(&fixture->rows_made, rows);
    while (fixture->is_patient && !g_atomic_int_get(cancelled))
        g_thread_yield();
    g_usleep(fixture->work_us);
    if (number == FAILS) {
        *message = g_strdup("it fails");
    } else if (!fixture->is_patient) {
        result = number_new(number);
        g_atomic_int_inc(&fixture->made);
    }
    g_atomic_int_add(&fixture->dithering, -1);
    return result;
}

static void free_result(gpointer user, gpointer result)
{
    Fixture *fixture = user;

    g_atomic_int_inc(&fixture->freed);
    g_free(result);
}

static gpointer share(gpointer user, gpointer result)
{
    Fixture *fixture = user;

    g_atomic_int_inc(&fixture->made);
    return number_new(*(gint *)result);
}

static gboolean measure(gpointer user, gconstpointer request, gpointer result, gchar **message)
{
    Fixture *fixture = user;

    g_assert_cmpint(*(const gint *)request, ==, *(gint *)result);
    fixture->measured++;
    if (fixture->has_no_memory)
        *message = g_strdup("it fails");
    return !fixture->has_no_memory;
}

/* Stands for the window's drawing. Checks that the thread dithers nothing meanwhile. */
static gboolean draw(gpointer user)
{
    Fixture *fixture = user;

    g_usleep(500);
    g_assert_cmpint(g_atomic_int_get(&fixture->rows_made), ==, fixture->rows);
    return --fixture->drawings > 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void done(gpointer user, gpointer result, gboolean is_last, gdouble waited_ms,
                 const gchar *message)
{
    Fixture *fixture = user;

    g_assert_cmpfloat(waited_ms, >=, fixture->waited_ms);
    fixture->waited_ms = waited_ms;

    if (!is_last) {
        fixture->first_deliveries++;
        g_assert_nonnull(result);
        fixture->first_delivered = *(gint *)result;
        free_result(fixture, result);
        if (fixture->drawings > 0)
            g_idle_add(draw, fixture);
        return;
    }
    fixture->deliveries++;
    if (result != NULL) {
        fixture->delivered = *(gint *)result;
        free_result(fixture, result);
    } else {
        g_assert_cmpstr(message, ==, "it fails");
        fixture->delivered = -1;
    }
}

static void show_progress(gpointer user)
{
    ((Fixture *)user)->progress_shown++;
}

static void set_up(Fixture *fixture, gconstpointer data)
{
    (void)data;
    fixture->rows = HEIGHT;
    fixture->source = (PreviewSource){
        .height = HEIGHT,
        .dither = dither,
        .free_request = free_request,
        .free_result = free_result,
        .show_progress = show_progress,
        .user = fixture,
    };
    fixture->worker = preview_worker_new(&fixture->source, done, fixture);
}

static void tear_down(Fixture *fixture, gconstpointer data)
{
    (void)data;
    g_clear_pointer(&fixture->worker, preview_worker_free);
    g_assert_cmpint(fixture->dithering, ==, 0);
    g_assert_cmpint(fixture->freed, ==, fixture->made);
    g_assert_cmpint(fixture->requests_freed, ==, fixture->requested);
    g_assert_false(g_main_context_pending(NULL));
}

static void start(Fixture *fixture, gint number)
{
    fixture->requested++;
    fixture->waited_ms = 0;
    preview_worker_start(fixture->worker, number_new(number), fixture->rows);
}

static void wait_for_delivery(Fixture *fixture)
{
    gint before = fixture->deliveries;

    while (fixture->deliveries == before)
        g_main_context_iteration(NULL, TRUE);
}

static void one_result(Fixture *fixture, gconstpointer data)
{
    (void)data;
    start(fixture, 42);
    wait_for_delivery(fixture);
    g_assert_cmpint(fixture->delivered, ==, 42);
}

static void one_failure(Fixture *fixture, gconstpointer data)
{
    (void)data;
    start(fixture, FAILS);
    wait_for_delivery(fixture);
    g_assert_cmpint(fixture->delivered, ==, -1);
}

/* The main thread gets the first request's result when it has made the second one. */
static void an_earlier_result_is_dropped(Fixture *fixture, gconstpointer data)
{
    (void)data;
    start(fixture, 1);
    while (!g_main_context_pending(NULL))
        g_usleep(100);
    start(fixture, 2);
    wait_for_delivery(fixture);
    g_assert_cmpint(fixture->first_deliveries, ==, 1);
    g_assert_cmpint(fixture->first_delivered, ==, 2);
    g_assert_cmpint(fixture->delivered, ==, 2);
}

static void visible_rows_come_first(Fixture *fixture, gconstpointer data)
{
    (void)data;
    fixture->rows = 100;
    start(fixture, 42);
    wait_for_delivery(fixture);
    g_assert_cmpint(fixture->first_deliveries, ==, 1);
    g_assert_cmpint(fixture->rows_made, ==, HEIGHT + 100);
    g_assert_cmpint(fixture->delivered, ==, 42);
}

/* Measuring a result for its description takes time; the pixels must not wait for that. */
static void pixels_come_before_their_description(Fixture *fixture, gconstpointer data)
{
    (void)data;
    start(fixture, 42);
    wait_for_delivery(fixture);
    g_assert_cmpint(fixture->first_deliveries, ==, 1);
    g_assert_cmpint(fixture->rows_made, ==, 2 * HEIGHT);
}

static void let_measure(Fixture *fixture)
{
    fixture->source.share = share;
    fixture->source.measure = measure;
}

static void whole_result_is_not_made_again(Fixture *fixture, gconstpointer data)
{
    (void)data;
    let_measure(fixture);
    start(fixture, 42);
    wait_for_delivery(fixture);
    g_assert_cmpint(fixture->first_deliveries, ==, 1);
    g_assert_cmpint(fixture->rows_made, ==, HEIGHT);
    g_assert_cmpint(fixture->measured, ==, 1);
    g_assert_cmpint(fixture->delivered, ==, 42);
}

static void result_that_cannot_be_measured(Fixture *fixture, gconstpointer data)
{
    (void)data;
    let_measure(fixture);
    fixture->has_no_memory = TRUE;
    start(fixture, 42);
    wait_for_delivery(fixture);
    g_assert_cmpint(fixture->delivered, ==, -1);
}

static void first_rows_are_not_measured(Fixture *fixture, gconstpointer data)
{
    (void)data;
    let_measure(fixture);
    fixture->rows = 100;
    start(fixture, 42);
    wait_for_delivery(fixture);
    g_assert_cmpint(fixture->rows_made, ==, HEIGHT + 100);
    g_assert_cmpint(fixture->measured, ==, 0);
}

static void window_draws_first(Fixture *fixture, gconstpointer data)
{
    (void)data;
    fixture->drawings = 20;
    start(fixture, 42);
    wait_for_delivery(fixture);
    g_assert_cmpint(fixture->drawings, ==, 0);
    g_assert_cmpint(fixture->rows_made, ==, 2 * HEIGHT);
}

/* The user waits for both results, and for the window between them; and not for an earlier
 * request. */
static void time_is_all_that_was_waited(Fixture *fixture, gconstpointer data)
{
    gdouble passed_ms;

    (void)data;
    for (gint i = 0; i < 2; i++) {
        gint64 start_us = g_get_monotonic_time();

        fixture->work_us = i == 0 ? 20000 : 1000;
        fixture->drawings = 20;
        fixture->rows_made = 0;
        start(fixture, 42);
        wait_for_delivery(fixture);
        passed_ms = (gdouble)(g_get_monotonic_time() - start_us) / 1000;
        g_assert_cmpfloat(fixture->waited_ms, >=, 2 * (gdouble)fixture->work_us / 1000 + 20 * 0.5);
        g_assert_cmpfloat(fixture->waited_ms, <=, passed_ms);
    }
}

static void newest_wins(Fixture *fixture, gconstpointer data)
{
    (void)data;
    for (gint i = 0; i < STARTS; i++) {
        start(fixture, i % FAILS);
        if (i % 3 == 0)
            g_main_context_iteration(NULL, FALSE);
        if (i % 7 == 0)
            g_thread_yield();
    }
    start(fixture, 7);
    fixture->delivered = -1;
    while (fixture->delivered != 7)
        g_main_context_iteration(NULL, TRUE);
    g_assert_false(g_main_context_iteration(NULL, FALSE));
}

/* A job that is replaced must be cancelled; otherwise this test would wait forever. */
static void new_request_cancels(Fixture *fixture, gconstpointer data)
{
    (void)data;
    fixture->is_patient = TRUE;
    start(fixture, 1);
    while (g_atomic_int_get(&fixture->dithering) == 0)
        g_thread_yield();
    start(fixture, FAILS);
    preview_worker_cancel(fixture->worker);
    while (g_atomic_int_get(&fixture->dithering) != 0)
        g_thread_yield();
}

static void nothing_arrives_after_cancel(Fixture *fixture, gconstpointer data)
{
    (void)data;
    start(fixture, 42);
    while (g_atomic_int_get(&fixture->made) == 0)
        g_thread_yield();
    preview_worker_cancel(fixture->worker);
    while (fixture->freed == 0)
        g_main_context_iteration(NULL, TRUE);
    g_assert_cmpint(fixture->deliveries, ==, 0);
}

static void check_finished(Fixture *fixture, gint number)
{
    gint *result = preview_worker_finish(fixture->worker);

    g_assert_nonnull(result);
    g_assert_cmpint(*result, ==, number);
    free_result(fixture, result);
    g_assert_cmpint(fixture->deliveries, ==, 0);
}

/* Without a main loop nothing is delivered, and the thread must not wait for the window. */
static void finish_waits_for_the_whole_image(Fixture *fixture, gconstpointer data)
{
    (void)data;
    fixture->rows = 100;
    fixture->work_us = 200000;
    start(fixture, 42);
    check_finished(fixture, 42);
    g_assert_cmpint(fixture->rows_made, ==, HEIGHT + 100);
    g_assert_cmpint(fixture->progress_shown, >, 0);
    g_main_context_iteration(NULL, FALSE); /* where deliver finds nothing more */
}

static void finish_after_the_first_rows(Fixture *fixture, gconstpointer data)
{
    (void)data;
    start(fixture, 42);
    while (fixture->first_deliveries == 0)
        g_main_context_iteration(NULL, TRUE);
    check_finished(fixture, 42);
}

static void finish_takes_the_newest(Fixture *fixture, gconstpointer data)
{
    (void)data;
    for (gint i = 0; i < FAILS; i++)
        start(fixture, i);
    check_finished(fixture, FAILS - 1);
}

static void finish_of_a_failure(Fixture *fixture, gconstpointer data)
{
    (void)data;
    start(fixture, FAILS);
    g_assert_null(preview_worker_finish(fixture->worker));
}

static void nothing_to_finish(Fixture *fixture, gconstpointer data)
{
    (void)data;
    g_assert_null(preview_worker_finish(fixture->worker));
    start(fixture, 42);
    wait_for_delivery(fixture);
    g_assert_null(preview_worker_finish(fixture->worker));
    start(fixture, 43);
    preview_worker_cancel(fixture->worker);
    g_assert_null(preview_worker_finish(fixture->worker));
}

/* tear_down must end a working thread, and free what has not been delivered. */
static void ends_while_it_works(Fixture *fixture, gconstpointer data)
{
    (void)data;
    fixture->is_patient = TRUE;
    start(fixture, 1);
    while (g_atomic_int_get(&fixture->dithering) == 0)
        g_thread_yield();
}

static void ends_with_a_result_under_way(Fixture *fixture, gconstpointer data)
{
    (void)data;
    start(fixture, 1);
    while (g_atomic_int_get(&fixture->made) == 0)
        g_thread_yield();
}

static void add(const gchar *path, void (*test)(Fixture *, gconstpointer))
{
    g_test_add(path, Fixture, NULL, set_up, test, tear_down);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add("/worker/one-result", one_result);
    add("/worker/one-failure", one_failure);
    add("/worker/an-earlier-result-is-dropped", an_earlier_result_is_dropped);
    add("/worker/visible-rows-come-first", visible_rows_come_first);
    add("/worker/pixels-come-before-their-description", pixels_come_before_their_description);
    add("/worker/whole-result-is-not-made-again", whole_result_is_not_made_again);
    add("/worker/result-that-cannot-be-measured", result_that_cannot_be_measured);
    add("/worker/first-rows-are-not-measured", first_rows_are_not_measured);
    add("/worker/window-draws-first", window_draws_first);
    add("/worker/time-is-all-that-was-waited", time_is_all_that_was_waited);
    add("/worker/newest-wins", newest_wins);
    add("/worker/new-request-cancels", new_request_cancels);
    add("/worker/nothing-arrives-after-cancel", nothing_arrives_after_cancel);
    add("/worker/finish-waits-for-the-whole-image", finish_waits_for_the_whole_image);
    add("/worker/finish-after-the-first-rows", finish_after_the_first_rows);
    add("/worker/finish-takes-the-newest", finish_takes_the_newest);
    add("/worker/finish-of-a-failure", finish_of_a_failure);
    add("/worker/nothing-to-finish", nothing_to_finish);
    add("/worker/ends-while-it-works", ends_while_it_works);
    add("/worker/ends-with-a-result-under-way", ends_with_a_result_under_way);
    return g_test_run();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the driver of bands: each tile runs once, after those that it needs, whatever the shape of
 * the job and the number of threads; places; progress and cancelling. */
#include "base/bands.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../support/random.h"

struct marks;

/* The band that a thread runs. */
struct started {
    struct marks *marks;
    int member, band;
};

/*
 * Each tile writes its band's number into the tile's element of the band's place. It reads those of
 * the tiles of the band above that it needs, as plain numbers, so ThreadSanitizer notices it if
 * nothing orders a write and a read.
 */
struct marks {
    struct errdiff_bands bands;
    int *left; /* tile_count numbers for each place */
    struct started started[ERRDIFF_MAX_THREADS];
    atomic_int tiles_run, bands_finished, wrong;
};

static int *left_by(struct marks *marks, int band)
{
    return marks->left +
           (ptrdiff_t)errdiff_bands_place(&marks->bands, band) * marks->bands.tile_count;
}

static void *start(void *user, int member, int band)
{
    struct marks *marks = user;
    struct started *started = &marks->started[member];
    *started = (struct started){.marks = marks, .member = member, .band = band};
    return started;
}

static void run_tile(const struct started *started, int tile)
{
    struct marks *marks = started->marks;
    int tile_count = marks->bands.tile_count, band = started->band;
    for (int i = tile; i <= tile + marks->bands.lag && i < tile_count; i++)
        if (left_by(marks, band - 1)[i] != band - 1)
            atomic_fetch_add(&marks->wrong, 1);
    left_by(marks, band)[tile] = band;
    atomic_fetch_add(&marks->tiles_run, 1);
}

static void run_tiles(void *user, int first, int end)
{
    const struct started *started = user;
    int at_once = started->marks->bands.tiles_at_once;
    if (first >= end || first / at_once != (end - 1) / at_once)
        atomic_fetch_add(&started->marks->wrong, 1);
    for (int tile = first; tile < end; tile++)
        run_tile(started, tile);
}

static void finish(void *user)
{
    struct started *started = user;
    atomic_fetch_add(&started->marks->bands_finished, 1);
}

/* A callback that cancels at call number *user, and counts down. */
static int count_down(void *user, double done)
{
    int *calls = user;
    assert_true(done >= 0 && done <= 1);
    return --*calls == 0;
}

static struct marks *make_marks(int band_count, int tile_count, int lag, int tiles_at_once,
                                int threads)
{
    struct marks *marks = calloc(1, sizeof *marks);
    assert_non_null(marks);
    marks->bands =
        (struct errdiff_bands){.band_count = band_count,
                               .tile_count = tile_count,
                               .lag = lag,
                               .tiles_at_once = tiles_at_once,
                               .max_slack = 3,
                               .height = band_count * 4 - 1,
                               .band_height = 4,
                               .threads = {.count = threads, .is_exact = true, .asked = threads},
                               .start = start,
                               .run_tiles = run_tiles,
                               .finish = finish,
                               .user = marks};
    size_t numbers = (size_t)errdiff_bands_place_count(&marks->bands) * (size_t)tile_count;
    marks->left = malloc(numbers * sizeof *marks->left);
    assert_non_null(marks->left);
    memset(marks->left, 0xFF, numbers * sizeof *marks->left); /* −1: above the first band */
    return marks;
}

static void free_marks(struct marks *marks)
{
    free(marks->left);
    free(marks);
}

/* Runs the bands with a callback at every chance, which cancels at call number `cancel_at`; 0:
 * never. */
static errdiff_status run(struct marks *marks, int cancel_at, int *members)
{
    struct errdiff_progress_state progress;
    errdiff_options options = {.progress = count_down, .progress_user = &cancel_at};
    errdiff_message message = {.text = ""};
    errdiff_progress_start(&progress, &options, marks->bands.height, INT32_MAX);
    marks->bands.progress = &progress;
    errdiff_status status = errdiff_bands_run(&marks->bands, members, &message);
    assert_string_equal(message.text, "");
    return status;
}

static void test_each_tile_runs_once_after_those_that_it_needs(void **state)
{
    struct random random = {1};
    (void)state;
    for (int i = 0; i < 300; i++) {
        int band_count = random_range(&random, 1, 40), tile_count = random_range(&random, 1, 60);
        int lag = random_range(&random, 0, 9), members = 0;
        int threads = random_range(&random, 1, band_count < 7 ? band_count : 7);
        int at_once = random_range(&random, 1, 5);
        struct marks *marks = make_marks(band_count, tile_count, lag, at_once, threads);
        assert_int_equal(run(marks, 0, &members), ERRDIFF_OK);
        assert_int_equal(marks->wrong, 0);
        assert_int_equal(marks->tiles_run, band_count * tile_count);
        assert_int_equal(marks->bands_finished, band_count);
        assert_true(members >= 1 && members <= threads);
        free_marks(marks);
    }
}

static void test_a_cancel_stops_all_threads(void **state)
{
    (void)state;
    int members;
    for (int at = 1; at <= 9; at += 4) {
        struct marks *marks = make_marks(40, 50, 2, 1, 1);
        assert_int_equal(run(marks, at, &members), ERRDIFF_CANCELLED);
        assert_in_range(marks->tiles_run, at, 40 * 50 / 2);
        free_marks(marks);
    }
    /* The calling thread need not run any tile, but it always reports the end. */
    for (int threads = 2; threads <= 4; threads++) {
        struct marks *marks = make_marks(40, 50, 2, 4, threads);
        assert_int_equal(run(marks, 1, &members), ERRDIFF_CANCELLED);
        assert_int_equal(marks->wrong, 0);
        free_marks(marks);
    }
}

static void test_the_end_is_reported_and_can_cancel(void **state)
{
    int members;
    struct marks *marks = make_marks(1, 1, 0, 1, 1);
    (void)state;
    /* With this many samples in a row each finished row is reported; here only the last call
     * comes. */
    marks->bands.height = marks->bands.band_height = 1;
    assert_int_equal(run(marks, 1, &members), ERRDIFF_CANCELLED);
    assert_int_equal(marks->bands_finished, 1);
    free_marks(marks);
}

static void test_a_place_is_not_one_of_the_bands_in_flight(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 5; threads++) {
        const struct errdiff_bands bands = {.threads = {.count = threads}};
        for (int band = 0; band < 30; band++)
            for (int before = -1; before < band; before++) {
                bool is_same =
                    errdiff_bands_place(&bands, band) == errdiff_bands_place(&bands, before);
                assert_true(errdiff_bands_place(&bands, band) < errdiff_bands_place_count(&bands));
                assert_false(is_same && (before < 0 || band - before <= threads));
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_tile_runs_once_after_those_that_it_needs),
        cmocka_unit_test(test_a_cancel_stops_all_threads),
        cmocka_unit_test(test_the_end_is_reported_and_can_cancel),
        cmocka_unit_test(test_a_place_is_not_one_of_the_bands_in_flight),
    };
    return cmocka_run_group_tests_name("bands", tests, NULL, NULL);
}

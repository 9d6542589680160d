/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Schedules that are derived from taps, against a plain search over small images: all pixels that
 * a pixel depends on, directly or not, are in earlier iterations, so no two pixels of one iteration
 * depend on each other, and storage has each place once.
 */
#include "errdiff_dependence.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdbool.h>
#include <string.h>

enum { SIDE = 7, PIXELS = SIDE * SIDE, TAPS = 3 };

static errdiff_schedule derive(const errdiff_tap *taps, int count, int width, int height)
{
    errdiff_schedule schedule;

    assert_int_equal(errdiff_schedule_derive(taps, count, width, height, &schedule), ERRDIFF_OK);
    return schedule;
}

/* depends[a][b]: pixel a needs what pixel b passes on, directly or through others. A pixel's
 * sources come before it in raster order, so one pass finds all. */
static void find_dependences(const errdiff_tap *taps, int count, int width, int height,
                             bool depends[PIXELS][PIXELS])
{
    memset(depends, 0, sizeof(bool[PIXELS][PIXELS]));
    for (int pixel = 0; pixel < width * height; pixel++)
        for (int i = 0; i < count; i++) {
            int x = pixel % width - taps[i].dx, y = pixel / width - taps[i].dy;
            if (x < 0 || x >= width || y < 0)
                continue;
            depends[pixel][y * width + x] = true;
            for (int other = 0; other < width * height; other++)
                depends[pixel][other] |= depends[y * width + x][other];
        }
}

static int64_t iteration_of(const errdiff_schedule *schedule, int pixel)
{
    return errdiff_schedule_iteration(schedule, pixel % schedule->width, pixel / schedule->width);
}

/* No two pixels of one iteration depend on each other, and no pixel on a later one. */
static void check_order(const errdiff_schedule *schedule, const errdiff_tap *taps, int count)
{
    static bool depends[PIXELS][PIXELS];
    int pixels = schedule->width * schedule->height;

    find_dependences(taps, count, schedule->width, schedule->height, depends);
    for (int a = 0; a < pixels; a++)
        for (int b = 0; b < pixels; b++)
            if (depends[a][b])
                assert_true(iteration_of(schedule, b) < iteration_of(schedule, a));
}

/* The pixels of an iteration are stored side by side, after those of earlier ones. */
static void check_storage(const errdiff_schedule *schedule)
{
    int pixels = schedule->width * schedule->height;
    int stored[PIXELS];
    int64_t iterations = errdiff_schedule_iterations(schedule), most = 0, in_iteration = 0;

    memset(stored, 0xff, sizeof(stored));
    for (int pixel = 0; pixel < pixels; pixel++) {
        int64_t place =
            errdiff_schedule_place(schedule, pixel % schedule->width, pixel / schedule->width);
        assert_in_range(place, 0, pixels - 1);
        assert_int_equal(stored[place], -1);
        stored[place] = pixel;
    }
    for (int place = 0; place < pixels; place++) {
        int64_t now = iteration_of(schedule, stored[place]);
        int64_t before = place == 0 ? -1 : iteration_of(schedule, stored[place - 1]);
        assert_in_range(now, before < 0 ? 0 : before, iterations - 1);
        in_iteration = now == before ? in_iteration + 1 : 1;
        most = in_iteration > most ? in_iteration : most;
    }
    assert_int_equal(most, errdiff_schedule_most_pixels(schedule));
    assert_int_equal(iteration_of(schedule, stored[pixels - 1]), iterations - 1);
}

static void check(const errdiff_tap *taps, int count)
{
    for (int height = 1; height <= SIDE; height++)
        for (int width = 1; width <= SIDE; width++) {
            errdiff_schedule schedule = derive(taps, count, width, height);
            check_order(&schedule, taps, count);
            check_storage(&schedule);
        }
}

static errdiff_tap tap_number(int number)
{
    return number < 2 ? (errdiff_tap){number + 1, 0, 1}
                      : (errdiff_tap){(number - 2) % 5 - 2, (number - 2) / 5 + 1, 1};
}

/* All sets of up to three taps that reach two pixels far. */
static void test_all_sets_of_taps(void **state)
{
    enum { NUMBERS = 12 };
    (void)state;
    check(NULL, 0);
    for (int a = 0; a < NUMBERS; a++)
        for (int b = a; b < NUMBERS; b++)
            for (int c = b; c < NUMBERS; c++) {
                const errdiff_tap taps[TAPS] = {tap_number(a), tap_number(b), tap_number(c)};
                check(taps, TAPS);
            }
}

static void test_named_kernels(void **state)
{
    (void)state;
    for (int i = 0; i < errdiff_kernel_count(); i++) {
        errdiff_kernel kernel;
        errdiff_kernel_get(i, &kernel);
        errdiff_schedule schedule = derive(kernel.taps, kernel.tap_count, SIDE, SIDE);
        assert_int_equal(schedule.slope, errdiff_kernel_slope(&kernel));
        check(kernel.taps, kernel.tap_count);
    }
}

/* The dependences on the left, upper left, upper and upper right neighbor that figure 18 of the
 * paper has, and some that reach further. */
static void test_patterns(void **state)
{
    static const struct {
        errdiff_tap taps[TAPS];
        int count;
        errdiff_pattern pattern;
        int slope, iterations, most; /* for 7 × 4 pixels */
    } cases[] = {
        {{{0}}, 0, ERRDIFF_ALL_AT_ONCE, 0, 1, 28},
        {{{1, 1, 1}}, 1, ERRDIFF_L_SHAPED, 0, 4, 10},
        {{{0, 1, 1}}, 1, ERRDIFF_ROW_BY_ROW, 0, 4, 7},
        {{{-1, 1, 1}, {0, 1, 1}, {1, 1, 1}}, 3, ERRDIFF_ROW_BY_ROW, 0, 4, 7},
        {{{1, 0, 1}}, 1, ERRDIFF_COLUMN_BY_COLUMN, 0, 7, 4},
        {{{1, 0, 1}, {1, 1, 1}}, 2, ERRDIFF_COLUMN_BY_COLUMN, 0, 7, 4},
        {{{1, 0, 1}, {0, 1, 1}}, 2, ERRDIFF_SLANTED, 1, 10, 4},
        {{{1, 0, 1}, {-1, 1, 1}}, 2, ERRDIFF_SLANTED, 2, 13, 4},
        {{{1, 0, 1}, {-2, 1, 1}}, 2, ERRDIFF_SLANTED, 3, 16, 3},
        {{{2, 0, 1}, {-1, 2, 1}}, 2, ERRDIFF_SLANTED, 1, 10, 4},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        errdiff_schedule schedule = derive(cases[i].taps, cases[i].count, 7, 4);
        assert_int_equal(schedule.pattern, cases[i].pattern);
        assert_int_equal(schedule.slope, cases[i].slope);
        assert_int_equal(errdiff_schedule_iterations(&schedule), cases[i].iterations);
        assert_int_equal(errdiff_schedule_most_pixels(&schedule), cases[i].most);
    }
}

static void test_wrong_arguments(void **state)
{
    static const errdiff_tap wrong[] = {{0, 0, 1}, {-1, 0, 1}, {0, -1, 1}, {16, 1, 1}, {0, 16, 1}};
    static const errdiff_tap right = {1, 0, 1};
    errdiff_schedule schedule = {.width = 5};

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(errdiff_schedule_derive(&wrong[i], 1, 4, 4, &schedule),
                         ERRDIFF_BAD_ARGUMENT);
    assert_int_equal(errdiff_schedule_derive(&right, 1, 0, 4, &schedule), ERRDIFF_BAD_ARGUMENT);
    assert_int_equal(errdiff_schedule_derive(&right, 1, 4, ERRDIFF_MAX_SIDE + 1, &schedule),
                     ERRDIFF_BAD_ARGUMENT);
    assert_int_equal(errdiff_schedule_derive(&right, -1, 4, 4, &schedule), ERRDIFF_BAD_ARGUMENT);
    assert_int_equal(schedule.width, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_named_kernels),
        cmocka_unit_test(test_all_sets_of_taps),
        cmocka_unit_test(test_wrong_arguments),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derives from the taps of a kernel which pixels can be processed in parallel. */
#include "errdiff_dependence.h"

#include "iterations.h"

#include <stdbool.h>

static bool is_causal(const errdiff_tap *tap)
{
    return tap->dx >= -ERRDIFF_MAX_REACH && tap->dx <= ERRDIFF_MAX_REACH &&
           tap->dy <= ERRDIFF_MAX_REACH && (tap->dy > 0 || (tap->dy == 0 && tap->dx > 0));
}

int errdiff_slope_of_taps(const errdiff_tap *taps, int tap_count)
{
    int slope = 0;
    for (int i = 0; i < tap_count; i++) {
        const errdiff_tap *tap = &taps[i];
        if (tap->dy == 0)
            continue;
        int columns = tap->dx >= 1 ? 1 : (1 - tap->dx + tap->dy - 1) / tap->dy;
        if (columns > slope)
            slope = columns;
    }
    return slope;
}

static errdiff_pattern pattern_of(const errdiff_tap *taps, int tap_count)
{
    bool all_go_down = true, all_go_right = true;
    for (int i = 0; i < tap_count; i++) {
        all_go_down &= taps[i].dy >= 1;
        all_go_right &= taps[i].dx >= 1;
    }
    if (tap_count == 0)
        return ERRDIFF_ALL_AT_ONCE;
    if (all_go_down && all_go_right)
        return ERRDIFF_L_SHAPED;
    return all_go_down    ? ERRDIFF_ROW_BY_ROW
           : all_go_right ? ERRDIFF_COLUMN_BY_COLUMN
                          : ERRDIFF_SLANTED;
}

errdiff_status errdiff_schedule_derive(const errdiff_tap *taps, int tap_count, int width,
                                       int height, errdiff_schedule *schedule)
{
    if (tap_count < 0 || width < 1 || width > ERRDIFF_MAX_SIDE || height < 1 ||
        height > ERRDIFF_MAX_SIDE)
        return ERRDIFF_BAD_ARGUMENT;
    for (int i = 0; i < tap_count; i++)
        if (!is_causal(&taps[i]))
            return ERRDIFF_BAD_ARGUMENT;
    errdiff_pattern pattern = pattern_of(taps, tap_count);
    *schedule = (errdiff_schedule){
        .pattern = pattern,
        .slope = pattern == ERRDIFF_SLANTED ? errdiff_slope_of_taps(taps, tap_count) : 0,
        .width = width,
        .height = height,
    };
    return ERRDIFF_OK;
}

/* For the patterns column by column, which has slope 0, and slanted. */
static struct errdiff_iterations iterations_of(const errdiff_schedule *schedule)
{
    return (struct errdiff_iterations){schedule->width, schedule->height, schedule->slope};
}

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

int64_t errdiff_schedule_iterations(const errdiff_schedule *schedule)
{
    struct errdiff_iterations iterations = iterations_of(schedule);
    switch (schedule->pattern) {
    case ERRDIFF_ALL_AT_ONCE:
        return 1;
    case ERRDIFF_L_SHAPED:
        return lesser(schedule->width, schedule->height);
    case ERRDIFF_ROW_BY_ROW:
        return schedule->height;
    default:
        return errdiff_iterations_count(&iterations);
    }
}

int64_t errdiff_schedule_most_pixels(const errdiff_schedule *schedule)
{
    struct errdiff_iterations iterations = iterations_of(schedule);
    switch (schedule->pattern) {
    case ERRDIFF_ALL_AT_ONCE:
        return iterations.width * iterations.height;
    case ERRDIFF_L_SHAPED:
        return iterations.width + iterations.height - 1;
    case ERRDIFF_ROW_BY_ROW:
        return iterations.width;
    default:
        return errdiff_iterations_longest(&iterations);
    }
}

int64_t errdiff_schedule_iteration(const errdiff_schedule *schedule, int x, int y)
{
    switch (schedule->pattern) {
    case ERRDIFF_ALL_AT_ONCE:
        return 0;
    case ERRDIFF_L_SHAPED:
        return lesser(x, y);
    case ERRDIFF_ROW_BY_ROW:
        return y;
    default:
        return x + (int64_t)schedule->slope * y;
    }
}

/* What is left of the image when the Ls before this pixel's are taken away is an image whose
 * first row and first column are its L. */
static int64_t place_in_l(const errdiff_schedule *schedule, int x, int y)
{
    int64_t width = schedule->width, height = schedule->height, t = lesser(x, y);
    int64_t before = width * height - (width - t) * (height - t);
    return before + (y == t ? x - t : width - t + y - t - 1);
}

int64_t errdiff_schedule_place(const errdiff_schedule *schedule, int x, int y)
{
    struct errdiff_iterations iterations = iterations_of(schedule);
    int64_t t = errdiff_schedule_iteration(schedule, x, y);
    switch (schedule->pattern) {
    case ERRDIFF_ALL_AT_ONCE:
    case ERRDIFF_ROW_BY_ROW:
        return iterations.width * y + x;
    case ERRDIFF_L_SHAPED:
        return place_in_l(schedule, x, y);
    default:
        return errdiff_iterations_start(&iterations, t) + y -
               errdiff_iterations_first_row(&iterations, t);
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dependence_list.h"

#include "errdiff_dependence.h"
#include "fail.h"
#include "option_reading.h"

#include <inttypes.h>
#include <stdio.h>

enum { DRAWN_WIDTH = 10, DRAWN_HEIGHT = 5, FORMULA_SIZE = 20 };

static const char *const pattern_names[] = {
    [ERRDIFF_ALL_AT_ONCE] = "all at once", [ERRDIFF_L_SHAPED] = "L-shaped",
    [ERRDIFF_ROW_BY_ROW] = "row by row",   [ERRDIFF_COLUMN_BY_COLUMN] = "column by column",
    [ERRDIFF_SLANTED] = "slanted",
};

static const char *name_of(const errdiff_schedule *schedule)
{
    if (schedule->pattern == ERRDIFF_SLANTED && schedule->slope == 1)
        return "diagonal";
    if (schedule->pattern == ERRDIFF_SLANTED && schedule->slope == 2)
        return "knight's move";
    return pattern_names[schedule->pattern];
}

static void write_formula(const errdiff_schedule *schedule, char text[FORMULA_SIZE])
{
    static const char *const formulas[] = {
        [ERRDIFF_ALL_AT_ONCE] = "0",
        [ERRDIFF_L_SHAPED] = "min(x, y)",
        [ERRDIFF_ROW_BY_ROW] = "y",
        [ERRDIFF_COLUMN_BY_COLUMN] = "x",
    };

    if (schedule->pattern != ERRDIFF_SLANTED)
        snprintf(text, FORMULA_SIZE, "%s", formulas[schedule->pattern]);
    else if (schedule->slope == 1)
        snprintf(text, FORMULA_SIZE, "x + y");
    else
        snprintf(text, FORMULA_SIZE, "x + %dy", schedule->slope);
}

static void list(const errdiff_kernel *kernel, const errdiff_schedule *schedule)
{
    int64_t iterations = errdiff_schedule_iterations(schedule);
    double mean = (double)schedule->width * schedule->height / (double)iterations;
    char formula[FORMULA_SIZE];

    write_formula(schedule, formula);
    printf("%-22s %-16s %-9s %10" PRId64 " %12" PRId64 " %14.1f\n", kernel->name, name_of(schedule),
           formula, iterations, errdiff_schedule_most_pixels(schedule), mean);
}

/* The iteration of each pixel in the first rows and columns. */
static void draw(const errdiff_schedule *schedule)
{
    char formula[FORMULA_SIZE];

    write_formula(schedule, formula);
    printf("\n%s, iteration %s:\n", name_of(schedule), formula);
    for (int y = 0; y < DRAWN_HEIGHT && y < schedule->height; y++) {
        for (int x = 0; x < DRAWN_WIDTH && x < schedule->width; x++)
            printf("%4" PRId64, errdiff_schedule_iteration(schedule, x, y));
        printf("\n");
    }
}

static errdiff_schedule schedule_of(const errdiff_kernel *kernel, int width, int height)
{
    errdiff_schedule schedule;

    errdiff_schedule_derive(kernel->taps, kernel->tap_count, width, height, &schedule);
    return schedule;
}

/* Kernels with the same pattern and slope have the same drawing. */
static bool is_drawn_before(int index, const errdiff_schedule *schedule)
{
    errdiff_kernel kernel;

    for (int i = 0; i < index; i++) {
        errdiff_kernel_get(i, &kernel);
        errdiff_schedule earlier = schedule_of(&kernel, schedule->width, schedule->height);
        if (earlier.pattern == schedule->pattern && earlier.slope == schedule->slope)
            return true;
    }
    return false;
}

static void list_named_kernels(int width, int height)
{
    errdiff_kernel kernel;

    for (int i = 0; i < errdiff_kernel_count(); i++) {
        errdiff_kernel_get(i, &kernel);
        errdiff_schedule schedule = schedule_of(&kernel, width, height);
        list(&kernel, &schedule);
    }
    for (int i = 0; i < errdiff_kernel_count(); i++) {
        errdiff_kernel_get(i, &kernel);
        errdiff_schedule schedule = schedule_of(&kernel, width, height);
        if (!is_drawn_before(i, &schedule))
            draw(&schedule);
    }
}

int list_dependences(int count, char **words)
{
    errdiff_kernel kernel;
    errdiff_message message;
    int width, height;

    if (count < 1 || count > 2)
        return fail(EXIT_WRONG_CALL,
                    "--dependence: it is followed by a size, WxH, and, if wanted, a kernel");
    if (!read_size("dependence", words[0], ERRDIFF_MAX_SIDE, &width, &height))
        return EXIT_WRONG_CALL;
    if (count == 2 && errdiff_kernel_parse(words[1], &kernel, &message) != ERRDIFF_OK)
        return fail(EXIT_WRONG_CALL, "%s", message.text);
    printf("%-22s %-16s %-9s %10s %12s %14s\n", "kernel", "pattern", "iteration", "iterations",
           "most at once", "mean at once");
    if (count == 1) {
        list_named_kernels(width, height);
        return EXIT_DONE;
    }
    errdiff_schedule schedule = schedule_of(&kernel, width, height);
    list(&kernel, &schedule);
    draw(&schedule);
    return EXIT_DONE;
}

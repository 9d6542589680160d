/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs `errdiff kernels`: lists the kernels, or shows which pixels can be processed at the same
 * time. */
#include "kernels_command.h"

#include "errdiff_dependence.h"
#include "fail.h"

#include <inttypes.h>
#include <stdio.h>

enum { DRAWN_WIDTH = 10, DRAWN_HEIGHT = 5, FORMULA_SIZE = 20 };

enum { OPTION_HELP = 1, OPTION_DEPENDENCE };

static const char start_of_help[] =
    "Usage: errdiff kernels\n"
    "       errdiff kernels --dependence WxH [KERNEL]\n"
    "\n"
    "Lists the kernels, each with its divisor D and its slope p: by how many columns a row must\n"
    "trail the row above it when rows are processed in parallel. With --dependence, says which\n"
    "pixels can be processed at the same time: in how many iterations an image of that size is\n"
    "done, how many pixels the largest of them has and how many they have on average. It draws\n"
    "the number of the iteration of each pixel in the upper left corner. All rows run from left\n"
    "to right. KERNEL is one kernel, a name or a text.\n"
    "\n";

static const char end_of_help[] = "\n"
                                  "Exit status: 0 on success, 2 if the command line was wrong.\n";

static void list_options(struct option list[MAX_OPTIONS])
{
    list[0] = (struct option){{.name = "dependence",
                               .explanation = "Say which pixels of an image of this size can be "
                                              "processed at the same time",
                               .type = ERRDIFF_OPTION_TEXT},
                              .value_name = "WxH",
                              .id = OPTION_DEPENDENCE};
    list[1] = (struct option){
        {.name = "help", .explanation = "Print this help", .type = ERRDIFF_OPTION_SWITCH},
        .id = OPTION_HELP};
    list[2] = (struct option){.id = 0};
}

const struct command_help kernels_help = {start_of_help, list_options, end_of_help};

static void list_slopes(void)
{
    printf("%-22s %5s %3s  %s\n", "kernel", "D", "p", "title");
    for (int i = 0; i < errdiff_kernel_count(); i++) {
        errdiff_kernel kernel;
        errdiff_kernel_get(i, &kernel);
        printf("%-22s %5d %3d  %s\n", kernel.name, kernel.divisor, errdiff_kernel_slope(&kernel),
               kernel.title);
    }
}

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

static void print_row(const errdiff_kernel *kernel, const errdiff_schedule *schedule)
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

static void list_dependences(int width, int height)
{
    errdiff_kernel kernel;

    for (int i = 0; i < errdiff_kernel_count(); i++) {
        errdiff_kernel_get(i, &kernel);
        errdiff_schedule schedule = schedule_of(&kernel, width, height);
        print_row(&kernel, &schedule);
    }
    for (int i = 0; i < errdiff_kernel_count(); i++) {
        errdiff_kernel_get(i, &kernel);
        errdiff_schedule schedule = schedule_of(&kernel, width, height);
        if (!is_drawn_before(i, &schedule))
            draw(&schedule);
    }
}

/* What a call asks for. */
struct call {
    const char *size, *kernel; /* NULL: not given */
    bool wants_help;
};

/* false: the call is wrong, and that was said. */
static bool read_call(int argc, char **argv, struct call *call)
{
    struct option options[MAX_OPTIONS];
    struct option_reader reader = {.options = options,
                                   .help = "errdiff kernels --help",
                                   .argc = argc,
                                   .argv = argv,
                                   .next = 1};
    list_options(options);
    for (int option; (option = option_next(&reader)) != OPTION_END;) {
        if (option == OPTION_WRONG)
            return false;
        if (option == OPTION_PATH && call->kernel) {
            fail(EXIT_WRONG_CALL, "kernels: only one kernel is possible");
            return false;
        }
        if (option == OPTION_HELP)
            call->wants_help = true;
        else if (option == OPTION_PATH)
            call->kernel = reader.value;
        else
            call->size = reader.value;
    }
    return true;
}

static int show_dependences(const struct call *call)
{
    errdiff_kernel kernel;
    errdiff_message message;
    int width, height;

    if (!read_size("dependence", call->size, ERRDIFF_MAX_SIDE, &width, &height))
        return EXIT_WRONG_CALL;
    if (call->kernel && errdiff_kernel_parse(call->kernel, &kernel, &message) != ERRDIFF_OK)
        return fail(EXIT_WRONG_CALL, "%s", message.text);
    printf("%-22s %-16s %-9s %10s %12s %14s\n", "kernel", "pattern", "iteration", "iterations",
           "most at once", "mean at once");
    if (call->kernel) {
        errdiff_schedule schedule = schedule_of(&kernel, width, height);
        print_row(&kernel, &schedule);
        draw(&schedule);
    } else {
        list_dependences(width, height);
    }
    return EXIT_DONE;
}

int kernels(int argc, char **argv)
{
    struct call call = {0};

    if (!read_call(argc, argv, &call))
        return EXIT_WRONG_CALL;
    if (call.wants_help)
        command_print_help(&kernels_help);
    else if (call.size)
        return show_dependences(&call);
    else if (call.kernel)
        return fail(EXIT_WRONG_CALL,
                    "kernels: \"%s\" needs --dependence; for an image named kernels, write "
                    "./kernels",
                    call.kernel);
    else
        list_slopes();
    return EXIT_DONE;
}

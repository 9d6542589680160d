/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_BENCH_H
#define CLI_BENCH_H

#include "bench_report.h"
#include "bench_rows.h"

/* The state of one run of the command. */
struct bench {
    struct bench_arguments arguments;
    errdiff_palette palette;
    bool has_palette;
    errdiff_matrix matrix; /* of the screen's file */
    struct bench_engines engines;
    struct bench_result *results; /* of all images */
    int result_count;
};

/* Finds the palette and the screen of bench->arguments, and chooses the engines that they name, or
 * all that can run on this machine; none if there is a sweep. Returns 0, or an exit status after an
 * error message, as bench_run does. */
int bench_prepare(struct bench *bench);

/* Times what the arguments ask for, and prints the results. */
int bench_run(struct bench *bench);

/* Runs `errdiff bench`, which times the engines; argv[0] is "bench". Returns the exit status,
 * after an error message if it is not 0. */
int bench(int argc, char **argv);

#endif

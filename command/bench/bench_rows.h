/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_BENCH_ROWS_H
#define CLI_BENCH_ROWS_H

#include "bench_arguments.h"
#include "bench_row.h"

enum { BENCH_MAX_ROWS = 256, BENCH_MAX_ENGINES = 64 };

/* Rows of a paper's table. Their label and settings are given, and what they ask for of `engine`
 * and `threads`; 0 threads: one for each processor. */
struct bench_ways {
    const struct bench_row *rows;
    int count;
    errdiff_message *reasons; /* for each row: set to the reason if it cannot run */
};

/* A setting of a GPU engine that differs from row to row. */
struct bench_sweep {
    const char *name;     /* as typed */
    const char *engine;   /* the engine that has it */
    const char *variable; /* the environment variable that sets it */
    int min, max;         /* it doubles from row to row */
};

/* The engines that are timed, by their names; or only `ways` or that of `sweep`, unless these are
 * NULL. */
struct bench_engines {
    const char *names[BENCH_MAX_ENGINES];
    int count;
    const struct bench_ways *ways;
    const struct bench_sweep *sweep;
};

/* The rows of one image. */
struct bench_rows {
    struct bench_row rows[BENCH_MAX_ROWS]; /* the reference first; without times yet */
    int count;
};

/*
 * Finds the rows of a job by running each of `engines` once in every way that was asked for; the
 * report of that run tells the threads and the instruction set. With all_isas an engine that has
 * a choice gets a row for each instruction set that can run, otherwise one for the set it chooses
 * itself; arguments->isas overrides both. With a sweep only its engine gets rows, one for each
 * size. Ways that cannot run get no row.
 *
 * Returns 0, or an exit status after an error message.
 */
int bench_rows_find(struct bench_rows *rows, const struct bench_arguments *arguments,
                    const struct bench_engines *engines, bool all_isas, const struct bench_job *job,
                    const struct bench_image *image);

#endif

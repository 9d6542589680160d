/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_BENCH_ROWS_H
#define CLI_BENCH_ROWS_H

#include "bench_arguments.h"
#include "bench_row.h"

enum { BENCH_MAX_ROWS = 256 };

/* The rows of one picture. */
struct bench_rows {
    struct bench_row rows[BENCH_MAX_ROWS]; /* the reference first; without times yet */
    int count;
};

/*
 * Finds the rows of a job by running each of `engines` once in every way that was asked for; the
 * report of that run tells the threads and the instruction set. With all_isas an engine that has
 * a choice gets a row for each instruction set that can run, otherwise one for the set it chooses
 * itself; arguments->isas overrides both. With a sweep only its engine gets rows, one for each
 * size.
 *
 * Returns 0, or an exit status after an error message.
 */
int bench_rows_find(struct bench_rows *rows, const struct bench_arguments *arguments,
                    const char *const *engines, int engine_count, bool all_isas,
                    const struct bench_job *job, const struct bench_picture *picture);

#endif

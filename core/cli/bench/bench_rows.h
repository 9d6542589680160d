/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_BENCH_ROWS_H
#define CLI_BENCH_ROWS_H

#include "bench_arguments.h"
#include "bench_row.h"

enum { BENCH_MAX_ROWS = 256 };

struct bench_rows {
    struct bench_row rows[BENCH_MAX_ROWS]; /* the reference first; their times are not there yet */
    int count;
};

/*
 * Finds the rows of a job by running each of `engines` once in every way that was asked for; its
 * report says what threads and instruction set it used. With all_isas an engine with a choice gets a
 * row for each set that can run, else one for the set of its own choice; arguments->isas goes before.
 * With a sweep its engine gets a row for each size, and no other has one.
 *
 * 0, or an exit status after the user has been told what is wrong.
 */
int bench_rows_find(struct bench_rows *rows, const struct bench_arguments *arguments,
                    const char *const *engines, int engine_count, bool all_isas,
                    const struct bench_job *job, const struct bench_picture *picture);

#endif

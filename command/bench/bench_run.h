/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a job in the way of one row. */
#ifndef CLI_BENCH_RUN_H
#define CLI_BENCH_RUN_H

#include "bench_job.h"

/* The name of the naive loop among the engines. */
extern const char bench_naive_name[];

/* The row that the others are compared with: the naive loop's, or that of a serial engine if the
 * loop cannot do the job. Its arrays of times are NULL. */
struct bench_row bench_row_reference(const struct bench_job *job);

/* TRUE if the row is the naive loop's. */
bool bench_row_is_naive(const struct bench_row *row);

/* Runs the job once. row->isa may be NULL, for the engine's own choice. The status and *report are
 * those of errdiff_dither; for the naive loop and for holograms only the message and the parts of
 * the report that the table shows are filled in. */
errdiff_status bench_row_run(const struct bench_row *row, const struct bench_job *job,
                             const struct bench_image *image, errdiff_report *report);

#endif

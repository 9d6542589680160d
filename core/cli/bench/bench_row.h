/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs and times one row of the table, and checks its result. */
#ifndef CLI_BENCH_ROW_H
#define CLI_BENCH_ROW_H

#include "bench_job.h"

/* The row that the others are compared with: the naive loop's, or the serial engine's for a
 * hologram. Its arrays of times are NULL. */
struct bench_row bench_row_reference(const struct bench_job *job);

/* TRUE if the row is the naive loop's. */
bool bench_row_is_naive(const struct bench_row *row);

/* Runs the job once. row->isa may be NULL, for the engine's own choice. The status and *report are
 * those of errdiff_dither; for the naive loop and for holograms only the parts of the report that
 * the table shows are filled in. */
errdiff_status bench_row_run(const struct bench_row *row, const struct bench_job *job,
                             const struct bench_picture *picture, errdiff_report *report);

/* Times the row in its next round. Returns 0, or an exit status after an error message if the
 * engine failed or the result is not as expected. */
int bench_row_time(struct bench_row *row, const struct bench_job *job,
                   const struct bench_picture *picture);

/* Returns 0 if picture->out is as expected, else an exit status after an error message. */
int bench_row_check(const struct bench_row *row, const struct bench_job *job,
                    const struct bench_picture *picture);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time of one row of the table, and the check of what it makes. */
#ifndef CLI_BENCH_ROW_H
#define CLI_BENCH_ROW_H

#include "bench_job.h"

/* The row that the others are compared with, the plain loop's or, for a hologram, the serial engine's;
 * without memory for rounds. */
struct bench_row bench_row_reference(const struct bench_job *job);

bool bench_row_is_naive(const struct bench_row *row);

/* Does the job once. row->isa may be NULL: the engine's own choice. The status and *report are
 * errdiff_dither's; the plain loop's report has its time alone, a hologram's no more than a row needs. */
errdiff_status bench_row_run(const struct bench_row *row, const struct bench_job *job,
                             const struct bench_picture *picture, errdiff_report *report);

/* Takes the times of the next round. 0, or an exit status after the user has been told what is wrong:
 * it failed, or the bytes are not as expected. */
int bench_row_time(struct bench_row *row, const struct bench_job *job,
                   const struct bench_picture *picture);

/* 0 where picture->out is as expected; else an exit status after the user has been told. */
int bench_row_check(const struct bench_row *row, const struct bench_job *job,
                    const struct bench_picture *picture);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of the table: one way to do a job, and how long it took in each round. */
#ifndef CLI_BENCH_ROW_H
#define CLI_BENCH_ROW_H

#include "bench_picture.h"

struct bench_row {
    const char *engine; /* "plain": the plain loop */
    const char *isa;    /* "" where there is no choice */
    int threads;
    const char *variable; /* of the environment, that sets a size of the engine; NULL: none */
    int size;             /* what it is set to */
    int rounds;           /* in which its time was taken so far */
    double *ms;           /* one a round: of one call */
    double *kernel_ms;    /* one a round: of that the GPU's work alone; 0 where there is none */
    double *copy_ms; /* one a round: of a copy of the picture by as many threads; 0 for holograms */
};

/* The row that the others are compared with, the plain loop's or, for a hologram, the serial engine's;
 * without memory for rounds. */
struct bench_row bench_row_reference(const struct bench_job *job);

bool bench_row_is_plain(const struct bench_row *row);

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

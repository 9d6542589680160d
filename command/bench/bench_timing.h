/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times the rows of a job in several rounds. */
#ifndef CLI_BENCH_TIMING_H
#define CLI_BENCH_TIMING_H

#include "bench_rows.h"

/* Takes the rows of a job once they are timed. Returns 0, or an exit status after an error
 * message. */
typedef int (*bench_taker)(void *user, const struct bench_rows *rows, const struct bench_job *job,
                           const struct bench_image *image);

/*
 * Makes the image of a job, finds its rows, times them in as many rounds as the arguments ask
 * for, and gives them to take(user, …); their times are freed afterwards.
 *
 * label     says on the progress line which job it is
 * all_isas  as for bench_rows_find
 *
 * Returns 0, or an exit status after an error message.
 */
int bench_timing_run(const struct bench_arguments *arguments, const struct bench_engines *engines,
                     const struct bench_job *job, const char *label, bool all_isas,
                     bench_taker take, void *user);

#endif

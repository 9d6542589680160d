/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times one row of the table, and checks its result. */
#ifndef CLI_BENCH_ROW_H
#define CLI_BENCH_ROW_H

#include "bench_run.h"

/* Times the row in its next round. Returns 0, or an exit status after an error message if the
 * engine failed or the result is not as expected. */
int bench_row_time(struct bench_row *row, const struct bench_job *job,
                   const struct bench_image *image);

/* Sets the times of the first round to those of the run that made image->expected. */
void bench_row_take_expected(struct bench_row *row, const struct bench_job *job,
                             const struct bench_image *image);

/* Returns 0 if image->out is as expected, else an exit status after an error message. */
int bench_row_check(const struct bench_row *row, const struct bench_job *job,
                    const struct bench_image *image);

#endif

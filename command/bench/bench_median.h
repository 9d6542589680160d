/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Medians of the times of rows. Each function needs an array of scratch memory with a value for
 * each round of the rows. */
#ifndef CLI_BENCH_MEDIAN_H
#define CLI_BENCH_MEDIAN_H

#include "bench_job.h"

/* The median of `count` values, 1 or more; they are sorted in `scratch` afterwards. */
double bench_median(const double *values, int count, double *scratch);

/* How many times faster `fast` is than `slow`: the median, over the rounds in which both rows ran,
 * of the ratio of their times. */
double bench_median_ratio(const struct bench_row *slow, const struct bench_row *fast,
                          double *scratch);

/* The largest number of rounds in which one of `count` rows ran. */
int bench_most_rounds(const struct bench_row *rows, int count);

#endif

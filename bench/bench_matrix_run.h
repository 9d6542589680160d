/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `errdiff-bench --matrix` */
#ifndef CLI_BENCH_MATRIX_RUN_H
#define CLI_BENCH_MATRIX_RUN_H

#include "bench_timing.h"

/* Checks that the names of rows of the matrix contain `part`; NULL: all do. Returns 0, or an exit
 * status after an error message. */
int bench_matrix_check(const char *part);

/* Times the jobs of these rows, and prints each row once it is complete, or all of them as JSON at
 * the end. Returns 0, or an exit status after an error message. */
int bench_matrix_run(const struct bench_arguments *arguments, const char *part,
                     const struct bench_engines *engines);

#endif

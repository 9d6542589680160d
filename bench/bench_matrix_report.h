/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the rows of `errdiff-bench --matrix` to standard output. */
#ifndef CLI_BENCH_MATRIX_REPORT_H
#define CLI_BENCH_MATRIX_REPORT_H

#include "bench_comparison.h"

/* Prints the head of a table with these engines, for images of width × height pixels. */
void bench_matrix_write_head(int width, int height, const struct bench_engines *engines);

/* Prints a row of the table. */
void bench_matrix_write_row(const struct bench_comparison *comparison);

/* Prints all rows and a description of the machine as one JSON object and a newline. */
void bench_matrix_write_json(const struct bench_comparison *comparisons, int count);

#endif

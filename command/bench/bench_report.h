/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_BENCH_REPORT_H
#define CLI_BENCH_REPORT_H

#include "bench_row.h"

/* The results of a row. */
struct bench_result {
    struct bench_row row; /* its arrays of times may have been freed */
    struct bench_job job;
    double median_ms, min_ms, max_ms; /* of one call */
    double mpx_per_s;                 /* millions of pixels per second, at the median */
    double prepare_ms;                /* the median of what a call took before that */
    double kernel_ms;                 /* the median of errdiff_report.kernel_ms; 0: no GPU */
    /* How many times faster the row is; medians of the rounds' ratios. */
    double ratio_to_serial; /* than the best serial engine; 0: it has no row */
    double ratio_to_naive;  /* than the naive loop; 0: it cannot do the job */
    double ratio_to_copy;   /* than a copy by as many threads; 0 for holograms */
};

/* Summarizes the times of one image's rows, each of which ran in at least one round. rows[0] is
 * that of bench_row_reference. A ratio is the median over the rounds
 * in which both rows ran. Returns false if there is not enough memory. */
bool bench_report_summarize(struct bench_result *results, const struct bench_row *rows, int count,
                            const struct bench_job *job);

/* Prints the rows of one image as a table to standard output. */
void bench_report_write_table(const struct bench_result *results, int count);

/* Prints the members of a row's JSON object, without a comma after the last one. */
void bench_report_write_members(const struct bench_result *result);

/* Prints all rows and a description of the machine as one JSON object and a newline to standard
 * output. */
void bench_report_write_json(const struct bench_result *results, int count);

#endif

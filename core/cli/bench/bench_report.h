/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_BENCH_REPORT_H
#define CLI_BENCH_REPORT_H

#include "bench_row.h"

/* What came out for a row. */
struct bench_result {
    struct bench_row row; /* its times may be gone */
    struct bench_job job;
    double median_ms, min_ms, max_ms; /* of one call */
    double mpx_per_s;                 /* millions of pixels, at the median */
    double kernel_ms;                 /* the median of the GPU's work alone; 0: there is none */
    double
        ratio_to_serial; /* the best serial engine's time / its own; likewise; 0: it has no row */
    double
        ratio_to_naive;   /* the plain loop's time / its own; the median of the rounds'; 0: there is
                            * none for holograms */
    double ratio_to_copy; /* the time of a copy by as many threads / its own; likewise */
};

/* Takes the times of one picture's rows, of a round or more each; rows[0] is the plain loop's, or, for
 * a hologram, the serial engine's. Ratios
 * are of rounds that both rows had. FALSE where memory is short. */
bool bench_report_summarise(struct bench_result *results, const struct bench_row *rows, int count,
                            const struct bench_job *job);

/* Writes the rows of one picture as a table, on standard output. */
void bench_report_write_table(const struct bench_result *results, int count);

/* Writes all rows, and what machine this is, as one JSON object and a newline, on standard output. */
void bench_report_write_json(const struct bench_result *results, int count);

#endif

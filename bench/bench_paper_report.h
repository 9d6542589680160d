/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes what `errdiff-bench --paper` measured to standard output. */
#ifndef CLI_BENCH_PAPER_REPORT_H
#define CLI_BENCH_PAPER_REPORT_H

#include "bench_paper.h"
#include "bench_quality.h"
#include "bench_report.h"

/* What came of an experiment. */
struct bench_outcome {
    const struct bench_experiment *experiment;
    /* For each job: first the row that the others were compared with, then those that could run. */
    struct bench_result results[BENCH_PAPER_JOBS][BENCH_PAPER_ROWS + 1];
    int result_counts[BENCH_PAPER_JOBS];
    errdiff_message reasons[BENCH_PAPER_ROWS]; /* why a row is left out; empty if it is not */
};

/* Prints a table with a row for each way and a column for each job, with the paper's times below
 * them, and says which rows are left out. */
void bench_paper_write_table(const struct bench_outcome *outcome);

/* Prints a table of signal-to-noise ratios. */
void bench_paper_write_qualities(const struct bench_quality qualities[BENCH_QUALITIES]);

/* Prints all of it as one JSON object and a newline. `qualities` may be NULL. */
void bench_paper_write_json(const char *paper, const struct bench_outcome *outcomes, int count,
                            const struct bench_quality *qualities);

#endif

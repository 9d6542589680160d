/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of `errdiff-bench --matrix`: engines side by side. */
#ifndef CLI_BENCH_COMPARISON_H
#define CLI_BENCH_COMPARISON_H

#include "bench_timing.h"

/* An engine in a row of the matrix. */
struct bench_compared {
    const char *name;
    double ms;         /* median time of one call; 0: the engine cannot do the job */
    double kernel_ms;  /* its part without transfers; 0: no GPU */
    double prepare_ms; /* median time of what a call did before that */
};

/* A row of the matrix: a job, with an instruction set and a largest number of threads. */
struct bench_comparison {
    struct bench_job job;
    const char *isa; /* of the engines that have a choice; "" if none has one for this job, and none
                      * was asked for */
    int threads;
    int rounds;                                           /* of the row that ran most often */
    struct bench_compared engines[1 + BENCH_MAX_ENGINES]; /* the first is the naive loop */
    int engine_count;
    int fastest; /* index of the engine with the least ms; 0: none can do the job */
    /* How many times faster that engine is; medians of the rounds' ratios. */
    double ratio_to_naive;     /* than the naive loop; 0: it cannot do the job */
    double ratio_to_serial_ec; /* than serial-ec; 0: it was not timed */
    const char *automatic;     /* the engine that "auto" takes */
    double regret; /* its median time divided by that of the fastest; 0: it was not timed */
};

/*
 * Makes a row of the matrix from the timed rows of a job.
 *
 * engines  those to compare, in the order in which they are shown, without the naive loop
 * isa      of the rows to compare, besides those of engines without a choice; NULL: all rows
 * threads  of an engine, the row with the most threads that are not more than this is compared
 *
 * Runs "auto" once, and checks its result. Returns 0, or an exit status after an error message.
 */
int bench_comparison_make(struct bench_comparison *comparison, const struct bench_rows *rows,
                          const struct bench_engines *engines, const char *isa, int threads,
                          const struct bench_job *job, const struct bench_image *image);

#endif

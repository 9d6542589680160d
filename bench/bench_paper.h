/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The experiments of the papers whose schedules the engines have: Deshpande, Misra and Narayanan
 * 2011; Kasagi, Nakano and Ito 2014; Lagrange, Gilles, Heggarty and Fracasso 2024. */
#ifndef CLI_BENCH_PAPER_H
#define CLI_BENCH_PAPER_H

#include "research_arguments.h"

enum {
    BENCH_PAPER_JOBS = RESEARCH_MAX_PAPER_SIZES,
    BENCH_PAPER_ROWS = 24,
    BENCH_MAX_EXPERIMENTS = 8
};

/* A table or a figure: jobs side by side, and the ways in which each of them is run. */
struct bench_experiment {
    const char *part; /* where it is in the paper */
    char title[120];  /* what it shows */
    struct bench_job jobs[BENCH_PAPER_JOBS];
    char columns[BENCH_PAPER_JOBS][24]; /* the jobs' names in the table */
    int keys[BENCH_PAPER_JOBS]; /* what the jobs differ in: the side of a square image, 0 for
                                 * another shape; or p */
    int job_count;
    struct bench_row rows[BENCH_PAPER_ROWS];
    char labels[BENCH_PAPER_ROWS][48]; /* the rows' names in the table */
    int row_count;
};

/* A time that a paper states. */
struct bench_published {
    const char *label; /* the method, and the device */
    int key;           /* that of the job */
    double ms;
};

/* Lists the experiments of arguments->paper for a machine with that many processors, and returns
 * their number. The arguments' sizes, if there are any, replace those of the paper. */
int bench_paper_list(struct bench_experiment experiments[BENCH_MAX_EXPERIMENTS],
                     const struct research_arguments *arguments, int processors);

/* The time `index`, from 0 on, that the paper states for an experiment; NULL after the last one. */
const struct bench_published *bench_paper_published(const struct bench_experiment *experiment,
                                                    int index);

#endif

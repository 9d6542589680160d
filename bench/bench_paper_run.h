/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `errdiff-bench --paper` */
#ifndef CLI_BENCH_PAPER_RUN_H
#define CLI_BENCH_PAPER_RUN_H

#include "research_arguments.h"

/* Runs the experiments of arguments->paper, and prints each table once it is complete, or all of
 * them as JSON at the end. Returns 0, or an exit status after an error message. */
int bench_paper_run(const struct research_arguments *arguments);

#endif

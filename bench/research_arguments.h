/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arguments of errdiff-bench: those of `errdiff bench`, and what is timed for research. */
#ifndef RESEARCH_ARGUMENTS_H
#define RESEARCH_ARGUMENTS_H

#include "bench_rows.h"

enum { RESEARCH_MAX_PAPER_SIZES = 5 }; /* how many sizes an experiment of a paper can have */

/* The papers whose experiments can be run, and their names as typed; NULL-terminated. */
enum research_paper { RESEARCH_DESHPANDE = 1, RESEARCH_KASAGI, RESEARCH_LAGRANGE };
extern const char *const research_papers[];

struct research_arguments {
    struct bench_arguments shared;
    int matrix;                      /* 1: many jobs side by side */
    const char *rows;                /* a part of the names of those that are timed; NULL: all */
    const struct bench_sweep *sweep; /* NULL: none */
    enum research_paper paper;       /* 0: none */
};

/* Reads the arguments of errdiff-bench. Prints the help for --help. A wrong call gets an error
 * message here. */
enum arguments_outcome research_arguments_read(struct research_arguments *arguments, int argc,
                                               char **argv);

#endif

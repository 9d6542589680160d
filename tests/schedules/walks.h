/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all walks of schedules do: many jobs, and some with a fault, which is to be noticed. */
#ifndef WALKS_H
#define WALKS_H

#include "drawn_job.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct walks {
    const char *schedule;
    int variant;               /* of the walk, which is told it */
    const char *const *faults; /* their names; the first stands for none */
    int fault_count;
    int jobs, jobs_with_fault;

    /* Whether the bytes of job `number` of a seed are right; says what differs where fault is 0. */
    bool (*walk)(uint64_t seed, int number, int variant, int fault);
};

/* Walks them, and prints how many differ. Returns how many faults were not noticed; that jobs differ
 * which have none counts as one. The arguments are those of the program: a number of jobs in place of
 * walks->jobs, and a seed in place of 1. */
int walks_run(const struct walks *walks, int argument_count, char **arguments);

/* Bands that follow each other, of which one waits for those above it alone. */
struct walks_bands {
    void *walk;
    int count;
    int running;   /* so many at a time */
    int most_runs; /* of a band, before another one's turn */

    bool (*run)(void *walk, int band); /* its next part; false where it must wait, or is over */
    bool (*is_over)(const void *walk, int band);
};

/* Runs them all, and now and then one of them hastes ahead as far as it can. False where none can go on. */
bool walks_run_bands(const struct walks_bands *bands, struct random *random);

/* Zeros; exits where memory is short. To be freed. */
void *walks_memory(size_t count, size_t size);

#endif

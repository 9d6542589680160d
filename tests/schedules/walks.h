/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all walks have in common. A walk runs a GPU schedule on the CPU, in a random order that the
 * schedule allows. It runs many jobs, and some with a deliberate fault, which must be noticed. */
#ifndef WALKS_H
#define WALKS_H

#include "drawn_job.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct walks {
    const char *schedule;
    int variant;               /* passed to `walk` */
    const char *const *faults; /* their names; number 0 is no fault */
    int fault_count;
    int jobs, jobs_with_fault;

    /* Returns whether the result of job `number` of a seed is right. If not, and `fault` is 0, it
     * prints what differs. */
    bool (*walk)(uint64_t seed, int number, int variant, int fault);
};

/* Runs the walks and prints how many jobs differ. Returns how many faults went unnoticed, plus one
 * if a job without a fault differs. The program's arguments are optional: a number of jobs in place
 * of walks->jobs, and a seed in place of 1. */
int walks_run(const struct walks *walks, int argument_count, char **arguments);

/* Bands of which each only waits for those above it. */
struct walks_bands {
    void *walk;
    int count;
    int running;  /* how many run concurrently */
    int max_runs; /* of a band, before another one's turn */

    bool (*run)(void *walk,
                int band); /* runs its next part; false if it must wait or is finished */
    bool (*is_over)(const void *walk, int band);
};

/* Runs all bands, and now and then one of them as far ahead as it can. Returns false if none can
 * continue. */
bool walks_run_bands(const struct walks_bands *bands, struct random *random);

/* Allocates zeroed memory, to be freed by the caller. Exits if there is not enough memory. */
void *walks_memory(size_t count, size_t size);

/* The same for traces, which have no particular values: device memory is not initialized. */
int32_t *walks_traces(size_t count);

#endif

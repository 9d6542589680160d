/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all walks of schedules do: many jobs, and some with a fault, which is to be noticed. */
#ifndef WALKS_H
#define WALKS_H

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

/* Zeros; exits where memory is short. To be freed. */
void *walks_memory(size_t count, size_t size);

#endif

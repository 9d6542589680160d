/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "walks.h"

#include <stdio.h>
#include <stdlib.h>

int walks_run(const struct walks *walks, int argument_count, char **arguments)
{
    int count = argument_count > 1 ? atoi(arguments[1]) : walks->jobs;
    uint64_t seed = argument_count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    int failed = 0;

    for (int fault = 0; fault < walks->fault_count; fault++) {
        int jobs = fault == 0 ? count : walks->jobs_with_fault, wrong = 0;
        for (int number = 0; number < jobs; number++)
            wrong += !walks->walk(seed, number, walks->variant, fault);
        printf("%s, fault %s: %d of %d jobs differ\n", walks->schedule, walks->faults[fault], wrong,
               jobs);
        failed += (wrong > 0) != (fault != 0);
    }
    return failed;
}

bool walks_run_bands(const struct walks_bands *bands, struct random *random)
{
    for (int first = 0; first < bands->count;) {
        bool has_moved = false;
        int begin = random_range(random, 0, bands->running - 1);
        for (int i = 0; i < bands->running; i++) {
            int band = first + (begin + i) % bands->running;
            int runs = random_range(random, 1, bands->max_runs);
            while (band < bands->count && runs-- > 0 && bands->run(bands->walk, band))
                has_moved = true;
        }
        if (!has_moved)
            return false;
        while (first < bands->count && bands->is_over(bands->walk, first))
            first++;
    }
    return true;
}

void *walks_memory(size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size);

    if (!memory) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return memory;
}

int32_t *walks_traces(size_t count)
{
    int32_t *traces = walks_memory(count, sizeof(*traces));

    for (size_t i = 0; i < count; i++)
        traces[i] = 4711;
    return traces;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a step of a gray image takes at least, since it waits for the step before. */
#define _POSIX_C_SOURCE 200809L

#include "vectors.h"

#include <stdio.h>
#include <time.h>

enum { STEPS = 1 << 16, ROUNDS = 31, SHIFTS = 3 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* The time of a cycle in ns, from a chain of operations that take a cycle each. They make random
 * numbers, so that compilers leave none of them out. */
static double time_of_cycle(void)
{
    uint64_t number = vectors_random.state | 1;
    double begin = now();
    for (int i = 0; i < STEPS; i++) {
        number ^= number << 13;
        number ^= number >> 7;
        number ^= number << 17;
    }
    double time = now() - begin;
    vectors_random.state = number;
    return time / (2.0 * SHIFTS * STEPS);
}

static double time_of_step(probe_chain *chain)
{
    _Alignas(64) uint8_t vectors[2 * PROBE_VECTOR] = {0};
    double begin = now();
    chain(STEPS, vectors);
    return (now() - begin) / STEPS;
}

void time_chains(probe_chain *narrow, probe_chain *wide)
{
    double cycle = 1e9, steps[2] = {1e9, 1e9};
    for (int i = 0; i < ROUNDS; i++) {
        double times[3] = {time_of_cycle(), time_of_step(narrow), time_of_step(wide)};
        cycle = times[0] < cycle ? times[0] : cycle;
        for (int k = 0; k < 2; k++)
            steps[k] = times[1 + k] < steps[k] ? times[1 + k] : steps[k];
    }
    printf("a step that waits for the one before, Floyd and Steinberg, two levels, at %.2f GHz\n",
           1 / cycle);
    printf("  16-bit lanes %.1f cycles\n", steps[0] / cycle);
    printf("  32-bit lanes %.1f cycles\n", steps[1] / cycle);
}

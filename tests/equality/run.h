/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engines that run jobs, and what came of it. */
#ifndef EQUALITY_RUN_H
#define EQUALITY_RUN_H

#include <pthread.h>
#include <stdint.h>

struct engine {
    const char *name;
    const char *isa; /* the value of ERRDIFF_ISA, or NULL if it is not set for each call */
    long ran;
    long refused;
};

enum { MAX_ENGINES = 32 };

struct session {
    uint64_t seed;
    int verbose;
    int full;
    int drawn_only;
    int gray, large;
    int stable; /* each job is a frame that has one before it */
    int refine; /* a search follows the dithering of each job */
    struct engine engines[MAX_ENGINES];
    int engine_count;
    int skipped;          /* engines that cannot run here */
    pthread_mutex_t lock; /* for the counts, and for what is printed */
    long passed;
    long failed;
    uint64_t digest; /* of all results, in any order */
};

/* Runs job `number` by each engine, compares, and says what is wrong. Several threads may run jobs
 * of a session at once. */
void run_job(struct session *session, int number);

#endif

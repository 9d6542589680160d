/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How long each engine takes for a job, from what was measured: on this machine, where the user let
 * errdiff_calibrate do so, else on the ones that the built-in numbers come from (model_defaults.c).
 *
 *     ns = base + front · (width + p · height) + sample · width · height · channels / threads' speed
 *          + team, where all processors work
 *
 * with p the kernel's slope. Engines that go from front to front, the pixels with the same x + p · y,
 * spend most of their time in the second term, all others in the third, which holds the transfers to
 * the GPU and back, too. Setting the GPU up takes `start`, once in a process.
 */
#ifndef ERRDIFF_MODEL_H
#define ERRDIFF_MODEL_H

#include "job/job.h"

enum { ERRDIFF_MODEL_ENGINES = 32, ERRDIFF_MODEL_NAME = 32 };

/* Kinds of work, whose costs are not to be reckoned from each other. A far kernel has taps beyond
 * the eight neighbours. */
enum errdiff_work {
    ERRDIFF_WORK_TWO_LEVELS,  /* 8-bit gray to two levels, near */
    ERRDIFF_WORK_LEVELS,      /* other plain jobs (job.h) */
    ERRDIFF_WORK_PALETTE,     /* a palette, whatever else */
    ERRDIFF_WORK_FAR_LEVELS,  /* plain, far */
    ERRDIFF_WORK_FAR_PALETTE, /* palette, far */
    ERRDIFF_WORK_OTHER,       /* light, noise, weights by tone, serpentine order, fewer bits out */
    ERRDIFF_WORK_COUNT
};

extern const char *const errdiff_work_names[ERRDIFF_WORK_COUNT];

/* Whole numbers, so that a file of them reads the same in every language. */
struct errdiff_cost {
    bool is_known;
    int64_t base_ns;
    int64_t front_ps;
    int64_t sample_fs; /* of one thread; of a GPU's engine: of all */
    int64_t gain_ppm;  /* what a further thread adds to the speed of one, in millionths of it */
    int64_t team_ns;   /* of a team that takes all processors: any other work makes it wait */
};

struct errdiff_model {
    errdiff_machine machine; /* that it was measured on */
    int64_t start_us;
    struct errdiff_sizes sizes;
    struct errdiff_engine_costs {
        char name[ERRDIFF_MODEL_NAME];
        struct errdiff_cost costs[ERRDIFF_WORK_COUNT];
    } engines[ERRDIFF_MODEL_ENGINES];
    int engine_count;
};

/* The costs of engine `name`, which are added, unknown, where it has none; NULL where it is full. */
struct errdiff_engine_costs *errdiff_model_add(struct errdiff_model *model, const char *name);

enum errdiff_work errdiff_work_of(const struct errdiff_job *job);

/* ---- Measurements to costs ----------------------------------------------------------------- */

/* A time that one thread took for a picture; a GPU's engine, with all. */
struct errdiff_timing {
    double fronts;  /* width + p · height */
    double samples; /* width · height · channels */
    double ms;      /* above 0 */
};

/* The base, front and sample, none of them negative, whose times differ from those measured by the
 * least sum of squared relative errors. `count` is 1 or more. Gain and team become 0. */
struct errdiff_cost errdiff_cost_fit(const struct errdiff_timing *timings, int count);

/* Adds gain and team to such a cost, from the times that `threads` threads, all there are and 2 or
 * more, took for two pictures, the smaller one first. */
void errdiff_cost_fit_team(struct errdiff_cost *cost, const struct errdiff_timing timings[2],
                           int threads);

#endif

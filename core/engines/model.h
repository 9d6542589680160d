/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A model of how long each engine takes for a job. Its costs were measured on this machine, if the
 * user has run errdiff_calibrate here, or else on other machines (model_defaults.c).
 *
 *     ns = base + iteration · (width + p · height)
 *             + sample · width · height · channels / speed + team
 *
 * p is the kernel's slope, and an iteration is the set of pixels with the same x + p · y. Engines
 * that process one iteration after another spend most of their time in the second term, all others
 * in the third, which includes the transfers to and from the GPU. `speed` is that of all threads
 * relative to one. `team` is added if all processors work. Setting up the GPU takes `start`, once
 * in a process.
 */
#ifndef ERRDIFF_MODEL_H
#define ERRDIFF_MODEL_H

#include "engines/job.h"

enum { ERRDIFF_MODEL_ENGINES = 32, ERRDIFF_MODEL_NAME = 32 };

/* Kinds of work, each with its own costs. A kernel is near if all of its taps lead to adjacent
 * pixels, and far otherwise. With two levels, serial engines are several times as fast, unless the
 * rule may clamp an error or has to divide (has_short_chain in job/analysis.h); such jobs belong
 * to those with more levels. Costs are measured in raster order. In serpentine order serial
 * engines have the same ones; `wavefront` then runs serial code, one channel in a thread, and can
 * only do jobs for which no engine is much faster. */
enum errdiff_work {
    ERRDIFF_WORK_TWO_LEVELS,           /* 8-bit gray to two levels, near kernel */
    ERRDIFF_WORK_COLOR_TWO_LEVELS,     /* other pictures to two levels, near kernel */
    ERRDIFF_WORK_LEVELS,               /* other jobs with has_fast_path (job/analysis.h), near */
    ERRDIFF_WORK_PALETTE,              /* a palette, with any other options, near kernel */
    ERRDIFF_WORK_FAR_TWO_LEVELS,       /* gray to two levels, far kernel */
    ERRDIFF_WORK_FAR_COLOR_TWO_LEVELS, /* color to two levels, far kernel */
    ERRDIFF_WORK_FAR_LEVELS,           /* other jobs with has_fast_path, far kernel */
    ERRDIFF_WORK_FAR_PALETTE,          /* a palette, far kernel */
    ERRDIFF_WORK_OTHER, /* levels without a fast path: linear light, noise, and so on */
    ERRDIFF_WORK_COUNT
};

extern const char *const errdiff_work_names[ERRDIFF_WORK_COUNT];

/* The costs of an engine for one kind of work. They are integers, because a file with fractions
 * would depend on the locale's decimal point. */
struct errdiff_cost {
    bool is_known;
    int64_t base_ns;
    int64_t iteration_ps;
    int64_t sample_fs; /* with one thread; for a GPU engine with one thread for each processor */
    int64_t gain_ppm;  /* speed that each further thread adds, in millionths of the first one's */
    int64_t team_ns;   /* added if all processors work: other programs then delay some threads */
};

struct errdiff_model {
    errdiff_machine machine; /* on which the times were measured */
    int64_t start_us;
    struct errdiff_sizes sizes;
    struct errdiff_engine_costs {
        char name[ERRDIFF_MODEL_NAME];
        struct errdiff_cost costs[ERRDIFF_WORK_COUNT];
    } engines[ERRDIFF_MODEL_ENGINES];
    int engine_count;
};

/* Returns the costs of engine `name`, which it adds as unknown costs if the model has none. Returns
 * NULL if the model is full or the name is too long. */
struct errdiff_engine_costs *errdiff_model_add(struct errdiff_model *model, const char *name);

/* Returns the kind of work of a job. */
enum errdiff_work errdiff_work_of(const struct errdiff_job *job);

/* ---- Measurements to costs ----------------------------------------------------------------- */

/* The time of one job, with one thread or, for a GPU engine, one for each processor. */
struct errdiff_timing {
    double iterations; /* width + p · height */
    double samples;    /* width · height · channels */
    double ms;         /* above 0 */
};

/* Fits base, iteration and sample to `count` ≥ 1 timings: non-negative least squares of the
 * relative errors (model_fit.c). Gain and team become 0. */
struct errdiff_cost errdiff_cost_fit(const struct errdiff_timing *timings, int count);

/* Sets the gain and team of a fitted cost from the times of two pictures, the smaller one first,
 * with `threads` threads: one for each processor, 2 or more. */
void errdiff_cost_fit_team(struct errdiff_cost *cost, const struct errdiff_timing timings[2],
                           int threads);

#endif

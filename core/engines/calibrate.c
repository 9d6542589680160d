/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures how fast the engines are on this machine, so that the fastest one can be predicted. */
/*
 * The calibration. It first finds the best sizes for the GPU engines. With these it measures the
 * time of each engine for each kind of work, with pictures of a few shapes, and fits the costs of
 * the model to these times.
 */
#include "base/clock.h"
#include "base/message.h"
#include "engine_choice.h"
#include "engines/cuda_module.h"
#include "model_cache.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A measured time is the shortest of several runs: as many as fit into MS_OF_RUNS, but at least
 * MIN_RUNS, or one if the first takes LONG_MS. */
enum { MIN_RUNS = 2, MAX_RUNS = 20 };
static const double MS_OF_RUNS = 20, LONG_MS = 100;

struct shape {
    int width, height;
};

/* Sizes of gray pictures; color pictures have a third of the height. A square; a wide one, so that
 * the costs of iterations and of samples can be separated; and a large one, for the GPU larger than
 * any cache, with memory that the system allocates anew for each job. For the processor's engines
 * also an icon, most of whose time is that of the job's start. */
static const struct shape processor_shapes[] = {{48, 96}, {512, 512}, {4096, 256}, {2048, 2048}};
static const struct shape gpu_shapes[] = {{512, 512}, {8192, 1024}, {8192, 8192}};
enum { PROCESSOR_SHAPES = 4, GPU_SHAPES = 3 };

/* For measuring with all threads: large enough to keep each of them busy. */
static const struct shape team_shapes[2] = {{2048, 2048}, {4096, 8192}};

/* The picture with which sizes for the GPU engines are compared. */
static const struct shape sizes_shape = {4096, 4096};

enum { TINY_SIDE = 64, PART_FOR_SIZES = 10 /* percent of the reported progress */ };

static const struct work {
    int channels, levels;
    const char *kernel;
    bool has_palette, is_linear;
} works[ERRDIFF_WORK_COUNT] = {
    [ERRDIFF_WORK_TWO_LEVELS] = {1, 2, "floyd-steinberg", false, false},
    [ERRDIFF_WORK_COLOR_TWO_LEVELS] = {3, 2, "floyd-steinberg", false, false},
    [ERRDIFF_WORK_LEVELS] = {3, 4, "floyd-steinberg", false, false},
    [ERRDIFF_WORK_PALETTE] = {3, 2, "floyd-steinberg", true, false},
    [ERRDIFF_WORK_FAR_TWO_LEVELS] = {1, 2, "burkes", false, false},
    [ERRDIFF_WORK_FAR_COLOR_TWO_LEVELS] = {3, 2, "burkes", false, false},
    [ERRDIFF_WORK_FAR_LEVELS] = {3, 4, "jarvis-judice-ninke", false, false},
    [ERRDIFF_WORK_FAR_PALETTE] = {3, 2, "jarvis-judice-ninke", true, false},
    [ERRDIFF_WORK_OTHER] = {3, 4, "floyd-steinberg", false, true},
};

struct calibrator {
    struct errdiff_model model;
    errdiff_palette palette;
    uint8_t *in, *out; /* memory for the largest picture */
    errdiff_progress progress;
    void *progress_user;
    double done;
};

static int report_progress(void *user, double done)
{
    struct calibrator *calibrator = user;
    (void)done;
    return calibrator->progress &&
           calibrator->progress(calibrator->progress_user, calibrator->done) != 0;
}

static struct shape shape_for(struct shape gray, int channels)
{
    return (struct shape){gray.width, gray.height / channels};
}

static bool make_pictures(struct calibrator *calibrator, bool has_gpu)
{
    struct shape largest = has_gpu ? gpu_shapes[GPU_SHAPES - 1] : team_shapes[1];
    size_t size = (size_t)largest.width * (size_t)largest.height;
    calibrator->in = malloc(size);
    calibrator->out = malloc(size);
    if (!calibrator->in || !calibrator->out)
        return false;
    uint32_t state = 1;
    for (size_t i = 0; i < size; i++) {
        state = state * 1664525 + 1013904223;
        calibrator->in[i] = (uint8_t)(state >> 24);
    }
    memset(calibrator->out, 0, size); /* so that no measured time includes page faults */
    return true;
}

/* GPU engines are measured with all threads, which copy pictures; the others with one thread here
 * and with all threads in measure_team. */
static int usual_threads(const struct calibrator *calibrator, const struct errdiff_engine *engine)
{
    return engine->is_on_gpu ? calibrator->model.machine.processors : 1;
}

/* Runs a job several times, and sets *ms to the shortest time in milliseconds. If a run fails, *ms
 * becomes −1. */
static errdiff_status time_runs(const struct errdiff_engine *engine, struct errdiff_job *job,
                                double *ms)
{
    double begin = errdiff_now_ms(), end = begin;
    for (int i = 0; i < MAX_RUNS && end - begin < (i < MIN_RUNS ? LONG_MS : MS_OF_RUNS); i++) {
        errdiff_report report = {.threads = 1};
        double start = errdiff_now_ms();
        errdiff_status status = engine->run(job, &report);
        end = errdiff_now_ms();
        if (status != ERRDIFF_OK) {
            *ms = -1;
            return status;
        }
        *ms = i == 0 || end - start < *ms ? end - start : *ms;
    }
    return ERRDIFF_OK;
}

/* Sets *ms to the time of the job in milliseconds, or to −1 if the engine cannot run it. */
static errdiff_status time_job(struct calibrator *calibrator, const struct errdiff_engine *engine,
                               enum errdiff_work kind, struct shape gray_shape, int threads,
                               double *ms)
{
    const struct work *work = &works[kind];
    struct shape shape = shape_for(gray_shape, work->channels);
    errdiff_image in = {.data = calibrator->in,
                        .width = shape.width,
                        .height = shape.height,
                        .channels = work->channels,
                        .bits = 8,
                        .stride = (ptrdiff_t)shape.width * work->channels};
    errdiff_image out = in;
    out.data = calibrator->out;
    errdiff_options options;
    errdiff_options_init(&options);
    options.kernel = work->kernel;
    options.levels[0] = options.levels[1] = options.levels[2] = work->levels;
    options.palette = work->has_palette ? &calibrator->palette : NULL;
    options.linear = work->is_linear;
    /* An engine's time does not include the preparation. */
    options.match = ERRDIFF_MATCH_RGB;
    options.gamut = ERRDIFF_GAMUT_NONE;
    options.start = ERRDIFF_START_PLAIN;
    options.threads = threads;
    options.progress = report_progress;
    options.progress_user = calibrator;

    struct errdiff_job job;
    errdiff_status status = errdiff_job_prepare(&job, &in, &out, &options, NULL, NULL);
    *ms = -1;
    job.run.sizes = calibrator->model.sizes;
    job.run.threads.is_exact = false;
    if (status == ERRDIFF_OK && (!engine->can_run || engine->can_run(&job, NULL)))
        status = time_runs(engine, &job, ms);
    errdiff_job_release(&job);
    if (status == ERRDIFF_OK && report_progress(calibrator, 0))
        status = ERRDIFF_CANCELLED;
    return status == ERRDIFF_CANNOT_RUN ? ERRDIFF_OK : status;
}

/* ---- Sizes --------------------------------------------------------------------------------- */

/* Measures one engine with each of `sizes`, and keeps the fastest in the model. */
static errdiff_status try_sizes(struct calibrator *calibrator, const struct errdiff_engine *engine,
                                enum errdiff_work kind, const struct errdiff_sizes *sizes,
                                int count)
{
    struct errdiff_sizes best = calibrator->model.sizes;
    double min_ms = INFINITY;
    for (int i = 0; i < count; i++) {
        double ms;
        calibrator->model.sizes = sizes[i];
        errdiff_status status =
            time_job(calibrator, engine, kind, sizes_shape, usual_threads(calibrator, engine), &ms);
        if (status != ERRDIFF_OK)
            return status;
        if (ms >= 0 && ms < min_ms) {
            min_ms = ms;
            best = sizes[i];
        }
    }
    calibrator->model.sizes = best;
    return ERRDIFF_OK;
}

static errdiff_status find_block(struct calibrator *calibrator)
{
    static const struct shape blocks[] = {{32, 32},  {32, 64},  {64, 32},  {64, 64},
                                          {64, 128}, {128, 64}, {128, 128}};
    enum { COUNT = sizeof blocks / sizeof *blocks };
    struct errdiff_sizes sizes[COUNT];
    for (int i = 0; i < COUNT; i++) {
        sizes[i] = calibrator->model.sizes;
        sizes[i].block_width = blocks[i].width;
        sizes[i].block_height = blocks[i].height;
    }
    return try_sizes(calibrator, &errdiff_cuda_bwec, ERRDIFF_WORK_LEVELS, sizes, COUNT);
}

/* With the engine in which an iteration does least. */
static errdiff_status find_threads(struct calibrator *calibrator)
{
    enum { MIN_THREADS = 64, COUNT = 3 };
    struct errdiff_sizes sizes[COUNT];
    for (int i = 0; i < COUNT; i++) {
        sizes[i] = calibrator->model.sizes;
        sizes[i].threads = MIN_THREADS << i;
    }
    return try_sizes(calibrator, &errdiff_cuda_pwec, ERRDIFF_WORK_TWO_LEVELS, sizes, COUNT);
}

static errdiff_status find_handover(struct calibrator *calibrator)
{
    enum { MIN_HANDOVER = 64, COUNT = 6 };
    struct errdiff_sizes sizes[COUNT];
    for (int i = 0; i < COUNT; i++) {
        sizes[i] = calibrator->model.sizes;
        sizes[i].handover = MIN_HANDOVER << i;
    }
    return try_sizes(calibrator, &errdiff_handover, ERRDIFF_WORK_TWO_LEVELS, sizes, COUNT);
}

/* First finds the best strip with a group of USUAL_GROUP, then the best group with that strip. */
static errdiff_status find_strip_and_group(struct calibrator *calibrator)
{
    enum { MIN_STRIP = 64, STRIPS = 5, USUAL_GROUP = 16, MIN_GROUP = 4, GROUPS = 5 };
    struct errdiff_sizes sizes[STRIPS];
    for (int i = 0; i < STRIPS; i++) {
        sizes[i] = calibrator->model.sizes;
        sizes[i].strip = MIN_STRIP << i;
        sizes[i].group = USUAL_GROUP;
    }
    errdiff_status status =
        try_sizes(calibrator, &errdiff_hybrid, ERRDIFF_WORK_TWO_LEVELS, sizes, STRIPS);
    for (int i = 0; i < GROUPS; i++) {
        sizes[i] = calibrator->model.sizes;
        sizes[i].group = MIN_GROUP << i;
    }
    return status == ERRDIFF_OK
               ? try_sizes(calibrator, &errdiff_hybrid, ERRDIFF_WORK_TWO_LEVELS, sizes, GROUPS)
               : status;
}

/* Sets start_us to the time of the GPU's setup plus the additional time of the first job on it. */
static errdiff_status find_start(struct calibrator *calibrator, double setup_ms)
{
    errdiff_image tiny = {.data = calibrator->out,
                          .width = TINY_SIDE,
                          .height = TINY_SIDE,
                          .channels = 1,
                          .bits = 8,
                          .stride = TINY_SIDE};
    errdiff_options options;
    errdiff_report first, second;
    errdiff_options_init(&options);
    options.engine = errdiff_cuda_bwec.info.name;
    errdiff_status status = errdiff_dither(&tiny, &tiny, &options, &first);
    if (status == ERRDIFF_OK)
        status = errdiff_dither(&tiny, &tiny, &options, &second);
    if (status == ERRDIFF_OK)
        setup_ms += fmax(0, first.dither_ms - second.dither_ms);
    calibrator->model.start_us = llround(1e3 * setup_ms);
    return status == ERRDIFF_CANNOT_RUN ? ERRDIFF_OK : status;
}

static errdiff_status find_sizes(struct calibrator *calibrator, double setup_ms)
{
    static errdiff_status (*const steps[])(struct calibrator *) = {
        find_block, find_threads, find_handover, find_strip_and_group};
    enum { STEPS = sizeof steps / sizeof *steps };
    errdiff_status status = find_start(calibrator, setup_ms);
    for (int i = 0; i < STEPS && status == ERRDIFF_OK; i++) {
        status = steps[i](calibrator);
        calibrator->done = PART_FOR_SIZES / 100.0 * (i + 1) / STEPS;
    }
    return status;
}

/* ---- Costs --------------------------------------------------------------------------------- */

/* Fills *timing; timing->ms becomes −1 if the engine cannot run such a job. */
static errdiff_status take_timing(struct calibrator *calibrator,
                                  const struct errdiff_engine *engine, enum errdiff_work kind,
                                  struct shape gray_shape, int threads,
                                  struct errdiff_timing *timing)
{
    struct shape shape = shape_for(gray_shape, works[kind].channels);
    errdiff_kernel kernel;
    errdiff_kernel_parse(works[kind].kernel, &kernel, NULL);
    timing->iterations = shape.width + (double)errdiff_kernel_slope(&kernel) * shape.height;
    timing->samples = (double)shape.width * shape.height * works[kind].channels;
    return time_job(calibrator, engine, kind, gray_shape, threads, &timing->ms);
}

static errdiff_status measure_team(struct calibrator *calibrator,
                                   const struct errdiff_engine *engine, enum errdiff_work kind,
                                   struct errdiff_cost *cost)
{
    struct errdiff_timing timings[2];
    int threads = calibrator->model.machine.processors;
    for (int i = 0; i < 2; i++) {
        errdiff_status status =
            take_timing(calibrator, engine, kind, team_shapes[i], threads, &timings[i]);
        if (status != ERRDIFF_OK || timings[i].ms < 0)
            return status;
    }
    errdiff_cost_fit_team(cost, timings, threads);
    return ERRDIFF_OK;
}

static errdiff_status measure_engine(struct calibrator *calibrator,
                                     const struct errdiff_engine *engine, enum errdiff_work kind,
                                     struct errdiff_cost *cost)
{
    const struct shape *shapes = engine->is_on_gpu ? gpu_shapes : processor_shapes;
    int count = engine->is_on_gpu ? GPU_SHAPES : PROCESSOR_SHAPES;
    struct errdiff_timing timings[PROCESSOR_SHAPES];
    for (int i = 0; i < count; i++) {
        errdiff_status status = take_timing(calibrator, engine, kind, shapes[i],
                                            usual_threads(calibrator, engine), &timings[i]);
        if (status != ERRDIFF_OK || timings[i].ms < 0)
            return status;
    }
    *cost = errdiff_cost_fit(timings, count);
    bool has_team = engine->has_threads && calibrator->model.machine.processors > 1;
    return has_team ? measure_team(calibrator, engine, kind, cost) : ERRDIFF_OK;
}

static errdiff_status measure_engines(struct calibrator *calibrator, bool has_gpu)
{
    double begin = calibrator->done;
    int count = errdiff_engine_count() - 1;
    for (int i = 0; i < count; i++) {
        const struct errdiff_engine *engine = errdiff_engine_at(i);
        struct errdiff_engine_costs *costs =
            engine->is_on_gpu && !has_gpu
                ? NULL
                : errdiff_model_add(&calibrator->model, engine->info.name);
        for (int work = 0; work < ERRDIFF_WORK_COUNT && costs; work++) {
            double share = (i + work / (double)ERRDIFF_WORK_COUNT) / count;
            calibrator->done = begin + (1 - begin) * share;
            errdiff_status status =
                measure_engine(calibrator, engine, (enum errdiff_work)work, &costs->costs[work]);
            if (status != ERRDIFF_OK)
                return status;
        }
    }
    return ERRDIFF_OK;
}

/* ---- The whole ----------------------------------------------------------------------------- */

static void describe(const struct errdiff_model *model, errdiff_calibration *calibration)
{
    calibration->machine = model->machine;
    calibration->block_width = model->sizes.block_width;
    calibration->block_height = model->sizes.block_height;
    calibration->front_threads = model->sizes.threads;
    calibration->handover = model->sizes.handover;
    calibration->strip = model->sizes.strip;
    calibration->group = model->sizes.group;
}

static errdiff_status measure_machine(struct calibrator *calibrator,
                                      errdiff_calibration *calibration, errdiff_message *message)
{
    struct errdiff_model *model = &calibrator->model;
    errdiff_status status =
        errdiff_model_cache_prepare(calibration->path, sizeof calibration->path, message);
    if (status != ERRDIFF_OK)
        return status;
    bool was_up = errdiff_cuda_is_up();
    double begin = errdiff_now_ms();
    errdiff_machine_get(&model->machine, &calibration->no_gpu);
    double setup_ms = was_up ? 0 : errdiff_now_ms() - begin;
    bool has_gpu = model->machine.gpu[0] != '\0';
    if (!make_pictures(calibrator, has_gpu))
        return ERRDIFF_NO_MEMORY;
    if (has_gpu)
        status = find_sizes(calibrator, setup_ms);
    if (status == ERRDIFF_OK)
        status = measure_engines(calibrator, has_gpu);
    if (status == ERRDIFF_OK)
        status = errdiff_model_cache_write(model, calibration->path, message);
    describe(model, calibration);
    return status;
}

errdiff_status errdiff_calibrate(errdiff_progress progress, void *progress_user,
                                 errdiff_calibration *calibration, errdiff_message *message)
{
    errdiff_calibration unread;
    if (!calibration)
        calibration = &unread;
    if (message)
        message->text[0] = '\0';
    *calibration = (errdiff_calibration){.block_width = 0};
    struct calibrator *calibrator = calloc(1, sizeof *calibrator);
    errdiff_status status = ERRDIFF_NO_MEMORY;
    if (calibrator) {
        calibrator->progress = progress;
        calibrator->progress_user = progress_user;
        errdiff_palette_find("ega", &calibrator->palette, NULL);
        status = measure_machine(calibrator, calibration, message);
        free(calibrator->in);
        free(calibrator->out);
    }
    free(calibrator);
    if (status == ERRDIFF_NO_MEMORY)
        return errdiff_fail(message, status, "not enough memory to calibrate");
    if (status == ERRDIFF_CANCELLED)
        return errdiff_fail(message, status, "cancelled");
    return status;
}

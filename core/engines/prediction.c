/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predicts how long an engine takes for a job, from a calibration or from the built-in costs. */
#include "prediction.h"

#include "engines/cuda_module.h"
#include "model_cache.h"
#include "model_defaults.h"

#include <math.h>
#include <omp.h>
#include <pthread.h>
#include <string.h>

/* The number of samples for each thread: wavefront, the fastest engine with threads, starts no more
 * threads than have about this many samples each. */
static double samples_of_a_thread(enum errdiff_work work)
{
    switch (work) {
    case ERRDIFF_WORK_TWO_LEVELS:
    case ERRDIFF_WORK_COLOR_TWO_LEVELS:
    case ERRDIFF_WORK_FAR_TWO_LEVELS:
    case ERRDIFF_WORK_FAR_COLOR_TWO_LEVELS:
    case ERRDIFF_WORK_LEVELS:
        return 1 << 22;
    default:
        return 1 << 19;
    }
}

static pthread_once_t is_read = PTHREAD_ONCE_INIT, is_compared = PTHREAD_ONCE_INIT;
static struct errdiff_model defaults, measured;
static bool has_measured, has_measured_this_gpu;

static void read_models(void)
{
    errdiff_model_defaults(&defaults);
    has_measured = errdiff_model_cache_read(&measured);
}

static void compare_gpu(void)
{
    errdiff_machine machine = {.processors = 0};
    errdiff_cuda_describe(&machine);
    has_measured_this_gpu = has_measured && machine.gpu[0] != '\0' &&
                            strcmp(machine.gpu, measured.machine.gpu) == 0 &&
                            strcmp(machine.driver, measured.machine.driver) == 0;
}

/* Returns true if the calibration was made with this GPU. Before the GPU is set up it is not known
 * which one it is; then it is assumed to be that of the calibration. */
static bool is_gpu_measured(void)
{
    pthread_once(&is_read, read_models);
    if (!has_measured || measured.machine.gpu[0] == '\0')
        return false;
    if (!errdiff_cuda_is_up())
        return true;
    pthread_once(&is_compared, compare_gpu);
    return has_measured_this_gpu;
}

/* The kind of work of the same pictures and kernels with more levels. */
static enum errdiff_work with_more_levels(enum errdiff_work work)
{
    switch (work) {
    case ERRDIFF_WORK_COLOR_TWO_LEVELS:
        return ERRDIFF_WORK_LEVELS;
    case ERRDIFF_WORK_FAR_TWO_LEVELS:
    case ERRDIFF_WORK_FAR_COLOR_TWO_LEVELS:
        return ERRDIFF_WORK_FAR_LEVELS;
    default:
        return work;
    }
}

/* The built-in costs of GPU engines, which hardly depend on the number of levels, have no color or
 * far kernels with two of them. */
static struct errdiff_cost find(const struct errdiff_model *model, const char *name,
                                enum errdiff_work work)
{
    for (int i = 0; i < model->engine_count; i++) {
        const struct errdiff_cost *costs = model->engines[i].costs;
        if (strcmp(model->engines[i].name, name) == 0)
            return costs[work].is_known ? costs[work] : costs[with_more_levels(work)];
    }
    return (struct errdiff_cost){.is_known = false};
}

static double cost_ms(const struct errdiff_cost *cost, const struct errdiff_job *job)
{
    double width = job->in.width, height = job->in.height;
    double iterations = width + job->analysis.kernel.slope * height;
    double samples = width * height * job->rule.channels;
    double threads = fmin(job->run.threads.count,
                          fmax(1, floor(samples / samples_of_a_thread(errdiff_work_of(job)))));
    double speed = 1 + (threads - 1) * (double)cost->gain_ppm / 1e6;
    return (double)cost->base_ns / 1e6 + (double)cost->iteration_ps / 1e9 * iterations +
           (double)cost->sample_fs / 1e12 * samples / speed +
           (threads > 1 && threads >= omp_get_num_procs() ? (double)cost->team_ns / 1e6 : 0);
}

double errdiff_model_ms(const struct errdiff_engine *engine, const struct errdiff_job *job)
{
    pthread_once(&is_read, read_models);
    bool is_measured = engine->is_on_gpu ? is_gpu_measured() : has_measured;
    enum errdiff_work work = errdiff_work_of(job);
    struct errdiff_cost cost = {.is_known = false};
    if (is_measured)
        cost = find(&measured, engine->info.name, work);
    if (!cost.is_known)
        cost = find(&defaults, engine->info.name, work);
    if (!cost.is_known)
        return INFINITY;
    double start_ms = 0;
    if (engine->is_on_gpu && !errdiff_cuda_is_up())
        start_ms = (double)(is_measured ? measured : defaults).start_us / 1e3;
    return start_ms + cost_ms(&cost, job);
}

void errdiff_model_sizes(struct errdiff_sizes *sizes)
{
    *sizes = (struct errdiff_sizes){0};
    if (errdiff_cuda_is_up() && is_gpu_measured())
        *sizes = measured.sizes;
}

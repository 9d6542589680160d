/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model.h"

#include "engines/cuda_module.h"
#include "model_cache.h"

#include <math.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The fastest engine with several threads starts no more of them than have about so many samples
 * each. */
static double samples_of_a_thread(enum errdiff_work work)
{
    return work == ERRDIFF_WORK_TWO_LEVELS || work == ERRDIFF_WORK_LEVELS ? 1 << 22 : 1 << 19;
}

const char *const errdiff_work_names[ERRDIFF_WORK_COUNT] = {
    [ERRDIFF_WORK_TWO_LEVELS] = "two-levels",   [ERRDIFF_WORK_LEVELS] = "levels",
    [ERRDIFF_WORK_PALETTE] = "palette",         [ERRDIFF_WORK_FAR_LEVELS] = "far-levels",
    [ERRDIFF_WORK_FAR_PALETTE] = "far-palette", [ERRDIFF_WORK_OTHER] = "other",
};

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

/* Which GPU there is shows when it is set up; until then it is taken for the one that was measured. */
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

struct errdiff_engine_costs *errdiff_model_add(struct errdiff_model *model, const char *name)
{
    for (int i = 0; i < model->engine_count; i++)
        if (strcmp(model->engines[i].name, name) == 0)
            return &model->engines[i];
    if (model->engine_count == ERRDIFF_MODEL_ENGINES || strlen(name) >= ERRDIFF_MODEL_NAME)
        return NULL;
    struct errdiff_engine_costs *added = &model->engines[model->engine_count++];
    *added = (struct errdiff_engine_costs){.name = ""};
    strcpy(added->name, name);
    return added;
}

static struct errdiff_cost find(const struct errdiff_model *model, const char *name,
                                enum errdiff_work work)
{
    for (int i = 0; i < model->engine_count; i++)
        if (strcmp(model->engines[i].name, name) == 0)
            return model->engines[i].costs[work];
    return (struct errdiff_cost){.is_known = false};
}

enum errdiff_work errdiff_work_of(const struct errdiff_job *job)
{
    bool is_far = false;
    for (int i = 0; i < job->kernel.tap_count; i++)
        is_far |= abs(job->kernel.taps[i].dx) > 1 || job->kernel.taps[i].dy > 1;
    if (job->decision.search)
        return is_far ? ERRDIFF_WORK_FAR_PALETTE : ERRDIFF_WORK_PALETTE;
    if (!job->is_plain)
        return ERRDIFF_WORK_OTHER;
    if (is_far)
        return ERRDIFF_WORK_FAR_LEVELS;
    bool is_smallest =
        job->in.bits == 8 && job->channels == 1 && job->quantizers[0].level_count == 2;
    return is_smallest ? ERRDIFF_WORK_TWO_LEVELS : ERRDIFF_WORK_LEVELS;
}

static double cost_ms(const struct errdiff_cost *cost, const struct errdiff_job *job)
{
    double width = job->in.width, height = job->in.height;
    double fronts = width + errdiff_kernel_slope(&job->kernel) * height;
    double samples = width * height * job->channels;
    double threads = fmin(job->threads.count,
                          fmax(1, floor(samples / samples_of_a_thread(errdiff_work_of(job)))));
    double speed = 1 + (threads - 1) * (double)cost->gain_ppm / 1e6;
    return (double)cost->base_ns / 1e6 + (double)cost->front_ps / 1e9 * fronts +
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A substitute for errdiff-cuda.so that needs no GPU, so that what the core does with a module
 * can be tested anywhere. ERRDIFF_TEST_MODULE in the environment selects what it does:
 *
 *     other-version      built for another version of the core
 *     no-device          there is no GPU
 *     faulty             cuda-softsync, cuda-pwec and cuda-knight report progress and then fail
 *     good               cuda-softsync and cuda-pwec set every sample to 42 and call the progress
 *                        callback
 *     exact              cuda-pwec, handover and hybrid give the right result
 *     wrong              hybrid writes nothing
 */
#define _POSIX_C_SOURCE 200809L

#include "engines/cuda_module.h"
#include "rule/sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct errdiff_cuda_host *host;

static bool is(const char *kind)
{
    const char *wanted = getenv("ERRDIFF_TEST_MODULE");

    return wanted && strcmp(wanted, kind) == 0;
}

static bool find_device(errdiff_message *reason)
{
    if (is("no-device"))
        host->fail(reason, ERRDIFF_CANNOT_RUN, "there is no GPU in this test");
    return !is("no-device");
}

static void describe_device(errdiff_machine *machine)
{
    snprintf(machine->gpu, sizeof(machine->gpu), "GPU of a test");
    snprintf(machine->driver, sizeof(machine->driver), "1.2.3");
    machine->capability = 75;
}

static bool can_run(const struct errdiff_job *job, errdiff_message *reason)
{
    if (job->asked.serpentine)
        host->fail(reason, ERRDIFF_CANNOT_RUN, "no serpentine order in this test");
    return !job->asked.serpentine;
}

static errdiff_status run(struct errdiff_job *job, errdiff_report *report)
{
    if (host->progress_poll(&job->run.progress, 0.9))
        return ERRDIFF_CANCELLED;
    if (is("faulty"))
        return host->fail(&report->message, ERRDIFF_CANNOT_RUN, "the GPU fell off in this test");
    for (int y = 0; y < job->out.height; y++)
        for (int i = 0; i < job->out.width * job->out.channels; i++)
            errdiff_store(errdiff_row(&job->out, y, 0), job->out.bits, i, 42);
    report->kernel_ms = 1.5;
    return ERRDIFF_OK;
}

static errdiff_status run_exactly(struct errdiff_job *job, errdiff_report *report)
{
    int channels = job->rule.channels;
    ptrdiff_t pitch = (ptrdiff_t)(job->in.width + 2 * ERRDIFF_MAX_REACH) * channels;
    size_t rows = (size_t)job->in.height + ERRDIFF_MAX_REACH;
    int32_t *errors = calloc(rows * (size_t)pitch, sizeof(*errors));

    if (!errors)
        return ERRDIFF_NO_MEMORY;
    for (int y = 0; y < job->in.height; y++) {
        struct errdiff_span span = {.y = y, .end = job->in.width, .end_channel = channels};
        for (int dy = 0; dy <= ERRDIFF_MAX_REACH; dy++)
            span.errors[dy] =
                errors + (y + ERRDIFF_MAX_REACH - dy) * pitch + ERRDIFF_MAX_REACH * channels;
        job->run.clamped += host->span_dither(job, &span);
    }
    free(errors);
    report->kernel_ms = 0.001;
    return ERRDIFF_OK;
}

static errdiff_status run_nothing(struct errdiff_job *job, errdiff_report *report)
{
    (void)job;
    (void)report;
    return ERRDIFF_OK;
}

static const struct errdiff_cuda_schedule usual = {can_run, run};
static const struct errdiff_cuda_schedule serpentine = {NULL, run};
static const struct errdiff_cuda_schedule exact = {can_run, run_exactly};
static const struct errdiff_cuda_schedule wrong = {can_run, run_nothing};
static const struct errdiff_cuda_engine engines[] = {
    {"cuda-softsync", &usual}, {"cuda-pwec", &usual}, {"cuda-knight", &serpentine}};
static const struct errdiff_cuda_engine exact_engines[] = {
    {"cuda-pwec", &exact}, {"handover", &exact}, {"hybrid", &exact}};
static const struct errdiff_cuda_engine wrong_engines[] = {{"hybrid", &wrong}};

__attribute__((visibility("default"))) const struct errdiff_cuda_module *
errdiff_cuda_open(const struct errdiff_cuda_host *from)
{
    static struct errdiff_cuda_module module = {.version = ERRDIFF_CUDA_VERSION,
                                                .find_device = find_device,
                                                .describe_device = describe_device,
                                                .pinned_allocate = malloc,
                                                .pinned_free = free,
                                                .engines = engines,
                                                .engine_count = 3};

    host = from;
    module.version.abi += is("other-version");
    if (is("exact"))
        module.engines = exact_engines;
    if (is("wrong")) {
        module.engines = wrong_engines;
        module.engine_count = 1;
    }
    return &module;
}

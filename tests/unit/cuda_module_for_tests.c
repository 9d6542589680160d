/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A substitute for errdiff-cuda.so that needs no GPU, so that what the core does with a module
 * can be tested anywhere. ERRDIFF_TEST_MODULE in the environment selects what it does:
 *
 *     other-version      built for another version of the core
 *     no-device          there is no GPU
 *     faulty             cuda-pwec and cuda-knight report progress and then fail
 *     good               cuda-pwec sets every sample to 42 and calls the progress callback
 *     exact              cuda-pwec, handover and hybrid give the right result
 *     picky              cuda-bwec, cuda-pwec, handover and hybrid write nothing; each is slow
 *                        unless its size is 64x128, 64 threads, 512, and a strip of 256 in groups
 *                        of 8
 */
#define _POSIX_C_SOURCE 200809L

#include "engines/cuda_module.h"
#include "rule/sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
    snprintf(machine->driver, sizeof(machine->driver), "%s",
             getenv("ERRDIFF_TEST_DRIVER") ? getenv("ERRDIFF_TEST_DRIVER") : "1.2.3");
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

static errdiff_status dawdle(bool is_best)
{
    nanosleep(&(struct timespec){.tv_nsec = is_best ? 1000000 : 20000000}, NULL);
    return ERRDIFF_OK;
}

static errdiff_status run_bwec(struct errdiff_job *job, errdiff_report *report)
{
    (void)report;
    return dawdle(job->run.sizes.block_width == 64 && job->run.sizes.block_height == 128);
}

static errdiff_status run_pwec(struct errdiff_job *job, errdiff_report *report)
{
    (void)report;
    return dawdle(job->run.sizes.threads == 64);
}

static errdiff_status run_handover(struct errdiff_job *job, errdiff_report *report)
{
    return is("exact") ? run_exactly(job, report) : dawdle(job->run.sizes.handover == 512);
}

static errdiff_status run_hybrid(struct errdiff_job *job, errdiff_report *report)
{
    int group = job->run.sizes.group;
    bool is_best = job->run.sizes.strip == 256 && (group == 8 || group == 16);

    if (is("exact"))
        return run_exactly(job, report);
    dawdle(is_best);
    return dawdle(is_best && group == 8);
}

static const struct errdiff_cuda_schedule usual = {can_run, run};
static const struct errdiff_cuda_schedule serpentine = {NULL, run};
static const struct errdiff_cuda_schedule exact = {can_run, run_exactly};
static const struct errdiff_cuda_schedule bwec = {can_run, run_bwec};
static const struct errdiff_cuda_schedule pwec = {can_run, run_pwec};
static const struct errdiff_cuda_schedule handover = {can_run, run_handover};
static const struct errdiff_cuda_schedule hybrid = {can_run, run_hybrid};
static const struct errdiff_cuda_engine engines[] = {{"cuda-pwec", &usual},
                                                     {"cuda-knight", &serpentine}};
static const struct errdiff_cuda_engine exact_engines[] = {
    {"cuda-pwec", &exact}, {"handover", &handover}, {"hybrid", &hybrid}};
static const struct errdiff_cuda_engine picky_engines[] = {
    {"cuda-bwec", &bwec}, {"cuda-pwec", &pwec}, {"handover", &handover}, {"hybrid", &hybrid}};

__attribute__((visibility("default"))) const struct errdiff_cuda_module *
errdiff_cuda_open(const struct errdiff_cuda_host *from)
{
    static struct errdiff_cuda_module module = {.version = ERRDIFF_CUDA_VERSION,
                                                .find_device = find_device,
                                                .describe_device = describe_device,
                                                .pinned_allocate = malloc,
                                                .pinned_free = free,
                                                .engines = engines,
                                                .engine_count = 2};

    host = from;
    module.version.abi += is("other-version");
    if (is("exact") || is("picky")) {
        module.engines = is("exact") ? exact_engines : picky_engines;
        module.engine_count = is("exact") ? 3 : 4;
    }
    return &module;
}

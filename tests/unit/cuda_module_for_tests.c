/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A module in the place of errdiff-cuda.so that has no GPU: what core does with a module can be
 * tested anywhere. ERRDIFF_TEST_MODULE in the environment says how it is to be:
 *
 *     other-version      made for another core
 *     no-device          without a GPU
 *     faulty             cuda-pwec and cuda-knight fail on the way, having told of progress
 *     good               cuda-pwec sets every sample to 42 and asks whether to go on
 */
#include "cuda_module.h"
#include "sample.h"

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

static bool can_run(const struct errdiff_job *job, errdiff_message *reason)
{
    if (job->serpentine)
        host->fail(reason, ERRDIFF_CANNOT_RUN, "no serpentine order in this test");
    return !job->serpentine;
}

static errdiff_status run(struct errdiff_job *job, errdiff_report *report)
{
    if (host->progress_poll(&job->progress, 0.9))
        return ERRDIFF_CANCELLED;
    if (is("faulty"))
        return host->fail(&report->message, ERRDIFF_CANNOT_RUN, "the GPU fell off in this test");
    for (int y = 0; y < job->out.height; y++)
        for (int i = 0; i < job->out.width * job->out.channels; i++)
            errdiff_store(errdiff_row(&job->out, y, 0), job->out.bits, i, 42);
    report->kernel_ms = 1.5;
    return ERRDIFF_OK;
}

static const struct errdiff_cuda_schedule pwec = {"cuda-pwec", can_run, run};
static const struct errdiff_cuda_schedule knight = {"cuda-knight", NULL, run};
static const struct errdiff_cuda_schedule *const schedules[] = {&pwec, &knight, NULL};

__attribute__((visibility("default"))) const struct errdiff_cuda_module *
errdiff_cuda_open(const struct errdiff_cuda_host *from)
{
    static struct errdiff_cuda_module module = {.version = ERRDIFF_CUDA_VERSION,
                                                .find_device = find_device,
                                                .pinned_allocate = malloc,
                                                .pinned_free = free,
                                                .schedules = schedules};

    host = from;
    module.version.abi += is("other-version");
    return &module;
}

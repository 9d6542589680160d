/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A substitute for errdiff-cuda.so that needs no GPU, for the refinement of holograms. It rounds
 * pixels without error diffusion. It refuses to refine if ERRDIFF_TEST_REFINEMENT in the
 * environment is "refused"; otherwise its refined light is j everywhere.
 */
#define _POSIX_C_SOURCE 200809L

#include "hologram/hologram_cuda.h"

#include "engines/cuda_module.h"

#include <stdlib.h>
#include <string.h>

static const struct errdiff_cuda_host *host;

static bool find_device(errdiff_message *reason)
{
    (void)reason;
    return true;
}

static errdiff_status quantize(const struct errdiff_hologram_job *job,
                               struct errdiff_threads threads, uint16_t *levels,
                               errdiff_hologram_report *report)
{
    size_t pixels = (size_t)job->hologram.width * (size_t)job->hologram.height;
    errdiff_complex none = {0, 0}, error;
    (void)threads;
    (void)report;
    for (size_t i = 0; i < pixels; i++)
        levels[i] = (uint16_t)errdiff_hologram_choose(&job->quantizer, job->hologram.values[i],
                                                      none, &error);
    return ERRDIFF_OK;
}

static errdiff_status refine(const struct errdiff_hologram_refinement *refinement,
                             errdiff_field *refined, errdiff_message *reason)
{
    const char *wanted = getenv("ERRDIFF_TEST_REFINEMENT");
    for (size_t i = 0; i < (size_t)refined->width * (size_t)refined->height; i++)
        refined->values[i] = (errdiff_complex){0, 1};
    if (host->progress_poll(refinement->progress, 0.5))
        return ERRDIFF_CANCELLED;
    if (wanted && strcmp(wanted, "refused") == 0)
        return host->fail(reason, ERRDIFF_CANNOT_RUN, "no cuFFT in this test");
    return ERRDIFF_OK;
}

__attribute__((visibility("default"))) const struct errdiff_cuda_module *
errdiff_cuda_open(const struct errdiff_cuda_host *from)
{
    static const struct errdiff_cuda_holograms holograms = {
        .job_size = sizeof(struct errdiff_hologram_job),
        .refinement_size = sizeof(struct errdiff_hologram_refinement),
        .report_size = sizeof(errdiff_hologram_report),
        .quantize = quantize,
        .refine = refine};
    static const struct errdiff_cuda_module module = {
        .version = ERRDIFF_CUDA_VERSION, .find_device = find_device, .holograms = &holograms};
    host = from;
    return &module;
}

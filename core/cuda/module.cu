/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of the module's engines, and the one symbol that the library looks up. */
#include "base/translate.h"
#include "device.h"
#include "hologram/cuda/hologram.h"
#include "pinned.h"
#include "refine_on_gpu.h"
#include "schedules.h"
#include "session.h"

const struct errdiff_cuda_host *errdiff_host;

bool errdiff_runs_rows_side_by_side(const struct errdiff_job *job, errdiff_message *reason)
{
    if (job->asked.serpentine)
        errdiff_host->fail(reason, ERRDIFF_CANNOT_RUN,
                           N_("in serpentine order each row begins where the row above it ends, so "
                              "rows cannot be processed in parallel"));
    return !job->asked.serpentine;
}

#define NAMED_SCHEDULE(symbol, name, title, description) {name, &errdiff_##symbol##_schedule},
static const struct errdiff_cuda_engine engines[] = {
    ERRDIFF_ENGINES(ERRDIFF_SKIP_CPU_ENGINE, NAMED_SCHEDULE)};

static const struct errdiff_cuda_holograms holograms = {
    sizeof(struct errdiff_hologram_job), sizeof(struct errdiff_hologram_refinement),
    sizeof(errdiff_hologram_report), errdiff_hologram_on_gpu, errdiff_hologram_refine_on_gpu};

static const struct errdiff_cuda_module module = {
    ERRDIFF_CUDA_VERSION,
    errdiff_device_find,
    errdiff_device_describe,
    errdiff_pinned_allocate,
    errdiff_pinned_free,
    engines,
    sizeof engines / sizeof *engines,
    &holograms,
    errdiff_refine_on_gpu,
    sizeof(struct errdiff_refine_tables),
};

extern "C" __attribute__((visibility("default"))) const struct errdiff_cuda_module *
errdiff_cuda_open(const struct errdiff_cuda_host *host)
{
    errdiff_host = host;
    return &module;
}

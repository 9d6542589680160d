/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of the module's schedules, and the one symbol that the library looks up. */
#include "device.h"
#include "hologram.h"
#include "schedules.h"
#include "session.h"
#include "staging.h"

const struct errdiff_cuda_host *errdiff_host;

static const struct errdiff_cuda_schedule *const schedules[] = {
    &errdiff_cuda_bwec_schedule, &errdiff_cuda_bwed_schedule,     &errdiff_cuda_knight_schedule,
    &errdiff_cuda_pwec_schedule, &errdiff_cuda_pwed_schedule,     &errdiff_handover_schedule,
    &errdiff_hybrid_schedule,    &errdiff_cuda_softsync_schedule, NULL,
};

static const struct errdiff_cuda_holograms holograms = {
    sizeof(struct errdiff_hologram_job), sizeof(errdiff_hologram_report), errdiff_hologram_on_gpu};

static const struct errdiff_cuda_module module = {
    ERRDIFF_CUDA_VERSION,
    errdiff_device_find,
    errdiff_device_describe,
    errdiff_pinned_allocate,
    errdiff_pinned_free,
    schedules,
    &holograms,
};

extern "C" __attribute__((visibility("default"))) const struct errdiff_cuda_module *
errdiff_cuda_open(const struct errdiff_cuda_host *host)
{
    errdiff_host = host;
    return &module;
}

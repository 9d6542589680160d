/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The GPU engine for holograms, which is in the GPU module (engines/cuda_module.h). */
#ifndef ERRDIFF_HOLOGRAM_CUDA_H
#define ERRDIFF_HOLOGRAM_CUDA_H

#include "base/team.h"
#include "hologram_job.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The module's interface for holograms. */
struct errdiff_cuda_holograms {
    size_t job_size, report_size; /* of the structs below, as the module was compiled */

    /* Like errdiff_hologram_serial; it also sets report->kernel_ms. Up to `threads` threads copy to
     * the device and back. Returns ERRDIFF_CANNOT_RUN if the device fails. */
    errdiff_status (*quantize)(const struct errdiff_hologram_job *job,
                               struct errdiff_threads threads, uint16_t *levels,
                               errdiff_hologram_report *report);
};

/* Like errdiff_hologram_serial, on a GPU. Returns ERRDIFF_CANNOT_RUN, with the reason in the
 * report, if there is no usable GPU or if it fails. */
errdiff_status errdiff_hologram_cuda(const struct errdiff_hologram_job *job, uint16_t *levels,
                                     errdiff_hologram_report *report);

#ifdef __cplusplus
}
#endif

#endif

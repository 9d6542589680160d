/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The schedule for holograms in the GPU module (engines/cuda_module.h). */
#ifndef ERRDIFF_HOLOGRAM_CUDA_H
#define ERRDIFF_HOLOGRAM_CUDA_H

#include "base/team.h"
#include "hologram_job.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the module hands to core for holograms. */
struct errdiff_cuda_holograms {
    size_t job_size, report_size; /* of the structures below, as the module was built with them */

    /* As errdiff_hologram_serial, and sets report->kernel_ms; ERRDIFF_CANNOT_RUN where the device
     * fails. `threads` copy to the device and from it. */
    errdiff_status (*quantise)(const struct errdiff_hologram_job *job,
                               struct errdiff_threads threads, uint16_t *levels,
                               errdiff_hologram_report *report);
};

/* As errdiff_hologram_serial, on a GPU; ERRDIFF_CANNOT_RUN, with the reason in the report, where there
 * is no GPU that can be used, or it fails. */
errdiff_status errdiff_hologram_cuda(const struct errdiff_hologram_job *job, uint16_t *levels,
                                     errdiff_hologram_report *report);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The GPU engine for holograms, which is in the GPU module (engines/cuda_module.h). */
#ifndef ERRDIFF_HOLOGRAM_CUDA_H
#define ERRDIFF_HOLOGRAM_CUDA_H

#include "base/team.h"
#include "hologram_job.h"
#include "transfer.h"
#include "window.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All passes of a refinement (refine.h), for the GPU. */
struct errdiff_hologram_refinement {
    const errdiff_field *shown, *hologram; /* of one size */
    float scale;
    int passes;
    struct errdiff_plane_transfer transfer; /* from the hologram to the window */
    int left, top;                          /* where the hologram is in the plane */
    struct errdiff_rectangle window;        /* in the plane */
    struct errdiff_threads threads;         /* for copying */
    struct errdiff_progress_state *progress;
};

/* The module's interface for holograms. */
struct errdiff_cuda_holograms {
    /* The sizes of the structs that are passed, as the module was compiled. */
    size_t job_size, refinement_size, report_size;

    /* Like errdiff_hologram_serial; it also sets report->kernel_ms. Up to `threads` threads copy to
     * the device and back. Returns ERRDIFF_CANNOT_RUN if the device fails. */
    errdiff_status (*quantize)(const struct errdiff_hologram_job *job,
                               struct errdiff_threads threads, uint16_t *levels,
                               errdiff_hologram_report *report);

    /* Refines refinement->shown; the result is `refined`, of the same size. Returns
     * ERRDIFF_CANNOT_RUN, with the reason in *reason, if cuFFT is missing or the device fails;
     * `refined` is then undefined. */
    errdiff_status (*refine)(const struct errdiff_hologram_refinement *refinement,
                             errdiff_field *refined, errdiff_message *reason);
};

/* Like errdiff_hologram_serial, on a GPU. Returns ERRDIFF_CANNOT_RUN, with the reason in the
 * report, if there is no usable GPU or if it fails. */
errdiff_status errdiff_hologram_cuda(const struct errdiff_hologram_job *job, uint16_t *levels,
                                     errdiff_hologram_report *report);

/* Calls the module's `refine`. Returns ERRDIFF_CANNOT_RUN also if there is no usable GPU. */
errdiff_status errdiff_hologram_cuda_refine(const struct errdiff_hologram_refinement *refinement,
                                            errdiff_field *refined, errdiff_message *reason);

#ifdef __cplusplus
}
#endif

#endif

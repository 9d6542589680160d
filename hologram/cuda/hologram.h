/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_HOLOGRAM_ON_GPU_H
#define ERRDIFF_HOLOGRAM_ON_GPU_H

#include "hologram/hologram_cuda.h"

/* Implements errdiff_cuda_holograms.quantize. */
errdiff_status errdiff_hologram_on_gpu(const struct errdiff_hologram_job *job,
                                       struct errdiff_threads threads, uint16_t *levels,
                                       errdiff_hologram_report *report);

/* Implements errdiff_cuda_holograms.refine. */
errdiff_status errdiff_hologram_refine_on_gpu(const struct errdiff_hologram_refinement *refinement,
                                              errdiff_field *refined, errdiff_message *reason);

#endif

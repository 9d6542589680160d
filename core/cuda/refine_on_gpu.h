/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search after the dithering on the GPU. */
#ifndef ERRDIFF_REFINE_ON_GPU_H
#define ERRDIFF_REFINE_ON_GPU_H

#include "engines/job.h"
#include "refine/refine_rule.h"

/* Implements errdiff_cuda_module.refine. */
errdiff_status errdiff_refine_on_gpu(struct errdiff_job *job,
                                     const struct errdiff_refine_tables *tables,
                                     const uint8_t *stays, errdiff_message *message);

#endif

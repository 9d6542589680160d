/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The GPU: whether there is a usable one, and what is done when it fails. */
#ifndef ERRDIFF_DEVICE_H
#define ERRDIFF_DEVICE_H

#include "errdiff.h"

#include <cuda_runtime.h>

/* Implements errdiff_cuda_module.find_device. The first call creates the device's context, which
 * takes a moment, and keeps it. */
bool errdiff_device_find(errdiff_message *reason);

/* Implements errdiff_cuda_module.describe_device. */
void errdiff_device_describe(errdiff_machine *machine);

/* Explains in one sentence why `error` stops a job. If no later CUDA call can recover from the
 * error, it is remembered, and errdiff_device_find fails from then on. */
void errdiff_device_explain(cudaError_t error, const char *doing, errdiff_message *reason);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The GPU: whether there is one that can be used, and what may happen to it. */
#ifndef ERRDIFF_DEVICE_H
#define ERRDIFF_DEVICE_H

#include "errdiff.h"

#include <cuda_runtime.h>

/* As errdiff_cuda_module.find_device. The device's context is made at the first call, which takes a
 * moment, and kept. */
bool errdiff_device_find(errdiff_message *reason);

/* As errdiff_cuda_module.describe_device. */
void errdiff_device_describe(errdiff_machine *machine);

/* Says in one sentence why `error` keeps a job from the device. An error that no call after it can
 * recover from is remembered, and the device is not found any more. */
void errdiff_device_explain(cudaError_t error, const char *doing, errdiff_message *reason);

#endif

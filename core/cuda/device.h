/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The GPUs (gpus.h) as the CUDA runtime shows them, and what is said when one fails. */
#ifndef ERRDIFF_DEVICE_H
#define ERRDIFF_DEVICE_H

#include "gpus.h"

#include <cuda_runtime.h>

/* Parts of a job, for the messages about failures. */
enum errdiff_device_work {
    ERRDIFF_SETUP,
    ERRDIFF_ALLOCATION,
    ERRDIFF_UPLOAD,
    ERRDIFF_LAUNCH,
    ERRDIFF_RUN,
    ERRDIFF_DOWNLOAD
};

/* Implements errdiff_cuda_module.find_device. The first call sets up a GPU, which takes a moment,
 * and keeps it. */
bool errdiff_device_find(errdiff_message *reason);

/* Implements errdiff_cuda_module.describe_device. */
void errdiff_device_describe(errdiff_machine *machine);

/* The GPUs of the first one's model, once errdiff_device_find has succeeded. */
extern struct errdiff_gpus errdiff_gpus;

/* Appends to *message why GPUs are left out. */
void errdiff_device_tell_left_out(errdiff_message *message);

/* Allows launches of a CUDA kernel with that much dynamic shared memory. A plain
 * cudaFuncSetAttribute would take away what another job, at the same time, has allowed for itself:
 * it is a property of the CUDA kernel, not of a launch. */
cudaError_t errdiff_device_allow_shared_memory(const void *kernel, size_t size);

/* The memory of one of those GPUs, in bytes. */
size_t errdiff_device_memory(void);

/* Explains in one sentence why `error` on a device stops a job. If no later CUDA call can recover
 * from the error, the device is left out or, if there is no other one, errdiff_device_find fails
 * from then on. */
void errdiff_device_explain(cudaError_t error, enum errdiff_device_work work, int number,
                            errdiff_message *reason);

#endif

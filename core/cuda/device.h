/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The GPUs: whether there is a usable one, which of them a job takes, and what is done when one
 * fails. */
#ifndef ERRDIFF_DEVICE_H
#define ERRDIFF_DEVICE_H

#include "errdiff.h"

#include <cuda_runtime.h>

/* Implements errdiff_cuda_module.find_device. The first call creates the device's context, which
 * takes a moment, and keeps it. */
bool errdiff_device_find(errdiff_message *reason);

/* Implements errdiff_cuda_module.describe_device. */
void errdiff_device_describe(errdiff_machine *machine);

/* Returns the number of the CUDA device that has the fewest jobs, and counts one more. All jobs run
 * on GPUs of one model. errdiff_device_find must have succeeded before. */
int errdiff_device_take(void);

/* Counts one job less. */
void errdiff_device_leave(int number);

/* The jobs that run on that device now. */
int errdiff_device_jobs(int number);

/* Gives no more jobs to that device, because it failed. Returns false if it is the first one, whose
 * failure is that of the job. */
bool errdiff_device_drop(int number);

/* Allows launches of a CUDA kernel with that much dynamic shared memory. A plain
 * cudaFuncSetAttribute would take away what another job, at the same time, has allowed for itself:
 * it is a property of the CUDA kernel, not of a launch. */
cudaError_t errdiff_device_allow_shared_memory(const void *kernel, size_t size);

/* The memory of one of those GPUs, in bytes. */
size_t errdiff_device_memory(void);

/* Explains in one sentence why `error` stops a job. If no later CUDA call can recover from the
 * error, it is remembered, and errdiff_device_find fails from then on. */
void errdiff_device_explain(cudaError_t error, const char *doing, errdiff_message *reason);

#endif

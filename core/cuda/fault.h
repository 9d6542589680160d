/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Simulated faults. In builds with tests the environment variable ERRDIFF_CUDA_FAULT chooses one:
 *
 *     no-driver, old-driver, no-gpu, busy      when a device is looked for
 *     no-cufft                                 when cuFFT is looked for
 *     memory                                   when memory for the image is allocated
 *     timeout, lost                            while kernels run
 *     lost-late                                while the result is copied
 */
#ifndef ERRDIFF_FAULT_H
#define ERRDIFF_FAULT_H

#include <cuda_runtime.h>

#if defined(ERRDIFF_FAULTS)
#include <stdlib.h>
#include <string.h>

static inline bool errdiff_fault_is(const char *name)
{
    const char *wanted = getenv("ERRDIFF_CUDA_FAULT");
    return wanted && strcmp(wanted, name) == 0;
}
#else
static inline bool errdiff_fault_is(const char *)
{
    return false;
}
#endif

/* Returns `error` if the fault `name` is chosen, and `result` otherwise. */
static inline cudaError_t errdiff_fault(const char *name, cudaError_t error, cudaError_t result)
{
    return errdiff_fault_is(name) ? error : result;
}

#endif

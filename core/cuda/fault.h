/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Faults that tests ask for. In builds for tests ERRDIFF_CUDA_FAULT in the environment names one:
 *
 *     no-driver, old-driver, no-gpu, busy      when the device is looked for
 *     memory                                   no memory for the picture
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

/* `error` in place of `result` where the fault of that name is wanted. */
static inline cudaError_t errdiff_fault(const char *name, cudaError_t error, cudaError_t result)
{
    return errdiff_fault_is(name) ? error : result;
}

#endif

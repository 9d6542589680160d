/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pinned memory: host memory that the device can access directly, while everything else goes on.
 * Pinning memory takes longer than copying it, so some is kept from job to job.
 */
#ifndef ERRDIFF_STAGING_H
#define ERRDIFF_STAGING_H

#include <cuda_runtime.h>
#include <stddef.h>

struct errdiff_staging {
    void *memory;
    size_t size;
};

/* Takes an uninitialised buffer of `size` bytes, which must be given back in any case. */
cudaError_t errdiff_staging_take(struct errdiff_staging *staging, size_t size);
void errdiff_staging_give_back(struct errdiff_staging *staging);

/* Implement errdiff_cuda_module.pinned_allocate and pinned_free. */
void *errdiff_pinned_allocate(size_t size);
void errdiff_pinned_free(void *memory);

/* Whether the bytes from *first to *last are pinned memory. */
bool errdiff_is_pinned(const void *first, const void *last);

#endif

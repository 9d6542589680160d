/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pinned memory: memory of the host that the device reads and writes by itself, beside all else. To
 * pin memory takes longer than to copy it, so some of it is kept from job to job.
 */
#ifndef ERRDIFF_STAGING_H
#define ERRDIFF_STAGING_H

#include <cuda_runtime.h>
#include <stddef.h>

struct errdiff_staging {
    void *memory;
    size_t size;
};

/* Takes `size` bytes, to be given back in any case. They hold anything. */
cudaError_t errdiff_staging_take(struct errdiff_staging *staging, size_t size);
void errdiff_staging_give_back(struct errdiff_staging *staging);

/* As errdiff_cuda_module.pinned_allocate and pinned_free. */
void *errdiff_pinned_allocate(size_t size);
void errdiff_pinned_free(void *memory);

/* Whether the bytes from *first to *last are pinned. */
bool errdiff_is_pinned(const void *first, const void *last);

#endif

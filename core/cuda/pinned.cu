/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Allocates, frees and recognizes pinned host memory. */
#include "pinned.h"

void *errdiff_pinned_allocate(size_t size)
{
    void *memory;
    if (cudaHostAlloc(&memory, size, cudaHostAllocPortable) == cudaSuccess)
        return memory;
    (void)cudaGetLastError();
    return NULL;
}

void errdiff_pinned_free(void *memory)
{
    (void)cudaFreeHost(memory);
}

static bool is_pinned_at(const void *place)
{
    cudaPointerAttributes attributes;
    bool is_known = cudaPointerGetAttributes(&attributes, place) == cudaSuccess;
    if (!is_known)
        (void)cudaGetLastError();
    return is_known && attributes.type == cudaMemoryTypeHost;
}

bool errdiff_is_pinned(const void *first, const void *last)
{
    return is_pinned_at(first) && is_pinned_at(last);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "staging.h"

#include <pthread.h>

static const size_t KEPT_BYTES = (size_t)96 << 20;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct errdiff_staging kept; /* the largest buffer that was given back */

cudaError_t errdiff_staging_take(struct errdiff_staging *staging, size_t size)
{
    pthread_mutex_lock(&lock);
    *staging = kept.size >= size ? kept : errdiff_staging{};
    if (staging->memory)
        kept = errdiff_staging{};
    pthread_mutex_unlock(&lock);
    if (staging->memory)
        return cudaSuccess;
    cudaError_t error = cudaHostAlloc(&staging->memory, size, cudaHostAllocPortable);
    staging->size = error == cudaSuccess ? size : 0;
    if (error != cudaSuccess)
        staging->memory = NULL;
    return error;
}

void errdiff_staging_give_back(struct errdiff_staging *staging)
{
    struct errdiff_staging unwanted = *staging;
    pthread_mutex_lock(&lock);
    if (staging->size <= KEPT_BYTES && staging->size > kept.size) {
        unwanted = kept;
        kept = *staging;
    }
    pthread_mutex_unlock(&lock);
    *staging = errdiff_staging{};
    if (unwanted.memory)
        (void)cudaFreeHost(unwanted.memory);
}

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

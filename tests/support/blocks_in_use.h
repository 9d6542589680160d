/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts the blocks that the library has allocated and not yet freed. A test that includes this is
 * linked with counted_calls (see meson.build), which redirects the library's calls of the allocator
 * to these functions. */
#ifndef TESTS_BLOCKS_IN_USE_H
#define TESTS_BLOCKS_IN_USE_H

#include <stdatomic.h>
#include <stddef.h>

void *__real_aligned_alloc(size_t alignment, size_t size);
void *__real_calloc(size_t count, size_t size);
void __real_free(void *memory);
void *__real_malloc(size_t size);
void *__real_realloc(void *memory, size_t size);

void *__wrap_aligned_alloc(size_t alignment, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void __wrap_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_realloc(void *memory, size_t size);

static atomic_int blocks_in_use;

static void *counted(void *memory)
{
    blocks_in_use += memory != NULL;
    return memory;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return counted(__real_aligned_alloc(alignment, size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return counted(__real_calloc(count, size));
}

void *__wrap_malloc(size_t size)
{
    return counted(__real_malloc(size));
}

void *__wrap_realloc(void *memory, size_t size)
{
    return memory ? __real_realloc(memory, size) : counted(__real_realloc(NULL, size));
}

void __wrap_free(void *memory)
{
    blocks_in_use -= memory != NULL;
    __real_free(memory);
}

#endif

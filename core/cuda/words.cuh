/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Words in device memory by which bands hand errors to the bands below, in all forms of cuda-softsync. A
 * word says itself whether it is there, and nothing else is told by it: so these are relaxed, and
 * never kept in a register.
 */
#ifndef ERRDIFF_WORDS_CUH
#define ERRDIFF_WORDS_CUH

#include <stdint.h>

#include <cuda_runtime.h>

__device__ __forceinline__ uint64_t errdiff_word_get(const uint64_t *word)
{
    uint64_t value;
    asm volatile("ld.relaxed.gpu.global.b64 %0, [%1];" : "=l"(value) : "l"(word));
    return value;
}

__device__ __forceinline__ void errdiff_word_put(uint64_t *word, uint64_t value)
{
    asm volatile("st.relaxed.gpu.global.b64 [%0], %1;" ::"l"(word), "l"(value) : "memory");
}

/* The low half is x. */
__device__ __forceinline__ uint2 errdiff_word_halves(uint64_t word)
{
    return make_uint2((uint32_t)word, (uint32_t)(word >> 32));
}

__device__ __forceinline__ uint64_t errdiff_word_of(uint2 halves)
{
    return (uint64_t)halves.y << 32 | halves.x;
}

#endif

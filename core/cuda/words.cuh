/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The words in global memory through which bands pass errors to the bands below, in all variants of
 * cuda-softsync. A word shows by itself whether it has been written, and nothing but the word is
 * passed on, so relaxed accesses are enough (SOFTSYNC.md). They are volatile, so that the compiler
 * never keeps a word in a register.
 */
#ifndef ERRDIFF_WORDS_CUH
#define ERRDIFF_WORDS_CUH

#include <stdint.h>

#include <cuda_runtime.h>

__device__ __forceinline__ uint64_t errdiff_word_load(const uint64_t *word)
{
    uint64_t value;
    asm volatile("ld.relaxed.gpu.global.b64 %0, [%1];" : "=l"(value) : "l"(word));
    return value;
}

__device__ __forceinline__ void errdiff_word_store(uint64_t *word, uint64_t value)
{
    asm volatile("st.relaxed.gpu.global.b64 [%0], %1;" ::"l"(word), "l"(value) : "memory");
}

/* x is the low half. */
__device__ __forceinline__ uint2 errdiff_word_halves(uint64_t word)
{
    return make_uint2((uint32_t)word, (uint32_t)(word >> 32));
}

__device__ __forceinline__ uint64_t errdiff_word_join(uint2 halves)
{
    return (uint64_t)halves.y << 32 | halves.x;
}

#endif

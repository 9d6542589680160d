/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fftw_memory.h"

#include <stdlib.h>

/* Plans and transforms took at most 3 MiB, measured with lines of 40 to 262144 values and planes of
 * 40² to 16384². */
enum { RESERVE_BYTES = 4 << 20, RESERVE_BYTES_OF_A_VALUE = 64, ALIGNMENT = 64 };

static _Thread_local void *reserve;

bool errdiff_fftw_memory_reserve(int length)
{
    reserve = malloc(RESERVE_BYTES + RESERVE_BYTES_OF_A_VALUE * (size_t)length);
    return reserve != NULL;
}

void errdiff_fftw_memory_release(void)
{
    free(reserve);
    reserve = NULL;
}

/*
 * FFTW has no official way to be given memory. But it allocates all memory through these two
 * functions, which its shared library exports and calls by name, so that those of the program or of
 * this library take precedence. They do what FFTW's own do, so they also suit other users of FFTW
 * in the same process. A version of FFTW that does not call them works as if they were not here.
 */
#define REPLACES_FFTW __attribute__((visibility("default")))
REPLACES_FFTW void *fftwf_kernel_malloc(size_t size);
REPLACES_FFTW void fftwf_kernel_free(void *block);

void *fftwf_kernel_malloc(size_t size)
{
    size_t whole = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void *block = aligned_alloc(ALIGNMENT, whole);
    if (!block && reserve) {
        errdiff_fftw_memory_release();
        block = aligned_alloc(ALIGNMENT, whole);
    }
    return block;
}

void fftwf_kernel_free(void *block)
{
    free(block);
}

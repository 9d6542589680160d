/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fftw_memory.h"

#include <stdlib.h>

/* Plans and transforms were measured to take at most 3 MiB, with lines of 40 to 262144 values and
 * planes of 40² to 16384² values. */
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
 * FFTW has no documented way to replace its allocator. But it allocates all memory with these two
 * functions, which its shared library exports. Definitions of the same names in the program or in
 * this library take precedence over FFTW's own. They behave like FFTW's own, so other users of FFTW
 * in the same process are not affected. With a version of FFTW that does not call them, they have
 * no effect.
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reserves memory for FFTW, which ends the process if an allocation fails. */
#include "fftw_memory.h"

#include <fftw3.h>
#include <stdlib.h>

/* Plans and transforms were measured to take at most 3 MiB, with lines of 40 to 262144 values and
 * planes of 40² to 16384² values. */
enum { RESERVE_BYTES = 4 << 20, RESERVE_BYTES_OF_A_VALUE = 64, ALIGNMENT = 64 };

static _Thread_local void *reserve;
static _Thread_local bool was_called; /* by FFTW, since this was last set to false */

/* Returns whether FFTW calls the functions below. fftwf_malloc does nothing but that. */
static bool replaces_fftw(void)
{
    was_called = false;
    fftwf_free(fftwf_malloc(1));
    return was_called;
}

bool errdiff_fftw_memory_reserve(int length)
{
    reserve = malloc(RESERVE_BYTES + RESERVE_BYTES_OF_A_VALUE * (size_t)length);
    bool is_there = reserve != NULL;
    /* What FFTW would not give back it can have now. */
    if (!replaces_fftw())
        errdiff_fftw_memory_release();
    return is_there;
}

void errdiff_fftw_memory_release(void)
{
    free(reserve);
    reserve = NULL;
}

/*
 * FFTW has no documented way to replace its allocator. But it allocates all memory with these two
 * functions, which its shared library exports. Definitions of the same names in a program take
 * precedence over FFTW's own: those programs have them that are linked with the static library, as
 * the command and the plug-in are. The shared library and modules do not export them, because their
 * definitions would be those of the whole process, which belongs to others. With a version of FFTW
 * that does not call them, they have no effect.
 */
__attribute__((visibility("default"))) void *fftwf_kernel_malloc(size_t size);
__attribute__((visibility("default"))) void fftwf_kernel_free(void *block);

void *fftwf_kernel_malloc(size_t size)
{
    was_called = true;
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

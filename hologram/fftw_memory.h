/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * FFTW ends the process if an allocation fails, both in plans and in transforms. So a thread that
 * is about to plan or transform first reserves a block of memory. If an allocation of FFTW fails,
 * the block is freed and the allocation is repeated. That works in programs that are linked with
 * the static library. In the shared library the block is freed at once: FFTW finds as much memory,
 * unless another thread takes it first.
 */
#ifndef ERRDIFF_HOLOGRAM_FFTW_MEMORY_H
#define ERRDIFF_HOLOGRAM_FFTW_MEMORY_H

#include <stdbool.h>

/* Reserves memory for plans and transforms of lines of `length` values by the calling thread.
 * Returns false if there is not enough. */
bool errdiff_fftw_memory_reserve(int length);

/* Frees the reserve. Call it when FFTW has done its work, also if errdiff_fftw_memory_reserve
 * failed. */
void errdiff_fftw_memory_release(void);

#endif

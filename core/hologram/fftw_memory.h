/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * FFTW ends the process if it cannot get memory, for plans and transforms alike. So a thread that
 * is about to plan or transform sets a block of memory aside first; if FFTW then gets none, it gets
 * the memory of this block.
 */
#ifndef ERRDIFF_HOLOGRAM_FFTW_MEMORY_H
#define ERRDIFF_HOLOGRAM_FFTW_MEMORY_H

#include <stdbool.h>

/* Sets memory aside for plans and transforms of lines of `length` values by the calling thread.
 * FALSE: there is not enough. */
bool errdiff_fftw_memory_reserve(int length);

/* To be called when FFTW has done its work, also where the reserve was refused. */
void errdiff_fftw_memory_release(void);

#endif

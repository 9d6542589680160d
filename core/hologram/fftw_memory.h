/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * FFTW ends the process where it cannot get memory, for plans and for transforms alike. So a thread that is about
 * to plan or to transform sets a block of memory aside first; if FFTW then finds none, it gets this one's.
 */
#ifndef ERRDIFF_HOLOGRAM_FFTW_MEMORY_H
#define ERRDIFF_HOLOGRAM_FFTW_MEMORY_H

#include <stdbool.h>

/* Sets memory aside for plans and transforms of lines of `length` values by the calling thread. FALSE: there is
 * not enough. */
bool errdiff_fftw_memory_reserve(int length);

/* To be called when FFTW has done its work, also where the reserve was refused. */
void errdiff_fftw_memory_release(void);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the steps of a band (hologram_band_state.h). hologram_band.c is compiled once for each
 * instruction set. */
#ifndef ERRDIFF_HOLOGRAM_BAND_H
#define ERRDIFF_HOLOGRAM_BAND_H

#include "hologram_band_state.h"

/* Runs steps t..t + 31 of a band; t is a multiple of 32, and the chunks before it have been run. */
typedef void errdiff_hologram_band_chunk(struct errdiff_hologram_band *band, int t);

errdiff_hologram_band_chunk errdiff_hologram_band_chunk_c;
#ifdef ERRDIFF_X86
errdiff_hologram_band_chunk errdiff_hologram_band_chunk_avx2;
errdiff_hologram_band_chunk errdiff_hologram_band_chunk_avx512;
#endif

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chunk of a band's hologram and of its levels, turned over: from rows to the lanes of each step, and
 * back. */
#ifndef ERRDIFF_HOLOGRAM_STAGING_H
#define ERRDIFF_HOLOGRAM_STAGING_H

#include "hologram_band_state.h"

/* Numbers of all lanes. */
struct errdiff_hologram_staged_step {
    _Alignas(64) float re[ERRDIFF_HOLOGRAM_LANES];
    float im[ERRDIFF_HOLOGRAM_LANES];
};

struct errdiff_hologram_staged {
    struct errdiff_hologram_staged_step hologram[ERRDIFF_HOLOGRAM_CHUNK];
    _Alignas(64) uint16_t levels[ERRDIFF_HOLOGRAM_CHUNK][ERRDIFF_HOLOGRAM_LANES];
};

/* Fills in the hologram of the chunk that begins with step t; zeros where a lane is outside. */
void errdiff_hologram_stage(const struct errdiff_hologram_band *band, int t,
                            struct errdiff_hologram_staged *staged);

/* Writes the chunk's levels to band->levels, but for lanes that are outside. */
void errdiff_hologram_write_levels(const struct errdiff_hologram_band *band, int t,
                                   const struct errdiff_hologram_staged *staged);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Transposes a chunk of a band: the hologram from rows to the lanes of each step, and the levels
 * from the lanes back to rows. */
#ifndef ERRDIFF_HOLOGRAM_STAGING_H
#define ERRDIFF_HOLOGRAM_STAGING_H

#include "hologram_band_state.h"

/* A complex number for each lane. */
struct errdiff_hologram_staged_step {
    _Alignas(64) float re[ERRDIFF_HOLOGRAM_LANES];
    float im[ERRDIFF_HOLOGRAM_LANES];
};

struct errdiff_hologram_staged {
    struct errdiff_hologram_staged_step hologram[ERRDIFF_HOLOGRAM_CHUNK];
    _Alignas(64) uint16_t levels[ERRDIFF_HOLOGRAM_CHUNK][ERRDIFF_HOLOGRAM_LANES];
};

/* Loads the hologram's values for the chunk that begins with step t; zeros for lanes that are
 * outside. */
void errdiff_hologram_stage(const struct errdiff_hologram_band *band, int t,
                            struct errdiff_hologram_staged *staged);

/* Writes the chunk's levels to band->levels, except those of lanes that are outside. */
void errdiff_hologram_write_levels(const struct errdiff_hologram_band *band, int t,
                                   const struct errdiff_hologram_staged *staged);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A band of rows, one in each lane (lanes.h), worked on in chunks of steps. In a step all lanes collect
 * and decide at once, in SIMD; band.c is compiled once for each instruction set.
 *
 * The band's last rows hand their errors to the band below, as they lie in the lanes. What the band's
 * step t leaves there is what the lanes above the next band have in its step t - 32p.
 */
#ifndef ERRDIFF_HOLOGRAM_BAND_STATE_H
#define ERRDIFF_HOLOGRAM_BAND_STATE_H

#include "hologram_lanes.h"

enum {
    ERRDIFF_HOLOGRAM_CHUNK = 32, /* steps */
    /* A slope is no larger than one more than the reach. */
    ERRDIFF_HOLOGRAM_MOST_STEPS_BACK = ERRDIFF_HOLOGRAM_REACH * (ERRDIFF_HOLOGRAM_REACH + 2),
};

/* What a step hands to the band below. */
struct errdiff_hologram_band_errors {
    float re[ERRDIFF_HOLOGRAM_REACH], im[ERRDIFF_HOLOGRAM_REACH];
};

/* One thread's work. */
struct errdiff_hologram_band {
    const struct errdiff_hologram_job *job;
    int first_row, row_count; /* 1..32 of them */
    int reach;                /* errdiff_hologram_lanes_reach */
    const struct errdiff_hologram_band_errors
        *above;                                 /* of each step of the band above, and zeros for
                                                    * another 33p and a chunk */
    struct errdiff_hologram_band_errors *below; /* of each step of its own, and a chunk more */
    uint16_t *levels;                           /* of the whole hologram */
    int64_t clipped;

    struct errdiff_hologram_lanes lanes;
    struct errdiff_hologram_step steps[ERRDIFF_HOLOGRAM_MOST_STEPS_BACK + ERRDIFF_HOLOGRAM_CHUNK];
};

#endif

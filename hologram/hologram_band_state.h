/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state of a band of 32 rows, one in each lane (hologram_lanes.h). A band runs in chunks of
 * steps; in a step all lanes collect errors and choose levels at once, in SIMD.
 *
 * The errors of the band's last rows are stored for the band below. Lane 0 of that band would be
 * lane 32 of this one, 32p steps behind lane 0, so what is stored in step t is read there in step
 * t - 32p.
 */
#ifndef ERRDIFF_HOLOGRAM_BAND_STATE_H
#define ERRDIFF_HOLOGRAM_BAND_STATE_H

#include "hologram_lanes.h"

enum {
    ERRDIFF_HOLOGRAM_CHUNK = 32, /* steps */
    /* The largest dx + p · dy: dx and dy are at most the reach, and p at most the reach + 1. */
    ERRDIFF_HOLOGRAM_MAX_STEPS_BACK = ERRDIFF_HOLOGRAM_REACH * (ERRDIFF_HOLOGRAM_REACH + 2),
};

/* The errors of the last ERRDIFF_HOLOGRAM_REACH rows of a band in one step. */
struct errdiff_hologram_band_errors {
    float re[ERRDIFF_HOLOGRAM_REACH], im[ERRDIFF_HOLOGRAM_REACH];
};

/* The band that one thread works on. */
struct errdiff_hologram_band {
    const struct errdiff_hologram_job *job;
    int first_row, row_count; /* 1..32 rows */
    int reach;                /* errdiff_hologram_lanes_reach */
    /* The errors of each step of the band above, then zeros for 32p more steps and the rest of a
     * chunk. */
    const struct errdiff_hologram_band_errors *above;
    /* The errors of each step of this band, for the band below; whole chunks. */
    struct errdiff_hologram_band_errors *below;
    uint16_t *levels; /* of the whole hologram */
    int64_t clipped;

    struct errdiff_hologram_lanes lanes;
    struct errdiff_hologram_step steps[ERRDIFF_HOLOGRAM_MAX_STEPS_BACK + ERRDIFF_HOLOGRAM_CHUNK];
};

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Up to 32 rows of a hologram are processed side by side, one in each lane of the vectors. Each
 * row trails the row above it by the slope p in columns, so that every error a pixel collects is
 * known before the pixel's turn: in step t, lane r is at column t - p · r.
 *
 *     lane 0   . . . . . . . . t
 *     lane 1   . . . . . t-p
 *     lane 2   . . t-2p
 *
 * The error of (x - dx, y - dy), which the pixel at (x, y) collects, was therefore stored dx + p
 * · dy steps earlier, dy lanes before the pixel's own. That is the same for every lane, so one
 * vector load fetches the errors for neighboring lanes.
 */
#ifndef ERRDIFF_HOLOGRAM_LANES_H
#define ERRDIFF_HOLOGRAM_LANES_H

#include "hologram_job.h"

#include <stddef.h>

enum {
    ERRDIFF_HOLOGRAM_LANES = 32,
    /* Lanes before lane 0, for the rows above the band. ERRDIFF_HOLOGRAM_REACH would do; with 16 of
     * them lane 0 begins a cache line. */
    ERRDIFF_HOLOGRAM_LANES_ABOVE = 16,
    ERRDIFF_HOLOGRAM_OFFSETS = (ERRDIFF_HOLOGRAM_REACH + 1) * (2 * ERRDIFF_HOLOGRAM_REACH + 1),
};

/* The errors of all lanes in one step. */
struct errdiff_hologram_step {
    _Alignas(64) float re[ERRDIFF_HOLOGRAM_LANES_ABOVE + ERRDIFF_HOLOGRAM_LANES];
    float im[ERRDIFF_HOLOGRAM_LANES_ABOVE + ERRDIFF_HOLOGRAM_LANES];
};

/* The weight of one offset (dx, dy) in each lane; 0 in lanes whose hogel does not use the offset,
 * as adding 0 leaves a sum as it is. */
struct errdiff_hologram_lane_weights {
    _Alignas(64) float re[ERRDIFF_HOLOGRAM_LANES], im[ERRDIFF_HOLOGRAM_LANES];
};

/* From which errors each lane collects, and with which weights. This stays the same until one of
 * the lanes enters another hogel. */
struct errdiff_hologram_lanes {
    const struct errdiff_hologram_job *job;
    int first_row, row_count;
    int until[ERRDIFF_HOLOGRAM_LANES]; /* the step in which the lane enters another hogel or ends */
    const struct errdiff_hologram_weights
        *hogel[ERRDIFF_HOLOGRAM_LANES]; /* NULL: outside the hologram */
    /* The weights of the hogel that all inside lanes are in, in the order of `offsets`; NULL if
     * they are in several hogels or none is inside. */
    const struct errdiff_hologram_weights *common;
    float inside[ERRDIFF_HOLOGRAM_LANES]; /* 1 in the hologram, 0 outside */
    int count;                            /* offsets in use, in the order in which the rule adds */
    /* How many of the first offsets collect errors that are older than those of the step before. */
    int early_count;
    int offsets[ERRDIFF_HOLOGRAM_OFFSETS];
    /* The position of their errors: in floats, relative to `re` of lane 0 in the current step. */
    ptrdiff_t places[ERRDIFF_HOLOGRAM_OFFSETS];
    int users[ERRDIFF_HOLOGRAM_OFFSETS]; /* the number of lanes that use each offset */
    struct errdiff_hologram_lane_weights weights[ERRDIFF_HOLOGRAM_OFFSETS];
};

/* Sets up lanes for 1..32 rows, all of them still outside the hologram. */
void errdiff_hologram_lanes_begin(struct errdiff_hologram_lanes *lanes,
                                  const struct errdiff_hologram_job *job, int first_row,
                                  int row_count);

/* Updates the lanes for step t; steps are to be given in rising order. Returns the next step that
 * needs another update. */
int errdiff_hologram_lanes_advance(struct errdiff_hologram_lanes *lanes, int t);

/* The largest number of steps that a pixel of the job reads back: the greatest dx + p · dy. */
int errdiff_hologram_lanes_reach(const struct errdiff_hologram_job *job);

#endif

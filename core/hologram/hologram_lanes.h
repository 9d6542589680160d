/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows of a hologram side by side, one in each lane. Each trails the row above it by the slope p, so
 * that all it collects is there before it comes to a pixel: at step t, lane r is at column t - p · r.
 *
 *     lane 0   . . . . . . . . t
 *     lane 1   . . . . . t-p
 *     lane 2   . . t-2p
 *
 * What the pixel at (x, y) collects from (x - dx, y - dy) was left dx + p · dy steps ago, dy lanes
 * before its own, whatever the lane.
 */
#ifndef ERRDIFF_HOLOGRAM_LANES_H
#define ERRDIFF_HOLOGRAM_LANES_H

#include "hologram_job.h"

#include <stddef.h>

enum {
    ERRDIFF_HOLOGRAM_LANES = 32,
    /* Lanes before lane 0: those of the rows above, which are at most ERRDIFF_HOLOGRAM_REACH; more of
     * them, so that lane 0 begins a cache line. */
    ERRDIFF_HOLOGRAM_LANES_ABOVE = 16,
    ERRDIFF_HOLOGRAM_OFFSETS = (ERRDIFF_HOLOGRAM_REACH + 1) * (2 * ERRDIFF_HOLOGRAM_REACH + 1),
};

/* Errors that the lanes leave in one step. */
struct errdiff_hologram_step {
    _Alignas(64) float re[ERRDIFF_HOLOGRAM_LANES_ABOVE + ERRDIFF_HOLOGRAM_LANES];
    float im[ERRDIFF_HOLOGRAM_LANES_ABOVE + ERRDIFF_HOLOGRAM_LANES];
};

/* An offset's weight in each lane: 0 where its hogel has none. A sum is no other for an added zero. */
struct errdiff_hologram_lane_weights {
    _Alignas(64) float re[ERRDIFF_HOLOGRAM_LANES], im[ERRDIFF_HOLOGRAM_LANES];
};

/* What the lanes are to collect until one of them comes to another hogel. */
struct errdiff_hologram_lanes {
    const struct errdiff_hologram_job *job;
    int first_row, row_count;
    int until[ERRDIFF_HOLOGRAM_LANES]; /* the step in which it is in another hogel */
    const struct errdiff_hologram_weights *hogel[ERRDIFF_HOLOGRAM_LANES]; /* NULL: outside */
    /* The hogel of all lanes that are inside, whose weights are those of the offsets then; NULL: there
     * are several, or none. */
    const struct errdiff_hologram_weights *common;
    float inside[ERRDIFF_HOLOGRAM_LANES]; /* 1 in the hologram, 0 outside */
    int count;                            /* offsets in use, in the order of the rule */
    int offsets[ERRDIFF_HOLOGRAM_OFFSETS];
    /* Where their errors are: floats from the `re` of lane 0 in the present step. */
    ptrdiff_t places[ERRDIFF_HOLOGRAM_OFFSETS];
    int users[ERRDIFF_HOLOGRAM_OFFSETS]; /* lanes with that offset */
    struct errdiff_hologram_lane_weights weights[ERRDIFF_HOLOGRAM_OFFSETS];
};

/* Lanes for 1..32 rows, all of them outside. */
void errdiff_hologram_lanes_begin(struct errdiff_hologram_lanes *lanes,
                                  const struct errdiff_hologram_job *job, int first_row,
                                  int row_count);

/* Makes them right for a step, after those before it. Returns the next step that they are not right
 * for. */
int errdiff_hologram_lanes_advance(struct errdiff_hologram_lanes *lanes, int t);

/* The most steps back that a pixel of the job reads. */
int errdiff_hologram_lanes_reach(const struct errdiff_hologram_job *job);

#endif

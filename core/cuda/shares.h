/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who takes which pixels where a processor and a GPU work on one picture, front by front: Deshpande,
 * Misra and Narayanan 2011, section 4, for any kernel. What pixels of the last fronts left is in a
 * ring, in which neighbours of one front are neighbours in memory.
 */
#ifndef ERRDIFF_SHARES_H
#define ERRDIFF_SHARES_H

#include "device_pixel.h"
#include "fronts.h"

/* How many fronts ago a pixel may collect from. */
static inline int errdiff_fronts_reach(const struct errdiff_device_job *job)
{
    int reach = 0;
    for (int i = 0; i < job->tap_count; i++) {
        int fronts = job->taps[i].dx + job->slope * job->taps[i].dy;
        reach = fronts > reach ? fronts : reach;
    }
    return reach;
}

/* The rows in which front t has a pixel of the columns begin_x to end_x − 1: *first to the one
 * returned, less one; where they are equal there is none. */
ERRDIFF_RULE int errdiff_front_rows(const struct errdiff_fronts *fronts, int64_t t, int begin_x,
                                    int end_x, int *first)
{
    int64_t low = 0, end = fronts->height;
    if (t < begin_x || begin_x >= end_x || (fronts->slope == 0 && t >= end_x))
        end = 0;
    if (fronts->slope > 0 && end > 0) {
        low = t < end_x ? 0 : (t - end_x) / fronts->slope + 1;
        int64_t last = (t - begin_x) / fronts->slope;
        end = last + 1 < end ? last + 1 : end;
    }
    *first = (int)(low < end ? low : end);
    return (int)end;
}

/* ---- The ring ------------------------------------------------------------------------------ */

/* Traces of the pixels of `length` fronts, by turns; one pixel in each row. */
struct errdiff_ring_of_fronts {
    struct errdiff_fronts fronts;
    int64_t length; /* the reach and 1 more */
    int channels;
    int32_t *traces;
};

ERRDIFF_RULE ptrdiff_t errdiff_front_place(const struct errdiff_ring_of_fronts *ring, int64_t t,
                                           int64_t y)
{
    return (ptrdiff_t)((t % ring->length * ring->fronts.height + y) * ring->channels);
}

/* As errdiff_trace_at. */
ERRDIFF_RULE const int32_t *errdiff_front_trace_at(const void *store, int x, int y)
{
    const struct errdiff_ring_of_fronts *ring = (const struct errdiff_ring_of_fronts *)store;
    if (x < 0 || x >= ring->fronts.width || y < 0)
        return NULL;
    return ring->traces + errdiff_front_place(ring, x + ring->fronts.slope * y, y);
}

/* Row y's pixel of front t. Returns whether a palette's clamp changed it. */
ERRDIFF_RULE bool errdiff_front_pixel(const struct errdiff_device_job *job,
                                      const struct errdiff_ring_of_fronts *ring, int64_t t, int y)
{
    int x = (int)errdiff_fronts_column(&ring->fronts, t, y);
    int32_t sums[3], traces[3];
    errdiff_collect(job, x, y, errdiff_front_trace_at, ring, sums);
    struct errdiff_pixels pixels = {job->in.data, job->out.data, job->in.mask};
    ptrdiff_t index = (ptrdiff_t)y * job->in.width + x;
    bool is_clamped = errdiff_settle(job, &pixels, index, x, y, sums, traces);
    for (int c = 0; c < job->channels; c++)
        ring->traces[errdiff_front_place(ring, t, y) + c] = traces[c];
    return is_clamped;
}

/* ---- Handover, section 4.1 ----------------------------------------------------------------- */

/*
 * The fronts from the first to the last with `least` pixels or more, *first to *end − 1, are the
 * GPU's; the thin ones before and after them are the processor's. Where there is none, both are the
 * number of fronts.
 */
static inline void errdiff_handover_range(const struct errdiff_fronts *fronts, int least,
                                          int64_t *first, int64_t *end)
{
    int width = (int)fronts->width, first_row;
    int64_t t = 0;
    *end = errdiff_fronts_count(fronts);
    for (; t < *end; t++)
        if (errdiff_front_rows(fronts, t, 0, width, &first_row) - first_row >= least)
            break;
    *first = t;
    for (; *end > t; --*end)
        if (errdiff_front_rows(fronts, *end - 1, 0, width, &first_row) - first_row >= least)
            break;
}

/* ---- Hybrid, section 4.2 ------------------------------------------------------------------- */

enum { ERRDIFF_MAX_GROUP = 64 };

/*
 * The processor takes the columns before `strip`, the GPU those from there on. Each needs errors of
 * the other from next to the border, which cross between two groups of fronts. Inside a group of
 * more than one front a side dithers these pixels of the other, too, as many as the rest of the
 * group will need: fewer from front to front.
 *
 *       processor           | GPU
 *       x x x x x x x x x x | p p p        first front of a group of 4; p: for the processor as well
 *       x x x x x x x x x x | p p
 *       x x x x x x x x x x | p
 *       x x x x x x x x x x |              last one
 */
struct errdiff_split {
    int strip; /* columns of the processor, 0..width */
    int group; /* fronts, 1..ERRDIFF_MAX_GROUP */
    int right
        [ERRDIFF_MAX_GROUP]; /* columns beyond the border that the processor needs in a group's */
    int left[ERRDIFF_MAX_GROUP]; /* front i, and the GPU, before the border */
    int right_border;            /* columns whose traces cross to the processor between groups */
    int left_border;             /* and to the GPU */
};

/* How far beyond the border a side sees that collects `sign` · dx columns further on: in each front
 * of a group, and (returned) before it. */
static inline int errdiff_split_beyond(int *beyond, const struct errdiff_device_job *job, int group,
                                       int sign)
{
    int border = 0;
    for (int i = group - 1; i >= 0; i--) {
        beyond[i] = 0;
        for (int k = 0; k < job->tap_count; k++) {
            int later = i + job->taps[k].dx + job->slope * job->taps[k].dy;
            int columns = sign * job->taps[k].dx;
            if (later < group && beyond[later] + columns > beyond[i])
                beyond[i] = beyond[later] + columns;
        }
    }
    for (int i = 0; i < group; i++)
        for (int k = 0; k < job->tap_count; k++) {
            int fronts = job->taps[k].dx + job->slope * job->taps[k].dy;
            int columns = beyond[i] + sign * job->taps[k].dx;
            if (i < fronts && columns > border)
                border = columns;
        }
    return border;
}

static inline void errdiff_split_make(struct errdiff_split *split,
                                      const struct errdiff_device_job *job, int strip, int group)
{
    split->strip = strip;
    split->group = group;
    split->right_border = errdiff_split_beyond(split->right, job, group, -1);
    split->left_border = errdiff_split_beyond(split->left, job, group, 1);
}

#endif

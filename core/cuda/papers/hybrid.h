/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which pixels the CPU and the GPU take in hybrid, and what crosses the border between them:
 * Deshpande, Misra and Narayanan 2011, section 4.2, for any kernel. */
#ifndef ERRDIFF_HYBRID_H
#define ERRDIFF_HYBRID_H

#include "front_ring.h"
#include "processor.h"

enum { ERRDIFF_MAX_GROUP = 64 };

/*
 * The CPU takes the columns before `strip`, the GPU the others. Each side needs errors of the other
 * from next to the border; they cross between two groups of fronts. Within a group of several
 * fronts each side also dithers those pixels of the other side that it will need in the rest of the
 * group, fewer with each front:
 *
 *       CPU                 | GPU
 *       x x x x x x x x x x | c c c        first front of a group of 4; c: the CPU dithers it, too
 *       x x x x x x x x x x | c c
 *       x x x x x x x x x x | c
 *       x x x x x x x x x x |              last front
 */
struct errdiff_split {
    int strip;                    /* how many columns the CPU has, 0..width */
    int group;                    /* how many fronts, 1..ERRDIFF_MAX_GROUP */
    int right[ERRDIFF_MAX_GROUP]; /* columns past the border that the CPU dithers in front i */
    int left[ERRDIFF_MAX_GROUP];  /* columns before the border that the GPU dithers in it */
    int right_border;             /* columns whose traces go to the CPU between groups */
    int left_border;              /* and to the GPU */
};

/* How many columns beyond the border a side needs, in each front of a group and (returned) before
 * the group. `sign` is 1 for the GPU, which looks to the left of the border, and −1 for the CPU. */
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

/*
 * Traces next to the border, on their way to the other side, in memory that both sides see. There
 * are `columns` columns from first_x on, for as many fronts as can be in use at once. A front has
 * at most one pixel in each column or, if rows are independent, in each row.
 */
struct errdiff_crossing {
    struct errdiff_fronts fronts;
    int64_t length; /* in fronts, used in rotation: the reach plus a group */
    int first_x, columns;
    int channels;
    int32_t *traces;
};

HOST_DEVICE_INLINE ptrdiff_t errdiff_crossing_row(const struct errdiff_crossing *crossing)
{
    return (ptrdiff_t)(crossing->fronts.slope == 0 ? crossing->fronts.height : crossing->columns) *
           crossing->channels;
}

HOST_DEVICE_INLINE bool errdiff_crossing_has(const struct errdiff_crossing *crossing, int x)
{
    return x >= crossing->first_x && x < crossing->first_x + crossing->columns;
}

HOST_DEVICE_INLINE int32_t *errdiff_crossing_at(const struct errdiff_crossing *crossing, int x,
                                                int y)
{
    int64_t t = x + crossing->fronts.slope * y;
    ptrdiff_t place = crossing->fronts.slope == 0 ? y : x - crossing->first_x;
    return crossing->traces + t % crossing->length * errdiff_crossing_row(crossing) +
           place * crossing->channels;
}

/* How many int32_t the traces need. */
HOST_DEVICE_INLINE size_t errdiff_crossing_size(const struct errdiff_crossing *crossing)
{
    return (size_t)crossing->length * (size_t)errdiff_crossing_row(crossing);
}

/* Copies what a side needs of the fronts before front `begin` from one crossing to another of the
 * same shape: word `number`, of errdiff_crossing_words. */
HOST_DEVICE_INLINE int64_t errdiff_crossing_words(const struct errdiff_crossing *crossing,
                                                  int reach)
{
    return reach * (int64_t)errdiff_crossing_row(crossing);
}

HOST_DEVICE_INLINE void errdiff_crossing_copy(const struct errdiff_crossing *to,
                                              const volatile int32_t *from, int reach,
                                              int64_t begin, int64_t number)
{
    ptrdiff_t row = errdiff_crossing_row(to);
    int64_t t = begin - reach + number / row;
    if (t >= 0) {
        ptrdiff_t place = t % to->length * row + number % row;
        to->traces[place] = from[place];
    }
}

/* What both sides need. Small enough to be a kernel argument, passed by value. */
struct errdiff_hybrid {
    struct errdiff_split split;
    struct errdiff_front_ring ring; /* in device memory */
    struct errdiff_crossing to_gpu, to_processor;
};

/* Sets everything except the memory. `strip` is 0..width. */
static inline void errdiff_hybrid_make(struct errdiff_hybrid *hybrid,
                                       const struct errdiff_device_job *job, int strip, int group)
{
    struct errdiff_split *split = &hybrid->split;
    int reach = job->front_reach;
    errdiff_split_make(split, job, strip, group);
    hybrid->ring = errdiff_front_ring_of(job);
    hybrid->to_gpu.fronts = hybrid->to_processor.fronts = hybrid->ring.fronts;
    hybrid->to_gpu.length = hybrid->to_processor.length = reach + group;
    hybrid->to_gpu.channels = hybrid->to_processor.channels = job->rule.channels;
    hybrid->to_gpu.first_x = errdiff_clamp(strip - split->left_border, 0, strip);
    hybrid->to_gpu.columns = strip - hybrid->to_gpu.first_x;
    hybrid->to_processor.first_x = strip;
    hybrid->to_processor.columns = errdiff_clamp(split->right_border, 0, job->in.width - strip);
}

/* For how many columns the CPU keeps errors. */
static inline int errdiff_hybrid_columns(const struct errdiff_hybrid *hybrid)
{
    int beyond = hybrid->to_processor.columns;
    for (int i = 0; i < hybrid->split.group; i++)
        beyond = hybrid->split.right[i] > beyond ? hybrid->split.right[i] : beyond;
    int64_t columns = (int64_t)hybrid->split.strip + beyond;
    return (int)(columns < hybrid->ring.fronts.width ? columns : hybrid->ring.fronts.width);
}

/* What the GPU collects from in the group that starts with front `begin`. */
struct errdiff_hybrid_view {
    const struct errdiff_hybrid *hybrid;
    int64_t begin;
};

/* An errdiff_trace_at. Before the border it reads what the CPU left in earlier groups; all other
 * traces are the GPU's own. */
HOST_DEVICE_INLINE const int32_t *errdiff_hybrid_trace_at(const void *store, int x, int y)
{
    const struct errdiff_hybrid_view *view = (const struct errdiff_hybrid_view *)store;
    const struct errdiff_hybrid *hybrid = view->hybrid;
    if (x >= 0 && x < hybrid->split.strip && y >= 0 &&
        x + hybrid->ring.fronts.slope * y < view->begin)
        return errdiff_crossing_at(&hybrid->to_gpu, x, y);
    return errdiff_front_trace_at(&hybrid->ring, x, y);
}

/* The rows where the GPU has a pixel in front t, including those before the border: *first up to,
 * but not including, the returned one. The group starts with front `begin`. */
HOST_DEVICE_INLINE int errdiff_hybrid_rows(const struct errdiff_hybrid *hybrid, int64_t begin,
                                           int64_t t, int *first)
{
    int first_x = hybrid->split.strip - hybrid->split.left[t - begin];
    return errdiff_front_rows(&hybrid->ring.fronts, t, first_x > 0 ? first_x : 0,
                              (int)hybrid->ring.fronts.width, first);
}

/* Dithers the GPU's pixel of front t in row y; the group starts with front `begin`. `given` and
 * `job` are as for errdiff_run_fronts. Returns true if errdiff_decide does and the pixel belongs to
 * the GPU. */
HOST_DEVICE_INLINE bool errdiff_hybrid_pixel(const struct errdiff_device_job *given,
                                             const struct errdiff_device_job *job,
                                             const struct errdiff_hybrid *hybrid, int64_t begin,
                                             int64_t t, int y)
{
    struct errdiff_hybrid_view view = {hybrid, begin};
    bool is_clamped =
        errdiff_front_pixel(given, job, &hybrid->ring, t, y, errdiff_hybrid_trace_at, &view);
    int x = (int)errdiff_fronts_column(&hybrid->ring.fronts, t, y);
    if (errdiff_crossing_has(&hybrid->to_processor, x)) {
        const int32_t *traces = hybrid->ring.traces + errdiff_front_place(&hybrid->ring, t, y);
        int32_t *across = errdiff_crossing_at(&hybrid->to_processor, x, y);
        for (int c = 0; c < 3 && c < job->rule.channels; c++)
            across[c] = traces[c];
    }
    return is_clamped && x >= hybrid->split.strip;
}

/* The rows where the CPU may have a pixel in fronts begin..end − 1, or need one of the GPU. */
static inline int errdiff_hybrid_strip_rows(const struct errdiff_hybrid *hybrid, int64_t begin,
                                            int64_t end, int *first)
{
    const struct errdiff_fronts *fronts = &hybrid->ring.fronts;
    int columns = errdiff_hybrid_columns(hybrid), end_row = 0;
    *first = (int)fronts->height;
    for (int64_t t = begin; t < end; t++) {
        int row, last = errdiff_front_rows(fronts, t, 0, columns, &row);
        if (row < last && row < *first)
            *first = row;
        end_row = last > end_row ? last : end_row;
    }
    return end_row;
}

/* Takes over the GPU's traces of row y in fronts begin..end − 1, the previous group. */
static inline void errdiff_hybrid_take(const struct errdiff_hybrid *hybrid,
                                       const struct errdiff_processor *processor, int64_t begin,
                                       int64_t end, int y)
{
    int first, last = errdiff_fronts_columns(&hybrid->ring.fronts, begin, end, y, &first);
    const struct errdiff_crossing *crossing = &hybrid->to_processor;
    first = first > crossing->first_x ? first : crossing->first_x;
    for (int x = first; x < last && errdiff_crossing_has(crossing, x); x++)
        errdiff_processor_put(processor, x, y, errdiff_crossing_at(crossing, x, y));
}

/* Dithers the CPU's pixels of row y in fronts begin..end − 1, one group: its own and those beyond
 * the border. */
static inline void errdiff_hybrid_row(const struct errdiff_hybrid *hybrid,
                                      struct errdiff_processor *processor, int64_t begin,
                                      int64_t end, int y)
{
    const struct errdiff_split *split = &hybrid->split;
    int first, last = errdiff_fronts_columns(&hybrid->ring.fronts, begin, end, y, &first);
    int own = last < split->strip ? last : split->strip, beyond = own;
    for (int x = first; x < last; x++)
        if (x < split->strip + split->right[x + hybrid->ring.fronts.slope * y - begin])
            beyond = x + 1;
    errdiff_processor_dither(processor, y, first, own, true);
    errdiff_processor_dither(processor, y, first > own ? first : own, beyond, false);
    for (int x = first > hybrid->to_gpu.first_x ? first : hybrid->to_gpu.first_x; x < own; x++)
        errdiff_processor_get(processor, x, y, errdiff_crossing_at(&hybrid->to_gpu, x, y));
}

#endif

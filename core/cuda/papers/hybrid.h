/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which pixels the CPU and the GPU take in hybrid, and what crosses the border between them:
 * Deshpande, Misra and Narayanan 2011, section 4.2, for any kernel. */
#ifndef ERRDIFF_HYBRID_H
#define ERRDIFF_HYBRID_H

#include "knight_order.h"
#include "processor.h"

enum { ERRDIFF_MAX_GROUP = 64 };

/*
 * The CPU takes the columns before `strip`, the GPU the others. Each side needs errors of the other
 * from next to the border; they cross between two groups of iterations. Within a group of several
 * iterations each side also dithers those pixels of the other side that it will need in the rest of
 * the group, fewer with each iteration:
 *
 *       CPU                 | GPU
 *       x x x x x x x x x x | c c c     first iteration of a group of 4; c: the CPU dithers it, too
 *       x x x x x x x x x x | c c
 *       x x x x x x x x x x | c
 *       x x x x x x x x x x |           last iteration
 */
struct errdiff_split {
    int strip;                    /* how many columns the CPU has, 0..width */
    int group;                    /* how many iterations, 1..ERRDIFF_MAX_GROUP */
    int right[ERRDIFF_MAX_GROUP]; /* columns past the border that the CPU dithers in iteration i */
    int left[ERRDIFF_MAX_GROUP];  /* columns before the border that the GPU dithers in it */
    int right_border;             /* columns whose traces go to the CPU between groups */
    int left_border;              /* and to the GPU */
};

/* How many columns beyond the border a side needs, in each iteration of a group and (returned)
 * before the group. `sign` is 1 for the GPU, which looks to the left of the border, and −1 for the
 * CPU. */
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
            int iterations = job->taps[k].dx + job->slope * job->taps[k].dy;
            int columns = beyond[i] + sign * job->taps[k].dx;
            if (i < iterations && columns > border)
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
 * Traces next to the border, on their way to the other side, in memory that both sides see. Each is
 * in a word with a tag that says which iteration it is from. A processor reads and writes a word as
 * a whole, so who waits for a trace looks at its word until the tag is there; nothing else orders
 * the accesses of the two sides.
 *
 * There are `columns` columns from first_x on, for as many iterations as can be in use at once. An
 * iteration has at most one pixel in each column or, if rows are independent, in each row.
 */
struct errdiff_crossing {
    struct errdiff_iterations iterations;
    int64_t length; /* in iterations, used in rotation: the reach plus two groups */
    int first_x, columns;
    int channels;
    volatile int64_t *words;
};

/* How many pixels an iteration can have in a crossing. */
HOST_DEVICE_INLINE int64_t errdiff_crossing_places(const struct errdiff_crossing *crossing)
{
    return crossing->iterations.slope == 0 ? crossing->iterations.height : crossing->columns;
}

/* How many words a crossing needs. They begin as 0. */
HOST_DEVICE_INLINE size_t errdiff_crossing_size(const struct errdiff_crossing *crossing)
{
    return (size_t)(crossing->length * errdiff_crossing_places(crossing) * crossing->channels);
}

HOST_DEVICE_INLINE bool errdiff_crossing_has(const struct errdiff_crossing *crossing, int x)
{
    return x >= crossing->first_x && x < crossing->first_x + crossing->columns;
}

/* The column and the row of an iteration's pixel at `place`. Returns false if there is none. */
HOST_DEVICE_INLINE bool errdiff_crossing_pixel(const struct errdiff_crossing *crossing, int64_t t,
                                               int64_t place, int *x, int *y)
{
    int64_t slope = crossing->iterations.slope, column = slope == 0 ? t : crossing->first_x + place;
    int64_t row = slope == 0 ? place : (t - column) / slope;
    if (t < column || column + slope * row != t || row >= crossing->iterations.height ||
        !errdiff_crossing_has(crossing, (int)column))
        return false;
    *x = (int)column;
    *y = (int)row;
    return true;
}

HOST_DEVICE_INLINE volatile int64_t *errdiff_crossing_at(const struct errdiff_crossing *crossing,
                                                         int64_t t, int x, int y)
{
    int64_t place = crossing->iterations.slope == 0 ? y : x - crossing->first_x;
    return crossing->words +
           (t % crossing->length * errdiff_crossing_places(crossing) + place) * crossing->channels;
}

/* Never 0, which words begin with. */
HOST_DEVICE_INLINE uint32_t errdiff_crossing_tag(int64_t t)
{
    return (uint32_t)t | (uint32_t)1 << 31;
}

/* Stores the traces of the pixel of iteration t at (x, y). */
HOST_DEVICE_INLINE void errdiff_crossing_put(const struct errdiff_crossing *crossing, int64_t t,
                                             int x, int y, const int32_t *traces)
{
    volatile int64_t *words = errdiff_crossing_at(crossing, t, x, y);
    for (int c = 0; c < 3 && c < crossing->channels; c++)
        words[c] = (int64_t)((uint64_t)errdiff_crossing_tag(t) << 32 | (uint32_t)traces[c]);
}

/* Reads them. Returns false if they are not there yet. */
HOST_DEVICE_INLINE bool errdiff_crossing_get(const struct errdiff_crossing *crossing, int64_t t,
                                             int x, int y, int32_t *traces)
{
    const volatile int64_t *words = errdiff_crossing_at(crossing, t, x, y);
    bool is_there = true;
    for (int c = 0; c < 3 && c < crossing->channels; c++) {
        int64_t word = words[c];
        is_there &= (uint32_t)((uint64_t)word >> 32) == errdiff_crossing_tag(t);
        traces[c] = (int32_t)(uint32_t)word;
    }
    return is_there;
}

/* What both sides need. Small enough to be a kernel argument, passed by value. */
struct errdiff_hybrid {
    struct errdiff_split split;
    struct errdiff_knight knight; /* in device memory */
    int64_t first, end;           /* iterations of both sides; the CPU does the others alone */
    int crossing_iterations;      /* how many iterations cross at the end of a group */
    struct errdiff_crossing to_gpu, to_processor;
};

/* Sets everything except the memory for `knight`. `strip` is 0..width. */
static inline void errdiff_hybrid_make(struct errdiff_hybrid *hybrid,
                                       const struct errdiff_device_job *job,
                                       const struct errdiff_knight *knight, int strip, int group)
{
    struct errdiff_split *split = &hybrid->split;
    int reach = job->iteration_reach;
    errdiff_split_make(split, job, strip, group);
    hybrid->knight = *knight;
    hybrid->crossing_iterations = group < reach ? group : reach;
    hybrid->to_gpu.iterations = hybrid->to_processor.iterations = knight->iterations;
    hybrid->to_gpu.length = hybrid->to_processor.length = reach + 2 * group;
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
    return (int)(columns < hybrid->knight.iterations.width ? columns
                                                           : hybrid->knight.iterations.width);
}

/* The first of the iterations before `begin` that cross when a group begins there. */
HOST_DEVICE_INLINE int64_t errdiff_hybrid_crossing_begin(const struct errdiff_hybrid *hybrid,
                                                         int64_t begin)
{
    int64_t from = begin - hybrid->crossing_iterations;
    return from > hybrid->first ? from : hybrid->first;
}

/* Whether the traces of iteration t cross, in the group that starts with iteration `begin`. */
HOST_DEVICE_INLINE bool errdiff_hybrid_crosses(const struct errdiff_hybrid *hybrid, int64_t begin,
                                               int64_t t)
{
    return t - begin >= hybrid->split.group - hybrid->crossing_iterations;
}

/* ---- The GPU's side ------------------------------------------------------------------------ */

/* Whether the GPU dithers the pixel of iteration t in row y. If it does not, it dithers none of the
 * rows below either. The group starts with iteration `begin`. */
HOST_DEVICE_INLINE bool errdiff_hybrid_has(const struct errdiff_hybrid *hybrid, int64_t begin,
                                           int64_t t, int64_t y)
{
    return errdiff_iterations_column(&hybrid->knight.iterations, t, y) >=
           hybrid->split.strip - hybrid->split.left[t - begin];
}

/* Dithers the GPU's pixel of iteration t in row y; the group starts with iteration `begin`. `given`
 * and `job` are as for errdiff_run_iterations. Returns true if errdiff_decide does and the pixel
 * belongs to the GPU. */
HOST_DEVICE_INLINE bool errdiff_hybrid_pixel(const struct errdiff_device_job *given,
                                             const struct errdiff_device_job *job,
                                             const struct errdiff_hybrid *hybrid, int64_t begin,
                                             int64_t t, int y)
{
    const struct errdiff_iteration_ring *ring = &hybrid->knight.ring;
    bool is_clamped = errdiff_knight_pixel(given, job, &hybrid->knight, t, y);
    int x = (int)errdiff_iterations_column(&hybrid->knight.iterations, t, y);
    if (errdiff_crossing_has(&hybrid->to_processor, x) && errdiff_hybrid_crosses(hybrid, begin, t))
        errdiff_crossing_put(&hybrid->to_processor, t, x, y,
                             ring->traces + errdiff_iteration_place(ring, t, y));
    return is_clamped && x >= hybrid->split.strip;
}

/* How many places errdiff_hybrid_bring has. */
HOST_DEVICE_INLINE int64_t errdiff_hybrid_places(const struct errdiff_hybrid *hybrid)
{
    return hybrid->crossing_iterations * errdiff_crossing_places(&hybrid->to_gpu);
}

/* Brings the CPU's pixel at one of these places to the GPU's ring, for the group that starts with
 * iteration `begin`. Returns false if it is not there yet. */
HOST_DEVICE_INLINE bool errdiff_hybrid_bring(const struct errdiff_hybrid *hybrid, int64_t begin,
                                             int64_t number)
{
    const struct errdiff_crossing *crossing = &hybrid->to_gpu;
    const struct errdiff_iteration_ring *ring = &hybrid->knight.ring;
    int64_t places = errdiff_crossing_places(crossing), t = begin - 1 - number / places;
    int32_t traces[3] = {0, 0, 0};
    int x, y;
    if (t < errdiff_hybrid_crossing_begin(hybrid, begin) ||
        !errdiff_crossing_pixel(crossing, t, number % places, &x, &y))
        return true;
    if (!errdiff_crossing_get(crossing, t, x, y, traces))
        return false;
    for (int c = 0; c < 3 && c < crossing->channels; c++)
        ring->traces[errdiff_iteration_place(ring, t, y) + c] = traces[c];
    return true;
}

/* ---- The CPU's side ------------------------------------------------------------------------ */

/* The rows where the CPU may have a pixel in iterations begin..end − 1, or need one of the GPU. */
static inline int errdiff_hybrid_strip_rows(const struct errdiff_hybrid *hybrid, int64_t begin,
                                            int64_t end, int *first)
{
    const struct errdiff_iterations *iterations = &hybrid->knight.iterations;
    int columns = errdiff_hybrid_columns(hybrid), end_row = 0;
    *first = (int)iterations->height;
    for (int64_t t = begin; t < end; t++) {
        int row, last = errdiff_iteration_rows(iterations, t, 0, columns, &row);
        if (row < last && row < *first)
            *first = row;
        end_row = last > end_row ? last : end_row;
    }
    return end_row;
}

/* Takes over the GPU's traces for the group that starts with iteration `begin`. Returns false if
 * not all are there yet. */
static inline bool errdiff_hybrid_take(const struct errdiff_hybrid *hybrid,
                                       const struct errdiff_processor *processor, int64_t begin)
{
    const struct errdiff_crossing *crossing = &hybrid->to_processor;
    int end_x = crossing->first_x + crossing->columns;
    for (int64_t t = errdiff_hybrid_crossing_begin(hybrid, begin); t < begin; t++) {
        int y, end = errdiff_iteration_rows(&crossing->iterations, t, crossing->first_x, end_x, &y);
        for (; y < end; y++) {
            int x = (int)errdiff_iterations_column(&crossing->iterations, t, y);
            int32_t traces[3];
            if (!errdiff_crossing_get(crossing, t, x, y, traces))
                return false;
            errdiff_processor_put(processor, x, y, traces);
        }
    }
    return true;
}

/* Dithers the CPU's pixels of row y in iterations begin..end − 1 of the group that starts with
 * `begin`: its own and those beyond the border. */
static inline void errdiff_hybrid_row(const struct errdiff_hybrid *hybrid,
                                      struct errdiff_processor *processor, int64_t begin,
                                      int64_t end, int y)
{
    const struct errdiff_split *split = &hybrid->split;
    const struct errdiff_iterations *iterations = &hybrid->knight.iterations;
    int first, last = errdiff_iterations_columns(iterations, begin, end, y, &first);
    int own = last < split->strip ? last : split->strip, beyond = own;
    for (int x = first > split->strip ? first : split->strip; x < last; x++)
        if (x < split->strip + split->right[x + iterations->slope * y - begin])
            beyond = x + 1;
    errdiff_processor_dither(processor, y, first, own, true);
    errdiff_processor_dither(processor, y, first > own ? first : own, beyond, false);
    for (int x = first > hybrid->to_gpu.first_x ? first : hybrid->to_gpu.first_x; x < own; x++) {
        int64_t t = x + iterations->slope * y;
        int32_t traces[3];
        if (!errdiff_hybrid_crosses(hybrid, begin, t))
            continue;
        errdiff_processor_get(processor, x, y, traces);
        errdiff_crossing_put(&hybrid->to_gpu, t, x, y, traces);
    }
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order of the variant of cuda-softsync that passes sums from row to row. This is plain
 * arithmetic, used by the GPU and by a test on the CPU.
 *
 * As in the general variant, a band is 32 rows, one in each lane of a warp, and a lane takes one
 * pixel in each step (softsync_any_order.h). But no lane reads the errors of another row. Each lane
 * keeps the latest errors of its own row in registers, computes from them what the rows below
 * receive, and passes the sums on to the lane below, which adds its own. below[k] is a sum for the
 * row k + 1 further down:
 *
 *     lane 0     e  e  e  e  e ──┬─ below[0] = Σ weight(dx, 1) · e + below[1] of the lane above
 *                                └─ below[1] = Σ weight(dx, 2) · e + below[2] of the lane above
 *     lane 1          e  e  e  e ──┬─ below[0] …
 *                                  └─ below[1] …
 *
 * So S of a pixel is below[0] of the lane above plus what its own row adds, and a kernel that
 * reaches R rows down needs R sums. In each step a lane sends each of them once for each channel.
 * What it sends at column x as below[0] is for the pixel in column x − (p − 1) of the next row: at
 * column x the tap that reaches furthest to the left, dx = 1 − p, has just been computed. After
 * k + 1 rows a sum that began as below[k] has moved k + 1 times as far, so a tap (dx, dy) applies
 * to the error that is
 *
 *     age = dy · (p − 1) + dx                                                      columns old.
 *
 * It must not be negative. For dy = 1 this is what makes p the slope; for further rows it asks for
 * a little more than the slope does, because sums pass through every row in between.
 *
 * The sums travel by a shuffle. Lane 0 receives those of the last lane of the band above as words
 * in memory (SOFTSYNC.md).
 *
 * Without a palette channels are independent of each other: a warp dithers one *plane* of a band,
 * which is one channel of its rows, or all three channels if there is a palette.
 */
#ifndef ERRDIFF_SOFTSYNC_SUMS_ORDER_H
#define ERRDIFF_SOFTSYNC_SUMS_ORDER_H

#include "device_job.h"

enum {
    ERRDIFF_SUMS_MAX_REACH = 3,
    ERRDIFF_SUMS_MAX_SLOPE = 5,
    ERRDIFF_SUMS_MAX_AGES = ERRDIFF_SUMS_MAX_REACH * ERRDIFF_SUMS_MAX_SLOPE + 1
};

/* Which kernels a CUDA kernel takes. The fields are constants there. */
struct errdiff_sums_shape {
    int channels; /* of a plane */
    int reach;    /* R: largest |dx| and dy; 1 if weights depend on tone */
    int slope;    /* p */
    bool by_tone;
};

/* The number of errors of its row that a lane keeps. */
HOST_DEVICE_INLINE int errdiff_sums_ages(const struct errdiff_sums_shape *shape)
{
    return shape->reach * shape->slope + 1;
}

/* Sums that a lane sends in a step. */
HOST_DEVICE_INLINE int errdiff_sums_count(const struct errdiff_sums_shape *shape)
{
    return shape->reach * shape->channels;
}

/* Sets *shape to the smallest one that suits the job; false if there is none. */
static inline bool errdiff_sums_shape_of(const struct errdiff_device_job *job,
                                         struct errdiff_sums_shape *shape)
{
    static const int sizes[][2] = {{1, 2}, {2, 2}, {2, 3}, {3, 4}}; /* reach, slope */
    enum { SIZES = sizeof sizes / sizeof *sizes };
    for (int i = 0; i < SIZES; i++) {
        const int reach = sizes[i][0], slope = sizes[i][1];
        bool suits = true;
        for (int t = 0; t < job->tap_count; t++) {
            const errdiff_tap *tap = &job->taps[t];
            suits &= tap->dx >= -reach && tap->dx <= reach && tap->dy <= reach &&
                     tap->dy * (slope - 1) + tap->dx >= 0;
        }
        shape->channels = job->rule.search ? 3 : 1;
        shape->reach = reach;
        shape->slope = slope;
        shape->by_tone = job->rule.tone_weights != NULL;
        if (suits)
            return true;
    }
    return false;
}

struct errdiff_sums_order {
    int width, height;
    int planes;
    int slope;
    int columns;  /* a lane sends sums at columns 0..columns − 1: at later ones they are 0 */
    int end_step; /* of a band; a multiple of ERRDIFF_SUMS_CHUNK */
};

enum { ERRDIFF_SUMS_LANES = 32, ERRDIFF_SUMS_CHUNK = 8 /* steps */ };

static inline struct errdiff_sums_order
errdiff_sums_order_of(const struct errdiff_device_job *job, const struct errdiff_sums_shape *shape)
{
    struct errdiff_sums_order order;
    order.width = job->in.width;
    order.height = job->in.height;
    order.planes = job->rule.channels / shape->channels;
    order.slope = shape->slope;
    order.columns = job->in.width + shape->reach * (shape->slope - 1);
    const int steps = order.columns + order.slope * (ERRDIFF_SUMS_LANES - 1);
    order.end_step = (steps - 1) / ERRDIFF_SUMS_CHUNK * ERRDIFF_SUMS_CHUNK + ERRDIFF_SUMS_CHUNK;
    return order;
}

HOST_DEVICE_INLINE int errdiff_sums_bands(const struct errdiff_sums_order *order)
{
    return (order->height - 1) / ERRDIFF_SUMS_LANES + 1;
}

/* How many bands can run concurrently. Each is behind the one above by its rows, and by about a
 * chunk for the way of the words. */
static inline size_t errdiff_sums_at_once(const struct errdiff_sums_order *order)
{
    return (size_t)(order->end_step / (order->slope * ERRDIFF_SUMS_LANES + ERRDIFF_SUMS_CHUNK)) + 1;
}

HOST_DEVICE_INLINE int errdiff_sums_column(const struct errdiff_sums_order *order, int step,
                                           int lane)
{
    return step - order->slope * lane;
}

/* The place of a lane in a step of plane `plane` of the band that is stored at place `number`. The
 * pixels of a lane in a chunk are next to each other, so that few instructions copy them. There are
 * places even for those pixels of a band's steps that are outside the image. */
HOST_DEVICE_INLINE int64_t errdiff_sums_place(const struct errdiff_sums_order *order, int number,
                                              int plane, int step, int lane)
{
    const int chunk = step / ERRDIFF_SUMS_CHUNK, in_chunk = step % ERRDIFF_SUMS_CHUNK;
    const int64_t chunks =
        ((int64_t)number * order->planes + plane) * (order->end_step / ERRDIFF_SUMS_CHUNK) + chunk;
    return (chunks * ERRDIFF_SUMS_LANES + lane) * ERRDIFF_SUMS_CHUNK + in_chunk;
}

/* ---- Words between bands ------------------------------------------------------------------- */

/* 32-bit words for the sums of a step: as many as one or more vector instructions load. */
HOST_DEVICE_INLINE int errdiff_sums_words(const struct errdiff_sums_shape *shape)
{
    const int count = errdiff_sums_count(shape);
    return count <= 2 ? count : (count + 3) / 4 * 4;
}

static inline size_t errdiff_sums_words_in_all(const struct errdiff_sums_order *order,
                                               const struct errdiff_sums_shape *shape)
{
    return (size_t)errdiff_sums_bands(order) * (size_t)order->planes * (size_t)order->end_step *
           (size_t)errdiff_sums_words(shape);
}

/* The index of the first word that the last lane of band `band` sends in a step. Those of the
 * following steps come next. */
HOST_DEVICE_INLINE int64_t errdiff_sums_word(const struct errdiff_sums_order *order,
                                             const struct errdiff_sums_shape *shape, int band,
                                             int plane, int step)
{
    return (((int64_t)band * order->planes + plane) * order->end_step + step) *
           errdiff_sums_words(shape);
}

/* In which of its steps the last lane of the band above sends the sums that lane 0 receives in
 * `step`; −1 if these are 0. */
HOST_DEVICE_INLINE int errdiff_sums_sent_at(const struct errdiff_sums_order *order,
                                            const struct errdiff_sums_shape *shape, int step)
{
    const int column = step + shape->slope - 1;
    return column < order->columns ? column + order->slope * (ERRDIFF_SUMS_LANES - 1) : -1;
}

#endif

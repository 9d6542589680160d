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
 * The sums travel by a shuffle. If a lane trails the one above by p columns, the next step waits
 * for the shuffle; with `delay` steps more it does not, but the band takes more steps. Lane 0
 * receives the sums of the last lane of the band above as words in memory (SOFTSYNC.md).
 */
#ifndef ERRDIFF_SOFTSYNC_SUMS_ORDER_H
#define ERRDIFF_SOFTSYNC_SUMS_ORDER_H

#include "softsync_any_order.h"

enum {
    ERRDIFF_SUMS_MAX_REACH = 3,
    ERRDIFF_SUMS_MAX_SLOPE = 4,
    ERRDIFF_SUMS_MAX_AGES = ERRDIFF_SUMS_MAX_REACH * ERRDIFF_SUMS_MAX_SLOPE + 1
};

/* Which kernels a CUDA kernel takes. The fields are constants there. */
struct errdiff_sums_shape {
    int channels;
    int reach; /* R: largest |dx| and dy; 1 if weights depend on tone */
    int slope; /* p */
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

/* Words for the sums of a step: two sums each. */
HOST_DEVICE_INLINE int errdiff_sums_words(const struct errdiff_sums_shape *shape)
{
    return (errdiff_sums_count(shape) + 1) / 2;
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
        shape->channels = job->rule.channels;
        shape->reach = reach;
        shape->slope = slope;
        shape->by_tone = job->rule.tone_weights != NULL;
        if (suits)
            return true;
    }
    return false;
}

struct errdiff_sums_order {
    struct errdiff_bands bands; /* where pixels are stored; its slope is slope + delay */
    int columns; /* a lane sends sums at columns 0..columns − 1: at later ones they are 0 */
};

static inline struct errdiff_sums_order
errdiff_sums_order_of(const struct errdiff_device_job *job, const struct errdiff_sums_shape *shape,
                      int delay)
{
    struct errdiff_sums_order order;
    order.bands = errdiff_bands_of(job, ERRDIFF_BAND_LANES);
    order.bands.slope = shape->slope + delay;
    order.columns = job->in.width + shape->reach * (shape->slope - 1);
    order.bands.end_step =
        errdiff_bands_chunks(order.columns + order.bands.slope * (ERRDIFF_BAND_LANES - 1));
    return order;
}

/* ---- Words between bands ------------------------------------------------------------------- */

static inline size_t errdiff_sums_words_in_all(const struct errdiff_sums_order *order,
                                               const struct errdiff_sums_shape *shape)
{
    return (size_t)errdiff_bands_count(&order->bands) * (size_t)order->columns *
           (size_t)errdiff_sums_words(shape);
}

/* The index of the first word that band `band` sends at `column`. Those of the following columns
 * come next. */
HOST_DEVICE_INLINE int64_t errdiff_sums_word(const struct errdiff_sums_order *order,
                                             const struct errdiff_sums_shape *shape, int band,
                                             int column)
{
    return ((int64_t)band * order->columns + column) * errdiff_sums_words(shape);
}

/* At which column the lane above sent the sums that lane 0 receives in a step. */
HOST_DEVICE_INLINE int errdiff_sums_sent_at(const struct errdiff_sums_shape *shape, int step)
{
    return step + shape->slope - 1;
}

/* Two sums of 31 bits. Bit 63 is set, and unwritten words are 0. */
HOST_DEVICE_INLINE uint64_t errdiff_sums_word_make(int32_t first, int32_t second)
{
    return (uint64_t)1 << 63 | (uint64_t)((uint32_t)second & 0x7FFFFFFF) << 31 |
           ((uint32_t)first & 0x7FFFFFFF);
}

HOST_DEVICE_INLINE void errdiff_sums_word_take(uint64_t word, int32_t sums[2])
{
    sums[0] = (int32_t)((uint32_t)word << 1) >> 1;
    sums[1] = (int32_t)((uint32_t)(word >> 31) << 1) >> 1;
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A span: adjacent pixels of one row. Error collection dithers a span in the same way in every
 * schedule; schedules differ in the order of spans and in where they store errors.
 */
#ifndef ERRDIFF_SPAN_H
#define ERRDIFF_SPAN_H

#include "engines/job.h"

/*
 * errors[dy][(x − begin) · n + i] is the error of channel first_channel + i, one of the span's n
 * channels, of the pixel at (x, y − dy), for dy = 0, for every dy of the kernel, and for every x
 * from which a tap collects. Outside the picture, also above it, errors must be 0. The span's own
 * errors are written to errors[0].
 */
struct errdiff_span {
    int y;
    int begin, end;                 /* columns begin..end − 1, inside the picture; one or more */
    int first_channel, end_channel; /* the channels to dither: all with a palette, one or all if
                                     * the job's has_fast_path is set */
    int32_t *errors[ERRDIFF_MAX_REACH + 1];
    uint8_t *tones[ERRDIFF_MAX_REACH + 1]; /* tones of the same pixels, at the same indices; used
                                            * only with tone-dependent weights */
};

/* The number of channels to dither. */
static inline int errdiff_span_channels(const struct errdiff_span *span)
{
    return span->end_channel - span->first_channel;
}

/*
 * Dithers the span by error collection: EC of Kasagi, Nakano and Ito 2014, section II, for every
 * part of the rule. In serpentine order odd rows run from right to left. Returns the number
 * of pixels for which errdiff_decide returned true.
 */
int64_t errdiff_span_dither(const struct errdiff_job *job, const struct errdiff_span *span);

/* Does what errdiff_span_dither does, faster, for a job with has_fast_path set. */
void errdiff_span_dither_fast(const struct errdiff_job *job, const struct errdiff_span *span);

/*
 * Dithers two spans with all channels in raster order, `lower` in the row below `upper`. This is
 * faster than one after the other, because the processor can overlap them, and gives the same
 * bytes. Returns the number of clamped pixels in both.
 *
 * The errors that `upper` collects must be known. Those that `lower` collects must be known, or be
 * those of `upper`, or zeros outside the picture. lower->errors[1] and upper->errors[0] must point
 * into the same array, and `upper` must not collect from elements that `lower` writes.
 */
int64_t errdiff_span_dither_pair(const struct errdiff_job *job, const struct errdiff_span *upper,
                                 const struct errdiff_span *lower);

/* Does what errdiff_span_dither_pair does, faster, for a job with has_fast_path set. */
void errdiff_span_dither_pair_fast(const struct errdiff_job *job, const struct errdiff_span *upper,
                                   const struct errdiff_span *lower);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A span, which is adjacent pixels of one row, and the fast path of dithering it: without the parts
 * of the rule that few jobs use. */
#ifndef ERRDIFF_SPAN_FAST_H
#define ERRDIFF_SPAN_FAST_H

#include "engines/job.h"

/*
 * errors[dy][(x − begin) · n + i] is the error of channel first_channel + i, one of the span's n
 * channels, of the pixel at (x, y − dy), for dy = 0, for every dy of the kernel, and for every x
 * from which a tap collects. Outside the image, also above it, errors must be 0. The span's own
 * errors are written to errors[0].
 */
struct errdiff_span {
    int y;
    int begin, end;                 /* columns begin..end − 1, inside the image; one or more */
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

/* Does what errdiff_span_dither (span.h) does, faster, for a job with has_fast_path set. */
void errdiff_span_dither_fast(const struct errdiff_job *job, const struct errdiff_span *span);

/* Does what errdiff_span_dither_pair (span.h) does, faster, for a job with has_fast_path set. */
void errdiff_span_dither_pair_fast(const struct errdiff_job *job, const struct errdiff_span *upper,
                                   const struct errdiff_span *lower);

#endif

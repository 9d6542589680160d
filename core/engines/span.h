/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A span: neighbouring pixels of one row. What error collection does with one is the same in every
 * schedule; schedules differ in which span comes when, and in where errors are kept.
 */
#ifndef ERRDIFF_SPAN_H
#define ERRDIFF_SPAN_H

#include "job/job.h"

/*
 * Errors are seen row by row, wherever the rows lie: errors[dy] + (x − begin) · job->channels +
 * channel is what the pixel at (x, y − dy) left, for every dy of the kernel, 0 included, and every
 * place that a tap collects from. Places outside the picture, above it too, must hold zeros.
 * The span's own errors are written to errors[0].
 */
struct errdiff_span {
    int y;
    int begin, end;                 /* columns begin..end − 1, inside the picture; one or more */
    int first_channel, end_channel; /* which channels; all of them with a palette */
    int32_t *errors[ERRDIFF_MAX_REACH + 1];
    uint8_t *tones[ERRDIFF_MAX_REACH + 1]; /* of the pixels that left the errors, at the same
                                            * places; only where weights depend on them */
};

/*
 * Dithers the span by error collection: EC of Kasagi, Nakano and Ito 2014, section II, for every
 * part of the rule. In serpentine order the odd rows run from their end to their begin. Returns how
 * many of its pixels a palette's clamp changed.
 */
int64_t errdiff_span_dither(const struct errdiff_job *job, const struct errdiff_span *span);

/* The same for all channels of a job that has_fast_path, faster. */
void errdiff_span_dither_fast(const struct errdiff_job *job, const struct errdiff_span *span);

/*
 * Dithers two spans, `lower` in the row below `upper`, which may be side by side then: faster than
 * one after the other, with the same bytes. Returns the clamped pixels of both. In raster order.
 *
 * What `lower` collects from the upper row must be finished, be in `upper`, or be a zero outside
 * the picture; what `upper` collects must be finished. lower->errors[1] must lie in the same memory
 * as upper->errors[0], and no place that `upper` collects from in that of lower->errors[0].
 */
int64_t errdiff_span_dither_pair(const struct errdiff_job *job, const struct errdiff_span *upper,
                                 const struct errdiff_span *lower);

/* The same for all channels of a job that has_fast_path. */
void errdiff_span_dither_pair_fast(const struct errdiff_job *job, const struct errdiff_span *upper,
                                   const struct errdiff_span *lower);

#endif

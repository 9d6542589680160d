/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Error collection dithers a span of pixels in the same way in every schedule; schedules differ in
 * the order of spans and in where they store errors.
 */
#ifndef ERRDIFF_SPAN_H
#define ERRDIFF_SPAN_H

#include "span_fast.h"

/*
 * Dithers the span by error collection: EC of Kasagi, Nakano and Ito 2014, section II, for every
 * part of the rule. In serpentine order odd rows run from right to left. Returns the number
 * of pixels for which errdiff_decide returned true.
 */
int64_t errdiff_span_dither(const struct errdiff_job *job, const struct errdiff_span *span);

/*
 * Dithers two spans with all channels in raster order, `lower` in the row below `upper`. This is
 * faster than one after the other, because the processor can overlap them, and gives the same
 * bytes. Returns the number of clamped pixels in both.
 *
 * The errors that `upper` collects must be known. Those that `lower` collects must be known, or be
 * those of `upper`, or zeros outside the image. lower->errors[1] and upper->errors[0] must point
 * into the same array, and `upper` must not collect from elements that `lower` writes.
 */
int64_t errdiff_span_dither_pair(const struct errdiff_job *job, const struct errdiff_span *upper,
                                 const struct errdiff_span *lower);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Follows a result along a span. */
#ifndef ERRDIFF_SPAN_FOLLOW_H
#define ERRDIFF_SPAN_FOLLOW_H

#include "span_fast.h"

/* Writes to span->errors[0], and with tone-dependent weights to span->tones[0], what
 * errdiff_span_dither (span.h) would write there, without a decision: job->out has the result
 * already, and job->run.decisions looks up what was decided. The errors also go to job->run.kept.
 * The span must have all channels. There is one function for each instruction set. */
void errdiff_span_follow_avx512(const struct errdiff_job *job, const struct errdiff_span *span);
void errdiff_span_follow_avx2(const struct errdiff_job *job, const struct errdiff_span *span);
void errdiff_span_follow_sse41(const struct errdiff_job *job, const struct errdiff_span *span);
void errdiff_span_follow_neon(const struct errdiff_job *job, const struct errdiff_span *span);
void errdiff_span_follow_c(const struct errdiff_job *job, const struct errdiff_span *span);

#endif

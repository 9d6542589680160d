/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Follows a result: finds the errors that its decisions have left, which engines do not keep. The
 * rule says how e follows from q, so they are the same for every engine. It is an engine that
 * collects errors which does this, with threads where it can: errdiff_span_dither then looks q up
 * in the result, which is faster than to find it.
 */
#ifndef ERRDIFF_FOLLOW_H
#define ERRDIFF_FOLLOW_H

#include "job.h"

/* Sets job->run.kept to the errors of a job that an engine has run without a carry. job->in must
 * not be in the memory of job->out. Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED. */
errdiff_status errdiff_follow(struct errdiff_job *job);

#endif

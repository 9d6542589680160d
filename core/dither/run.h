/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of a call that dithers. Each of them fills its part of the report. */
#ifndef ERRDIFF_RUN_H
#define ERRDIFF_RUN_H

#include "engines/engine.h"

/* Replaces options that are NULL with the defaults, and a report that is NULL with *unread. */
void errdiff_run_complete(const errdiff_options **options, errdiff_options *defaults,
                          errdiff_report **report, errdiff_report *unread);

/* Prepares *job as errdiff_job_prepare does, and picks its engine. The options are checked, and
 * have levels or a palette. Overwrites *report. In any case the caller releases *job with
 * errdiff_job_release. */
errdiff_status errdiff_run_prepare(struct errdiff_job *job, const struct errdiff_engine **engine,
                                   const errdiff_image *in, const errdiff_image *out,
                                   const errdiff_options *options, struct errdiff_carry *carry,
                                   errdiff_report *report);

/* Runs the job for the images, or for their pieces whose rows begin at `first_row` of the whole.
 * With "auto" other engines take over if `engine` drops out. */
errdiff_status errdiff_run(struct errdiff_job *job, const struct errdiff_engine *engine,
                           const errdiff_image *in, const errdiff_image *out, int first_row,
                           errdiff_report *report);

/* If `status` is ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED, for which the other steps write no
 * message, writes it. Returns `status`. `in` is the image, or the piece of it, that was read. */
errdiff_status errdiff_run_explain(errdiff_status status, const errdiff_image *in,
                                   errdiff_report *report);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of a call that dithers, each with its part of the report. */
#ifndef ERRDIFF_RUN_H
#define ERRDIFF_RUN_H

#include "engines/engine.h"

/* Puts defaults where a caller gave no options, and room for a report that nobody reads. */
void errdiff_run_complete(const errdiff_options **options, errdiff_options *defaults,
                          errdiff_report **report, errdiff_report *unread);

/* Prepares *job, as errdiff_job_prepare does, and picks its engine; fills *report anew. The job is to
 * be freed with errdiff_job_release in any case. */
errdiff_status errdiff_run_prepare(struct errdiff_job *job, const struct errdiff_engine **engine,
                                   const errdiff_image *in, const errdiff_image *out,
                                   const errdiff_options *options, struct errdiff_carry *carry,
                                   errdiff_report *report);

/* Runs the job, with "auto" by other engines where `engine` drops out. */
errdiff_status errdiff_run(struct errdiff_job *job, const struct errdiff_engine *engine,
                           errdiff_report *report);

/* Returns `status`, and says why where the steps before it left that unsaid. `in` is the picture, or
 * the piece of it, that was read. */
errdiff_status errdiff_run_explain(errdiff_status status, const errdiff_image *in,
                                   errdiff_report *report);

#endif

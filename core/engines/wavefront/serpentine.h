/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The wavefront in serpentine order. Row y + 1 starts where row y ends, so the rows of a channel
 * must be dithered one after the other. Only channels are dithered in parallel, in
 * as many threads as make the job faster.
 */
#ifndef ERRDIFF_SERPENTINE_H
#define ERRDIFF_SERPENTINE_H

#include "engines/job.h"

/* Returns whether the job is in serpentine order and has several independent channels: three
 * channels, levels instead of a palette, and a whole image. */
bool errdiff_serpentine_can_run(const struct errdiff_job *job);

/* Runs such a job; returns as errdiff_engine.run does. */
errdiff_status errdiff_serpentine_run(struct errdiff_job *job, errdiff_report *report);

#endif

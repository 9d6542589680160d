/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is left of the wavefront in serpentine order: row y + 1 starts where row y ends, so the rows
 * of a channel run one after the other, and only channels run side by side, in threads.
 */
#ifndef ERRDIFF_SERPENTINE_H
#define ERRDIFF_SERPENTINE_H

#include "job/job.h"

/* Whether the job is in serpentine order with channels that do not depend on each other: several,
 *, levels, and a whole picture. */
bool errdiff_serpentine_can_run(const struct errdiff_job *job);

/* Runs such a job, as struct errdiff_engine says. */
errdiff_status errdiff_serpentine_run(struct errdiff_job *job, errdiff_report *report);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The weights of all hogels. */
#ifndef ERRDIFF_HOLOGRAM_HOGELS_H
#define ERRDIFF_HOLOGRAM_HOGELS_H

#include "hologram_job.h"

/* Makes job->weights and job->slope, and counts the hogels in the report. Returns ERRDIFF_OK, or
 * ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED with the reason in report->message. */
errdiff_status errdiff_hogels_design(struct errdiff_hologram_job *job,
                                     const errdiff_hologram_options *options,
                                     errdiff_progress_share *share,
                                     errdiff_hologram_report *report);

#endif

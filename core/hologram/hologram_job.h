/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hologram with all that a schedule needs. */
#ifndef ERRDIFF_HOLOGRAM_JOB_H
#define ERRDIFF_HOLOGRAM_JOB_H

#include "hologram_quantizer.h"
#include "weights.h"

struct errdiff_hologram_job {
    errdiff_field hologram; /* h: what the options ask for, times s; the job's own */
    struct errdiff_hologram_quantiser quantiser;
    int hogel, hogel_columns, hogel_rows;
    struct errdiff_hologram_weights *weights; /* of the hogels, row by row */
    int slope;                                /* the least p of all of them */

    int threads;               /* as in the options */
    errdiff_progress progress; /* of the schedule alone */
    void *progress_user;
    errdiff_progress_share diffusion; /* what it tells, of the options' progress */
};

/* Checks the options and sets up a job, which is to be released in any case. Fills in *report, but for
 * what a schedule counts. Returns as errdiff_hologram_quantise does. */
errdiff_status errdiff_hologram_job_make(struct errdiff_hologram_job *job,
                                         const errdiff_field *hologram,
                                         const errdiff_hologram_options *options,
                                         errdiff_hologram_report *report);

void errdiff_hologram_job_release(struct errdiff_hologram_job *job);

#endif

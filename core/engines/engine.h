/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What an engine is: a schedule, the order in which and the place where the rule runs. An engine
 * knows the job and the rule, and nothing of another engine; auto/engine_choice.c alone knows them all.
 */
#ifndef ERRDIFF_ENGINE_H
#define ERRDIFF_ENGINE_H

#include "job/job.h"

#include <stdbool.h>

struct errdiff_engine {
    errdiff_engine_info info;

    bool takes_pieces; /* it can run a job that has a carry */
    bool has_threads;  /* it uses more than one, where the job lets it */
    bool is_on_gpu;    /* it works on the GPU, which is to be set up first */
    bool may_drop_out; /* a device can fail it on the way, with job->in still whole; "auto" then
                        * goes on with another engine */

    /* Whether it can run `job`; with job NULL, whether it can run on this machine at all. Where it
     * cannot, the reason goes to *reason (which may be NULL). NULL: it runs every such job,
     * anywhere. */
    bool (*can_run)(const struct errdiff_job *job, errdiff_message *reason);

    /* Runs the job. ERRDIFF_OK or ERRDIFF_CANCELLED; before anything is written ERRDIFF_NO_MEMORY,
     * or ERRDIFF_CANNOT_RUN with the reason in report->message; with may_drop_out the latter also
     * after some of job->out is written, where that is not job->in. Sets report->isa and
     * report->threads where they are not "" and 1. */
    errdiff_status (*run)(struct errdiff_job *job, errdiff_report *report);
};

extern const struct errdiff_engine errdiff_block;
extern const struct errdiff_engine errdiff_cuda_bwec;
extern const struct errdiff_engine errdiff_cuda_bwed;
extern const struct errdiff_engine errdiff_cuda_knight;
extern const struct errdiff_engine errdiff_cuda_pwec;
extern const struct errdiff_engine errdiff_cuda_pwed;
extern const struct errdiff_engine errdiff_cuda_softsync;
extern const struct errdiff_engine errdiff_handover;
extern const struct errdiff_engine errdiff_hybrid;
extern const struct errdiff_engine errdiff_serial_ec;
extern const struct errdiff_engine errdiff_serial_ed;
extern const struct errdiff_engine errdiff_wavefront;

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What an engine is: a schedule, the order in which and the place where the rule runs. An engine
 * knows the job and the rule, and nothing of another engine; engines.c alone knows them all.
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

/* ERRDIFF_OK where `name` is an engine's or "auto"; ERRDIFF_BAD_ARGUMENT, with the possible names
 * in *message (which may be NULL), where it is not. */
errdiff_status errdiff_engine_known(const char *name, errdiff_message *message);

/* Engine `index` of the list, without "auto"; NULL behind its end. */
const struct errdiff_engine *errdiff_engine_at(int index);

/*
 * The engine for a job. `name` is a known one, or "auto", which takes the one that is the fastest by
 * the model (model.h) of those that can run, and writes to *passed_over and job->passed_over those it
 * would have preferred, with their reasons. NULL where none can; *message says why.
 */
const struct errdiff_engine *errdiff_engine_pick(const char *name, struct errdiff_job *job,
                                                 errdiff_message *passed_over,
                                                 errdiff_message *message);

/* What "auto" takes where `dropped_out` did so, for which *message says why; that is added to
 * *passed_over. NULL where no other can run; *message then says so. */
const struct errdiff_engine *errdiff_engine_pick_after(const struct errdiff_engine *dropped_out,
                                                       struct errdiff_job *job,
                                                       errdiff_message *passed_over,
                                                       errdiff_message *message);

#endif

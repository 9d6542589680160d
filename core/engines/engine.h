/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An engine is a schedule: it determines in which order, and on which device, pixels are dithered.
 * An engine depends on the job and the rule, but not on other engines; only engine_list.h
 * names them all.
 */
#ifndef ERRDIFF_ENGINE_H
#define ERRDIFF_ENGINE_H

#include "engine_list.h"
#include "engines/job.h"

#include <stdbool.h>

struct errdiff_engine {
    errdiff_engine_info info;

    bool takes_pieces;   /* it can run a job with a carry */
    bool has_threads;    /* it uses several threads if the job lets it */
    bool is_on_gpu;      /* it uses the GPU, which must be set up first */
    bool is_always_best; /* "auto" takes it for each job that it can run, and else does not mention
                          * it */
    bool reads_pattern;  /* if all offsets repeat it needs no plane of them */
    bool may_drop_out;   /* it may fail during a run because of the device; job->in is then
                        * unchanged, and "auto" continues with another engine */

    /* Returns whether it can run `job` or, if job is NULL, whether it can run on this machine at
     * all; if not, with the reason in *reason (which may be NULL). A NULL function: it runs every
     * job on every machine. */
    bool (*can_run)(const struct errdiff_job *job, errdiff_message *reason);

    /* Runs the job. Returns ERRDIFF_OK; ERRDIFF_CANCELLED; ERRDIFF_NO_MEMORY, or ERRDIFF_CANNOT_RUN
     * with the reason in report->message, with nothing written. If may_drop_out is set,
     * ERRDIFF_CANNOT_RUN may come after part of job->out was written, unless that is job->in. Sets
     * report->isa and report->threads if they are not "" and 1. */
    errdiff_status (*run)(struct errdiff_job *job, errdiff_report *report);
};

#define ERRDIFF_DECLARE_CPU_ENGINE(symbol) extern const struct errdiff_engine errdiff_##symbol;
#define ERRDIFF_DECLARE_GPU_ENGINE(symbol, name, title, description) \
    ERRDIFF_DECLARE_CPU_ENGINE(symbol)
ERRDIFF_ENGINES(ERRDIFF_DECLARE_CPU_ENGINE, ERRDIFF_DECLARE_GPU_ENGINE)

#endif

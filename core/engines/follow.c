/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Follows a result: finds the errors that its decisions have left. */
#include "follow.h"

#include "decisions.h"
#include "engine.h"

#include <stdlib.h>

errdiff_status errdiff_follow(struct errdiff_job *job)
{
    struct errdiff_decisions *decisions = malloc(sizeof *decisions);
    if (!decisions)
        return ERRDIFF_NO_MEMORY;
    errdiff_decisions_make(decisions, job);
    job->run.decisions = decisions;
    job->run.kept->channels = job->rule.channels;
    job->run.kept->max_value = job->rule.max_value;

    int64_t clamped = job->run.clamped; /* an engine sets it */
    errdiff_report unread = {.engine = ""};
    errdiff_status status = ERRDIFF_CANNOT_RUN;
    if (errdiff_block.can_run(job, NULL))
        status = errdiff_block.run(job, &unread);
    if (status == ERRDIFF_CANNOT_RUN)
        status = errdiff_serial_ec.run(job, &unread);
    job->run.clamped = clamped;
    job->run.decisions = NULL;
    free(decisions);
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/translate.h"
#include "schedules.h"
#include "session.h"

bool errdiff_runs_rows_side_by_side(const struct errdiff_job *job, errdiff_message *reason)
{
    if (job->asked.serpentine)
        errdiff_host->fail(reason, ERRDIFF_CANNOT_RUN,
                           N_("in serpentine order each row begins where the row above it ends, so "
                              "rows cannot be processed in parallel"));
    return !job->asked.serpentine;
}

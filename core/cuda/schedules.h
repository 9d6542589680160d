/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The schedules of the module, one for each GPU engine of engine_list.h, each in its own file; and
 * a check that several of them share. */
#ifndef ERRDIFF_SCHEDULES_H
#define ERRDIFF_SCHEDULES_H

#include "engines/cuda_module.h"
#include "engines/engine_list.h"

#define ERRDIFF_SKIP_CPU_ENGINE(symbol)
#define ERRDIFF_DECLARE_SCHEDULE(symbol, name, title, description) \
    extern const struct errdiff_cuda_schedule errdiff_##symbol##_schedule;
ERRDIFF_ENGINES(ERRDIFF_SKIP_CPU_ENGINE, ERRDIFF_DECLARE_SCHEDULE)

/* An errdiff_cuda_schedule.can_run for schedules that run the rows of an image concurrently. */
bool errdiff_runs_rows_side_by_side(const struct errdiff_job *job, errdiff_message *reason);

#endif

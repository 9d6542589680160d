/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The schedules of the module, each in its own file, and a check that several of them share. */
#ifndef ERRDIFF_SCHEDULES_H
#define ERRDIFF_SCHEDULES_H

#include "engines/cuda_module.h"

extern const struct errdiff_cuda_schedule errdiff_cuda_bwec_schedule;
extern const struct errdiff_cuda_schedule errdiff_cuda_bwed_schedule;
extern const struct errdiff_cuda_schedule errdiff_cuda_knight_schedule;
extern const struct errdiff_cuda_schedule errdiff_cuda_pwec_schedule;
extern const struct errdiff_cuda_schedule errdiff_cuda_pwed_schedule;
extern const struct errdiff_cuda_schedule errdiff_cuda_softsync_schedule;
extern const struct errdiff_cuda_schedule errdiff_handover_schedule;
extern const struct errdiff_cuda_schedule errdiff_hybrid_schedule;

/* An errdiff_cuda_schedule.can_run for schedules that run the rows of a picture concurrently. */
bool errdiff_runs_rows_side_by_side(const struct errdiff_job *job, errdiff_message *reason);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_SERIAL_ED_FAST_H
#define ERRDIFF_SERIAL_ED_FAST_H

#include "engines/job.h"

/* Runs a job with has_fast_path set; faster than the code for every job. */
errdiff_status errdiff_serial_ed_fast(struct errdiff_job *job);

#endif

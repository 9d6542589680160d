/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_SERIAL_ED_PLAIN_H
#define ERRDIFF_SERIAL_ED_PLAIN_H

#include "job/job.h"

/* Runs a job that is_plain, faster than the engine's way for every job. */
errdiff_status errdiff_serial_ed_plain(struct errdiff_job *job);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The general form of cuda-softsync. */
#ifndef ERRDIFF_SOFTSYNC_ANY_RUN_H
#define ERRDIFF_SOFTSYNC_ANY_RUN_H

#include "session.h"

/* If this environment variable is set, as in "3x8", the general form takes all jobs, with 3 bands
 * in a launch and 8 rows in a band. The rows are rounded down to a power of two. */
#define ERRDIFF_BANDS_VARIABLE "ERRDIFF_CUDA_BANDS"

/* Runs any job except in serpentine order. To be passed to errdiff_session_run. */
errdiff_status errdiff_softsync_any_dither(struct errdiff_session *session);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The form of cuda-softsync for levels of 8-bit samples and kernels that only reach adjacent
 * pixels. */
#ifndef ERRDIFF_SOFTSYNC_LEVELS_H
#define ERRDIFF_SOFTSYNC_LEVELS_H

#include "session.h"

/*
 * Whether this form can run `job`, whose tables are in host memory. The job must have a fast path,
 * with 8 bits, no mask and full strength. Its weights must not be negative, must apply only to the
 * pixels to the right, below left, below and below right, and must add up to the divisor, which is
 * 16, 8, 4, 2 or 1. In such a job no error exceeds half the distance between two levels.
 */
bool errdiff_softsync_levels_can_run(const struct errdiff_job *job);

/* Runs such a job. To be passed to errdiff_session_run. */
errdiff_status errdiff_softsync_levels_dither(struct errdiff_session *session);

#endif

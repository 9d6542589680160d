/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The variants of cuda-softsync. Each `can_run` takes a job whose tables are in host memory; each
 * `dither` runs such a job, in a session of errdiff_session_run. */
#ifndef ERRDIFF_SOFTSYNC_VARIANTS_H
#define ERRDIFF_SOFTSYNC_VARIANTS_H

#include "session.h"

/* For 8-bit gray, two levels and Floyd–Steinberg weights. */
bool errdiff_softsync_gray_can_run(const struct errdiff_job *job);
errdiff_status errdiff_softsync_gray_dither(struct errdiff_session *session);

/*
 * For levels of 8-bit samples and kernels that only reach adjacent pixels. The job must have a fast
 * path and no mask, and pass all errors on. Its weights must not be negative, must apply only to
 * the pixels to the right, below left, below and below right, and must add up to the divisor, which
 * is 16, 8, 4, 2 or 1. In such a job no error exceeds half the distance between two levels.
 */
bool errdiff_softsync_levels_can_run(const struct errdiff_job *job);
errdiff_status errdiff_softsync_levels_dither(struct errdiff_session *session);

/* For kernels that reach at most three columns and rows, and for tone-dependent weights, unless the
 * tables do not fit into shared memory. */
bool errdiff_softsync_sums_can_run(const struct errdiff_job *job);
errdiff_status errdiff_softsync_sums_dither(struct errdiff_session *session);

/* If this environment variable is set, as in "3x8", the general variant takes all jobs, with 3
 * bands in a launch and 8 rows in a band. The rows are rounded down to a power of two. */
#define ERRDIFF_BANDS_VARIABLE "ERRDIFF_CUDA_BANDS"

/* For any job except in serpentine order. */
errdiff_status errdiff_softsync_any_dither(struct errdiff_session *session);

#endif

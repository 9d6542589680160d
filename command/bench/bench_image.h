/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pictures of `errdiff bench`. */
#ifndef CLI_BENCH_PICTURE_H
#define CLI_BENCH_PICTURE_H

#include "bench_job.h"

/* Allocates the pictures of a job, fills them, and touches all of their pages. Free them with
 * bench_picture_free. Returns ERRDIFF_OK; ERRDIFF_NO_MEMORY, also if memory cannot be pinned; or
 * the status of the engine that makes the expected result, with its reason in *message (which may
 * be NULL). */
errdiff_status bench_picture_make(struct bench_picture *picture, const struct bench_job *job,
                                  errdiff_message *message);
void bench_picture_free(struct bench_picture *picture);

/* Copies the bytes of `in` to `out` with that many threads. */
void bench_picture_copy(const struct bench_picture *picture, int threads);

/* Overwrites `out` and its copies, so that no earlier result is left in them. */
void bench_picture_clear(const struct bench_picture *picture);

/* Finds the first pixel, in raster order, at which `out` or a copy of it differs from `expected`.
 * Returns false if there is none. */
bool bench_picture_differs(const struct bench_picture *picture, int *x, int *y);

#endif

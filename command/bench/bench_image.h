/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The images of `errdiff bench`. */
#ifndef CLI_BENCH_IMAGE_H
#define CLI_BENCH_IMAGE_H

#include "bench_job.h"

/* Allocates the images of a job, fills them, and touches all of their pages. Free them with
 * bench_image_free. Returns ERRDIFF_OK; ERRDIFF_NO_MEMORY, also if memory cannot be pinned; or
 * the status of the engine that makes the expected result, with its reason in *message (which may
 * be NULL). */
errdiff_status bench_image_make(struct bench_image *image, const struct bench_job *job,
                                errdiff_message *message);
void bench_image_free(struct bench_image *image);

/* Copies the bytes of `in` to `out` with that many threads. */
void bench_image_copy(const struct bench_image *image, int threads);

/* Overwrites `out` and its copies, so that no earlier result is left in them. */
void bench_image_clear(const struct bench_image *image);

/* Finds the first pixel, in raster order, at which `out` or a copy of it differs from `expected`.
 * Returns false if there is none. */
bool bench_image_differs(const struct bench_image *image, int *x, int *y);

#endif

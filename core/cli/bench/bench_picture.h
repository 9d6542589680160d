/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is dithered to take the time of it. */
#ifndef CLI_BENCH_PICTURE_H
#define CLI_BENCH_PICTURE_H

#include "bench_job.h"

/* Makes the pictures of a job, all pages touched; to be freed with bench_picture_free. FALSE where
 * memory is short, or cannot be pinned. */
bool bench_picture_make(struct bench_picture *picture, const struct bench_job *job);
void bench_picture_free(struct bench_picture *picture);

/* Copies `in` to the memory of `out`, by as many threads. */
void bench_picture_copy(const struct bench_picture *picture, int threads);

/* Overwrites `out`, so that nothing of an earlier result is left in it. */
void bench_picture_clear(const struct bench_picture *picture);

/* Finds the first pixel, in raster order, where `out` is not as expected. FALSE where there is none. */
bool bench_picture_differs(const struct bench_picture *picture, int *x, int *y);

#endif

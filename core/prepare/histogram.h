/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The darkest and the lightest samples of an image. */
#ifndef ERRDIFF_HISTOGRAM_H
#define ERRDIFF_HISTOGRAM_H

#include "base/progress.h"
#include "base/team.h"
#include "gray.h"

/*
 * Sets counts[0..2^bits − 1] to how often each sample occurs in the image. All channels count
 * together or, if `gray` is not NULL, the grays of the pixels count; and pixels whose mask is 0 do
 * not count. Uses up to `threads` threads. Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY or
 * ERRDIFF_CANCELLED.
 */
errdiff_status errdiff_histogram_count(const errdiff_image *image, const struct errdiff_gray *gray,
                                       struct errdiff_threads threads,
                                       struct errdiff_progress_state *progress, int64_t *counts);

/*
 * Sets *black to the largest sample for which at most `share` percent of all samples of the image
 * are below it, and *white likewise to the smallest for which at most that many are above it, as
 * errdiff_histogram_count counts. The two differ; if there are no two such samples they are 0 and
 * the largest sample possible. Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED.
 */
errdiff_status errdiff_histogram_points(const errdiff_image *image, const struct errdiff_gray *gray,
                                        double share, struct errdiff_threads threads,
                                        struct errdiff_progress_state *progress, int32_t *black,
                                        int32_t *white);

#endif

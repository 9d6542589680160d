/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The small image that a palette is made for. */
#ifndef ERRDIFF_PALETTE_REDUCE_H
#define ERRDIFF_PALETTE_REDUCE_H

#include "base/progress.h"
#include "base/team.h"
#include "prepare/toned.h"

/* What becomes of a square of pixels. */
enum errdiff_reduced {
    ERRDIFF_REDUCED_MEAN, /* the mean light of those that are not masked */
    ERRDIFF_REDUCED_PICK  /* the first one that is not masked */
};

/*
 * Reduces an image, after the changes of tone, to at most `max_pixels` pixels, each for a square
 * of pixels, or the part of one that lies within the image. Squares that are masked as a whole are
 * so in the small image, too.
 *
 * small  set to the small image, of 3 channels of 8 bits. The caller frees small->data with
 *        free(), which frees its mask, too; NULL after a failure
 *
 * Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED.
 */
errdiff_status errdiff_palette_reduce(const struct errdiff_toned *toned,
                                      enum errdiff_reduced reduced, int max_pixels,
                                      struct errdiff_threads threads,
                                      struct errdiff_progress_state *progress,
                                      errdiff_image *small);

#endif

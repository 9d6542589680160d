/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the changes of tone depend on in an image as a whole. */
#ifndef ERRDIFF_INTERNAL_TONE_RANGE_H
#define ERRDIFF_INTERNAL_TONE_RANGE_H

#include "base/progress.h"
#include "base/team.h"
#include "gray.h"
#include "tone.h"

/*
 * Completes *tone: unless it has a range, finds the automatic white and gamma, and the samples that
 * a stretch makes black and white, in the whole image, whose pixels do not count where its mask
 * is 0. Where neither is asked for it does not read the image. `gray` is not NULL if colors
 * become gray first. Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED.
 */
errdiff_status errdiff_tone_find_range(struct errdiff_tone *tone, const errdiff_image *image,
                                       const struct errdiff_gray *gray,
                                       struct errdiff_threads threads,
                                       struct errdiff_progress_state *progress);

#endif

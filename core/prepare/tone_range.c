/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds what the changes of tone depend on in an image as a whole. */
#include "tone_range.h"

#include "automatic_tone.h"
#include "histogram.h"

errdiff_status errdiff_tone_find_range(struct errdiff_tone *tone, const errdiff_image *image,
                                       const struct errdiff_gray *gray,
                                       struct errdiff_threads threads,
                                       struct errdiff_progress_state *progress)
{
    if (tone->has_range)
        return ERRDIFF_OK;
    errdiff_status status = errdiff_automatic_tone_find(tone, image, gray, threads, progress);
    if (status == ERRDIFF_OK && tone->stretches)
        status = errdiff_histogram_points(image, gray, tone->stretch_share, threads, progress,
                                          &tone->black, &tone->white);
    tone->has_range = status == ERRDIFF_OK;
    return status;
}

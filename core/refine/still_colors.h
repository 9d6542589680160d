/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Frames whose still areas do not flicker after the search: where the input is still, in the sense
 * of prepare/stable.h, and the dithering gives a pixel the color that it gave in the frame before,
 * the pixel starts from the color that the search found in the frame before, and stays so.
 */
#ifndef ERRDIFF_STILL_COLORS_H
#define ERRDIFF_STILL_COLORS_H

#include "engines/job.h"
#include "refine_rule.h"

/* What a frame leaves for the next one, in planes of `width` numbers in each row. */
struct errdiff_frame_colors {
    bool has_any;                        /* there is a frame before that was searched */
    struct errdiff_refine_tables tables; /* of its search; with others numbers have no meaning */
    int32_t *dithered, *searched;        /* the number of each pixel's color after each */
    int32_t *start;                      /* of this frame: from which numbers the search starts */
    uint8_t *stays;                      /* of this frame: 1 where a pixel stays */
};

/* Before the search: finds the pixels that stay, and writes into job->out what they were in the
 * frame before. Sets *stays to the plane of those pixels, or to NULL if there is no frame before.
 * Changes nothing that another engine would need if the search fails. Returns ERRDIFF_OK,
 * ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED. */
errdiff_status errdiff_still_colors_begin(struct errdiff_job *job,
                                          const struct errdiff_refine_tables *tables,
                                          const uint8_t **stays);

/* After the search: keeps what it found for the next frame. Returns as errdiff_still_colors_begin
 * does. */
errdiff_status errdiff_still_colors_end(struct errdiff_job *job,
                                        const struct errdiff_refine_tables *tables);

#endif

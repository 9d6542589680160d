/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resizes images. */
#ifndef RESIZE_IMAGE_H
#define RESIZE_IMAGE_H

#include "resize_plan.h"

#include <stdint.h>

/* Resizes the part of `from` that the plan names to plan->width × plan->height pixels: in linear
 * light, with colors multiplied by alpha, by zimg's bicubic filter (Catmull and Rom).
 *
 * from, to                sRGB with 1 or 3 channels each, of the same number of bits; `to` has the
 *                         plan's size, and its samples are written
 * from_alpha, to_alpha    their alpha channels, of the same sizes; both NULL: the image is opaque
 * progress                is often called in this thread, with 0 for what is done, and can cancel;
 *                         NULL: nothing can
 * progress_user           its first argument
 *
 * Returns ERRDIFF_OK, ERRDIFF_CANCELLED or, with the reason in *message, ERRDIFF_NO_MEMORY, or
 * ERRDIFF_CANNOT_RUN if this was built without zimg, or zimg failed. */
errdiff_status resize_image(const errdiff_image *from, const errdiff_image *from_alpha,
                            const errdiff_image *to, const errdiff_image *to_alpha,
                            const struct resize_plan *plan, errdiff_progress progress,
                            void *progress_user, errdiff_message *message);

/* How many bytes resize_image takes for an image of width × height pixels, besides both images. */
uint64_t resize_image_bytes(int width, int height, bool has_alpha, const struct resize_plan *plan);

#endif

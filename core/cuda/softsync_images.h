/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores images in the order of the steps (softsync_any_order.h, softsync_samples.h), for the
 * general variant of cuda-softsync. */
#ifndef ERRDIFF_SOFTSYNC_IMAGES_H
#define ERRDIFF_SOFTSYNC_IMAGES_H

#include "in_slices.h"
#include "softsync_any_order.h"
#include "softsync_samples.h"

struct errdiff_band_images {
    struct errdiff_device_job job;
    struct errdiff_any_bands bands;
    uint64_t *inputs;           /* of `ring` bands */
    uint32_t *levels;           /* of `ring` bands */
    int ring;                   /* band b is stored at place b % ring */
    int first_band, band_count; /* of a slice */
};

/* Sets the images of a part of a slice. `job` and `bands` must be set. */
void errdiff_band_images_set(struct errdiff_band_images *images,
                             const struct errdiff_slice_plan *plan,
                             const struct errdiff_slice_part *part);

/* Runs the session's job. `launch`, `cancel` and `more` of the plan must be set, and `more` must
 * point to a struct that begins with a struct errdiff_band_images. */
errdiff_status errdiff_run_bands_in_slices(struct errdiff_session *session,
                                           struct errdiff_slice_plan *plan);

#endif

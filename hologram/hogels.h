/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The weights of all hogels. */
#ifndef ERRDIFF_HOLOGRAM_HOGELS_H
#define ERRDIFF_HOLOGRAM_HOGELS_H

#include "weights.h"

/*
 * Designs the weights of all hogels of a hologram of width × height pixels. `weights` has room for
 * report->hogels of them and gets them row by row. Counts the hogels in the report, and sets its
 * slope to the least that suits all of them.
 *
 * Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED.
 */
errdiff_status errdiff_hogels_design(struct errdiff_hologram_weights *weights, int width,
                                     int height, const errdiff_hologram_options *options,
                                     errdiff_progress_share *share,
                                     errdiff_hologram_report *report);

#endif

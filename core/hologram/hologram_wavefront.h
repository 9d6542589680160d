/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_HOLOGRAM_WAVEFRONT_H
#define ERRDIFF_HOLOGRAM_WAVEFRONT_H

#include "hologram_job.h"

/* Bands of 32 rows (band.h) on all processors, each waiting for the band above it alone. `levels` and
 * the return value are those of errdiff_hologram_quantise; fills in report->clipped. */
errdiff_status errdiff_hologram_wavefront(const struct errdiff_hologram_job *job, uint16_t *levels,
                                          errdiff_hologram_report *report);

#endif

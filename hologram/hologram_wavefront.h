/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_HOLOGRAM_WAVEFRONT_H
#define ERRDIFF_HOLOGRAM_WAVEFRONT_H

#include "hologram_job.h"

/* Runs bands of 32 rows (hologram_band.h) in threads; each band waits only for the one above it.
 * `levels` and the return value are as in errdiff_hologram_quantize. Sets report->clipped, isa
 * and threads. */
errdiff_status errdiff_hologram_wavefront(const struct errdiff_hologram_job *job, uint16_t *levels,
                                          errdiff_hologram_report *report);

#endif

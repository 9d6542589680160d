/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_HOLOGRAM_SERIAL_H
#define ERRDIFF_HOLOGRAM_SERIAL_H

#include "hologram_job.h"

/* The schedule that the others are measured against: one thread, raster order. `levels` and the
 * return value are those of errdiff_hologram_quantise; fills in report->clipped. */
errdiff_status errdiff_hologram_serial(const struct errdiff_hologram_job *job, uint16_t *levels,
                                       errdiff_hologram_report *report);

#endif

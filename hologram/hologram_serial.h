/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_HOLOGRAM_SERIAL_H
#define ERRDIFF_HOLOGRAM_SERIAL_H

#include "hologram_job.h"

/* The reference engine, with one thread and raster order. Every other engine must give the same
 * levels. `levels` and the return value are as in errdiff_hologram_quantize. Sets
 * report->clipped. */
errdiff_status errdiff_hologram_serial(const struct errdiff_hologram_job *job, uint16_t *levels,
                                       errdiff_hologram_report *report);

#endif

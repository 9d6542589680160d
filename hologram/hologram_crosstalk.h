/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_HOLOGRAM_CROSSTALK_H
#define ERRDIFF_HOLOGRAM_CROSSTALK_H

#include "hologram_job.h"

/* Like errdiff_hologram_serial, for a display with crosstalk (crosstalk.h): job->crosstalk is above
 * 0. */
errdiff_status errdiff_hologram_with_crosstalk(const struct errdiff_hologram_job *job,
                                               uint16_t *levels, errdiff_hologram_report *report);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Refines the levels of a hologram after they are quantized. */
#ifndef ERRDIFF_HOLOGRAM_REFINE_LEVELS_H
#define ERRDIFF_HOLOGRAM_REFINE_LEVELS_H

#include "hologram_job.h"

/*
 * Changes levels so that the light that they send to the window comes closer to that of the
 * hologram, times the factor with which it is closest at first. Light outside the window is free to
 * be anything. NaN and infinity in the hologram count as 0. Each of the options->refine passes
 * propagates light to the window and back, or in a preview filters it, and searches once through
 * all pixels (level_search.h). The levels never become worse.
 *
 * Sets report->refined. Progress is reported to job->search. Returns ERRDIFF_OK,
 * ERRDIFF_NO_MEMORY, ERRDIFF_CANNOT_RUN or ERRDIFF_CANCELLED.
 */
errdiff_status errdiff_hologram_refine_levels(uint16_t *levels, const errdiff_field *hologram,
                                              struct errdiff_hologram_job *job,
                                              const errdiff_hologram_options *options,
                                              errdiff_hologram_report *report);

#endif

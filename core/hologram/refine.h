/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Refines what a phase display shows before it is quantized. */
#ifndef ERRDIFF_HOLOGRAM_REFINE_H
#define ERRDIFF_HOLOGRAM_REFINE_H

#include "hologram_job.h"

/*
 * Changes a field of modulus 1 so that the light that it sends to the window comes closer to that
 * of the hologram times `scale`. Light outside the window is free to be anything. NaN and infinity
 * count as 0. Each of the options->refine passes propagates light to the window and back or, in a
 * preview, filters it.
 *
 * Progress is reported to job->refinement. Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY or
 * ERRDIFF_CANCELLED.
 */
errdiff_status errdiff_hologram_refine(errdiff_field *shown, const errdiff_field *hologram,
                                       struct errdiff_hologram_job *job,
                                       const errdiff_hologram_options *options, double scale);

#endif

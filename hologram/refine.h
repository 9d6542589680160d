/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Refines what a phase display shows before it is quantized. */
#ifndef ERRDIFF_HOLOGRAM_REFINE_H
#define ERRDIFF_HOLOGRAM_REFINE_H

#include "hologram_job.h"

/*
 * Changes a field of modulus 1 so that the light that it sends to the window comes closer to that
 * of the hologram times report->scale. Light outside the window is free to be anything. NaN and
 * infinity count as 0. Each of the options->refine passes propagates light to the window and back
 * or, in a preview, filters it.
 *
 * With prefers_gpu the GPU does that if it can, except in a preview. Its Fourier transforms round
 * differently from the processor's, so the result differs a little. Sets report->refined,
 * refined_on_gpu and not_refined_on_gpu.
 *
 * Progress is reported to job->refinement. Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY or
 * ERRDIFF_CANCELLED.
 */
errdiff_status errdiff_hologram_refine(errdiff_field *shown, const errdiff_field *hologram,
                                       struct errdiff_hologram_job *job,
                                       const errdiff_hologram_options *options, bool prefers_gpu,
                                       errdiff_hologram_report *report);

#endif

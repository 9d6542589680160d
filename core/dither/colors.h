/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_COLORS_H
#define ERRDIFF_COLORS_H

#include "engines/engine.h"

/*
 * Checks the options and the shape of `in`, replaces levels that are automatic, and prepares the
 * job as errdiff_run_prepare does. The time that it takes to make a palette is part of
 * report->prepare_ms. Overwrites *report. In any case the caller releases *job with
 * errdiff_job_release.
 */
errdiff_status errdiff_colors_prepare(struct errdiff_job *job, const struct errdiff_engine **engine,
                                      const errdiff_image *in, const errdiff_image *out,
                                      const errdiff_options *options, struct errdiff_carry *carry,
                                      errdiff_report *report);

#endif

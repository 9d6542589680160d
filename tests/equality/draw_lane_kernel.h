/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs that are drawn for a variant of a lane kernel of the wavefront, so that each variant has as
 * many as the others. */
#ifndef EQUALITY_DRAW_LANE_KERNEL_H
#define EQUALITY_DRAW_LANE_KERNEL_H

#include "../support/random.h"
#include "job.h"
#include "lane_kernels.h"

/* Fills a job of zeros with one that nearly always runs the variant: the library has the last word
 * on which code runs a job. */
void draw_lane_kernel_job(struct random *random, const struct variant *variant, struct job *job);

#endif

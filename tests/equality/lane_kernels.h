/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The variants of the wavefront's lane kernels: the kind of job for which there is special code,
 * and the part of it that runs. Other code runs at the ends of the rows and with a mask than in
 * tiles in which all lanes dither, and only wide images have such tiles.
 */
#ifndef EQUALITY_LANE_KERNELS_H
#define EQUALITY_LANE_KERNELS_H

#include "engines/wavefront/wave_plan.h"

enum variant_part { PART_EDGES, PART_INNER, PART_MASKED, VARIANT_PARTS };

struct variant {
    int is_narrow;
    int channels;
    enum variant_part part;
    enum errdiff_narrow_kernel narrow_kernel;
    enum errdiff_narrow_levels levels;
    enum errdiff_wide_kernel wide_kernel;
    enum errdiff_wide_decision decision;
    enum errdiff_wide_rounding_kind rounding;
    int in_registers;
};

/* They are the same on every machine. */
int lane_kernels_count(void);
const struct variant *lane_kernels_get(int index);

/* Counts a job that the wavefront has run: finds its variants from the plan that it has made. */
void lane_kernels_note(const errdiff_image *in, const errdiff_image *out,
                       const errdiff_options *options);

/* For each instruction set that ran jobs: prints how many each variant had if `all`, or else the
 * fewest and the most. Returns how many variants had less than `min`, and names them. */
int lane_kernels_report(int all, long min);

#endif

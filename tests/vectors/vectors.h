/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What errdiff-vectors compares, each for one instruction set. */
#ifndef ERRDIFF_VECTORS_H
#define ERRDIFF_VECTORS_H

#include "../support/random.h"
#include "engines/wavefront/wave_plan.h"
#include "engines/wavefront/wave_run.h"
#include "probe.h"
#include "rule/rounding.h"

#include <stddef.h>

/* What all checks draw from. */
extern struct random vectors_random;

/* Counts a failure and says what is wrong, of the first ones. */
void failed(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A fast piece and its plain twin, in medians of interleaved rounds. */
typedef void timed_call(void *user);
void compare_times(const char *name, timed_call *fast, timed_call *plain, void *user);

/* The operations of vector.h against loops over lanes. */
void check_operations(const struct probe_vectors *vectors);
void time_operations(const struct probe_vectors *vectors);

/* How 16-bit lanes decide, for each number of levels and each modified sample or, with 512 levels
 * or more, each sample and corrections near their bounds and elsewhere; how 32-bit lanes
 * round, for each sum that floats are used for, and for random and extreme ones in doubles. */
void check_decisions(probe_decide *decide, const struct errdiff_isa *isa);
void check_fine_decisions(probe_decide_fine *decide);
void check_rounding(probe_round *round_sums);

/* How 32-bit lanes find levels of any number and colors of any palette, and split errors by
 * tone. */
void check_levels_of_any_number(probe_find_levels *find);
void check_colors(probe_find_colors *find);
void check_places(probe_find_places *find);
void check_split(probe_split *split);

/* The fewest cycles of a step in each lane kernel, which waits for nothing but the step before. */
void time_chains(probe_chain *narrow, probe_chain *wide);

/* Both lane kernels, band by band in one thread, against the plain C ones and engine serial-ec. */
void check_lane_kernels(const struct errdiff_isa *isa, const struct errdiff_isa *plain);
void time_lane_kernels(const struct errdiff_isa *isa, const struct errdiff_isa *plain);

#endif

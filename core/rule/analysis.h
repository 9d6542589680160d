/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts about a job from which engines choose their code. They are found once, by
 * errdiff_job_prepare, for all engines, and are those of the prepared image. */
#ifndef ERRDIFF_ANALYSIS_H
#define ERRDIFF_ANALYSIS_H

#include "rule/kernel_shape.h"
#include "rule/rule.h"

struct errdiff_analysis {
    struct errdiff_kernel_shape kernel;

    /* Whether the job has levels, fixed weights, display values, no noise and no detail. */
    bool has_plain_levels;

    /* Whether engines may use their fast paths. The job then has plain levels, and its output has
     * as many bits as its input. It may be in serpentine order. */
    bool has_fast_path;

    /* Whether job->in has a mask when an engine runs: the caller's, or that of exact colors. Before
     * an image is set job->in does not tell it. Pieces of an image may differ in it. */
    bool has_mask;

    int max_level_count; /* over the channels; 0 with a palette */

    /* Whether no weight is negative, and their sum, times t, is at most the divisor: c is then at
     * most a weighted mean of errors. */
    bool is_mean;

    /*
     * No |e| is greater than this, with 4 fractional bits. With levels it is E, half of the largest
     * step between two levels, if errors of at most E cause a correction of at most E: s is then
     * at most E away from the nearest level or, outside 0..16·W, from the outermost one. Else it is
     * 16·W, the limit to which the rule clamps errors.
     */
    int32_t error_bound;
    bool never_clamps; /* the bound is E, so the clamp of the rule never changes an error */

    /* Whether the chain from pixel to pixel need not wait for decisions (engines/span_fast.c):
     * there are two levels, nothing is ever clamped, sums are rounded by a shift, and 32 bits hold
     * all terms, which are sums of products weight · 16·W with |weights| that sum to the divisor or
     * little more. */
    bool has_short_chain;
};

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which jobs cuda-shuffle can run, and what it needs to know about their rule. */
#ifndef ERRDIFF_BLOCK_SHUFFLE_H
#define ERRDIFF_BLOCK_SHUFFLE_H

#include "two_levels.h"

struct errdiff_shuffle_rule {
    int32_t own;      /* weight of the left neighbor's error */
    int32_t above[3]; /* weights of the errors of the row above, 1, 2 and 3 steps old */
    struct errdiff_two_levels levels;
};

/* Returns whether the rule of `job`, whose tables are in host memory, is of this kind, and sets
 * *rule. In such a job no error can leave −16·W..16·W, so nothing is clamped. The answer is the
 * same before and after the job's images are set. */
static inline bool errdiff_shuffle_rule_make(struct errdiff_shuffle_rule *rule,
                                             const struct errdiff_job *job)
{
    const struct errdiff_shuffle_rule none = {0, {0}, {0, 0, 0, 0, 0}};
    const struct errdiff_kernel_shape *shape = &job->analysis.kernel;
    *rule = none;
    if (!errdiff_two_levels_make(&rule->levels, job) || shape->reach_up != 1)
        return false;
    for (int i = 0; i < job->asked.kernel.tap_count; i++) {
        const errdiff_tap *tap = &job->asked.kernel.taps[i];
        int steps = tap->dx + shape->slope * tap->dy;
        if (steps > (tap->dy == 0 ? 1 : 3))
            return false;
        if (tap->dy == 0)
            rule->own = tap->weight;
        else
            rule->above[steps - 1] = tap->weight;
    }
    return true;
}

#endif

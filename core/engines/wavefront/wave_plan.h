/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans a job for the lane kernel and the instruction set that are to run it. */
#ifndef ERRDIFF_WAVE_PLAN_H
#define ERRDIFF_WAVE_PLAN_H

#include "narrow_plan.h"
#include "wide_plan.h"

/* The lane kernels for one of the instruction sets that they are compiled for. */
struct errdiff_isa {
    const char *name;
    const struct errdiff_lane_kernel *narrow, *wide;
};

/* Returns those for the set that errdiff_instruction_set_pick picks; NULL, with the reason in
 * *message (which may be NULL), if it picks none. */
const struct errdiff_isa *errdiff_isa_pick(errdiff_message *message);

/* Must not be moved, since the wave points to the lane kernel's plan. */
struct errdiff_wave_plan {
    struct errdiff_wave wave;
    bool is_narrow; /* or else wide */
    union {
        struct errdiff_narrow_plan narrow;
        struct errdiff_wide_plan wide;
    };
};

/* Plans a job that the wide lane kernel can run (errdiff_wide_can_run): for narrow if that can run
 * it, or else for wide. */
void errdiff_wave_make_plan(struct errdiff_wave_plan *plan, const struct errdiff_job *job,
                            const struct errdiff_isa *isa);

/* Plans a job for the lane kernel that the caller has chosen. Returns false if that cannot run the
 * job. */
bool errdiff_wave_make_plan_for(struct errdiff_wave_plan *plan, const struct errdiff_job *job,
                                const struct errdiff_isa *isa, bool is_narrow);

/* Which code of the lane kernels runs a job. */
struct errdiff_wave_description {
    bool is_narrow; /* 16-bit lanes, or else 32-bit lanes */
    int channels;   /* dithered channels */
    bool has_mask;
    bool has_inner_tiles; /* no mask, and in some tiles the samples of all lanes are dithered */

    /* With 16-bit lanes: */
    enum errdiff_narrow_kernel narrow_kernel;
    enum errdiff_narrow_levels levels;

    /* With 32-bit lanes: */
    enum errdiff_wide_kernel wide_kernel;
    enum errdiff_wide_decision decision;
    enum errdiff_wide_rounding_kind rounding;
    bool in_registers;
};

struct errdiff_wave_description errdiff_wave_describe(const struct errdiff_wave_plan *plan);

#endif

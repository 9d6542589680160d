/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the instruction set and the width of the lanes with which the wavefront engine runs a
 * job. */
#include "wave_plan.h"

#include "base/instruction_set.h"

static const struct errdiff_isa sets[ERRDIFF_INSTRUCTION_SETS] = {
#ifdef ERRDIFF_X86
    [ERRDIFF_AVX512] = {"avx512", &errdiff_narrow_avx512, &errdiff_wide_avx512},
    [ERRDIFF_AVX2] = {"avx2", &errdiff_narrow_avx2, &errdiff_wide_avx2},
    [ERRDIFF_SSE41] = {"sse4.1", &errdiff_narrow_sse41, &errdiff_wide_sse41},
#elif defined(ERRDIFF_ARM64)
    [ERRDIFF_NEON] = {"neon", &errdiff_narrow_neon, &errdiff_wide_neon},
#endif
    [ERRDIFF_PLAIN_C] = {"c", &errdiff_narrow_c, &errdiff_wide_c},
};

const struct errdiff_isa *errdiff_isa_pick(errdiff_message *message)
{
    enum errdiff_instruction_set set;
    return errdiff_instruction_set_pick(&set, message) ? &sets[set] : NULL;
}

bool errdiff_wave_make_plan_for(struct errdiff_wave_plan *plan, const struct errdiff_job *job,
                                const struct errdiff_isa *isa, bool is_narrow)
{
    plan->wave = errdiff_wave_of(job);
    plan->is_narrow = is_narrow;
    errdiff_wave_set_lane_kernel(&plan->wave, is_narrow ? isa->narrow : isa->wide);
    plan->wave.plan = is_narrow ? (const void *)&plan->narrow : &plan->wide;
    if (is_narrow)
        return errdiff_narrow_plan(&plan->narrow, &plan->wave);
    if (!errdiff_wide_can_run(job))
        return false;
    errdiff_wide_plan(&plan->wide, &plan->wave);
    return true;
}

void errdiff_wave_make_plan(struct errdiff_wave_plan *plan, const struct errdiff_job *job,
                            const struct errdiff_isa *isa)
{
    if (!errdiff_wave_make_plan_for(plan, job, isa, true))
        errdiff_wave_make_plan_for(plan, job, isa, false);
}

static bool has_inner_tiles(const struct errdiff_wave *wave)
{
    if (wave->job->analysis.has_mask || wave->job->in.height < wave->lane_kernel->lanes)
        return false;
    for (int tile = 0; tile < errdiff_tile_count(wave); tile++)
        if (!errdiff_is_edge(wave, tile))
            return true;
    return false;
}

struct errdiff_wave_description errdiff_wave_describe(const struct errdiff_wave_plan *plan)
{
    struct errdiff_wave_description description = {
        .is_narrow = plan->is_narrow,
        .channels = plan->wave.job->rule.channels,
        .has_mask = plan->wave.job->analysis.has_mask,
        .has_inner_tiles = has_inner_tiles(&plan->wave),
    };
    if (plan->is_narrow) {
        description.narrow_kernel = plan->narrow.kernel;
        description.levels = plan->narrow.levels;
        return description;
    }
    description.wide_kernel = plan->wide.kernel;
    description.decision = plan->wide.decision;
    description.rounding = plan->wide.rounding.kind;
    description.in_registers = plan->wide.in_registers;
    return description;
}

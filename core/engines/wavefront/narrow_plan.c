/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "narrow_plan.h"

#include "two_levels.h"

enum { WHITE = UINT8_MAX << ERRDIFF_FRACTION_BITS };

/* Whether 16 bits hold every sum of errors, and no error is ever clamped, which the steps leave
 * out. README.md has the proof. */
static bool sums_fit(const struct errdiff_job *job)
{
    const struct errdiff_analysis *analysis = &job->analysis;
    return analysis->never_clamps &&
           (int64_t)analysis->kernel.absolute_weight_sum * analysis->error_bound +
                   job->rule.rounding.half <=
               INT16_MAX;
}

static enum errdiff_narrow_kernel find_kernel(const struct errdiff_job *job)
{
    if (!job->analysis.is_full_strength || !job->analysis.kernel.has_known_divisor)
        return ERRDIFF_NARROW_ANY;
    switch (job->analysis.kernel.known) {
    case ERRDIFF_KERNEL_FLOYD_STEINBERG:
        return ERRDIFF_NARROW_FLOYD_STEINBERG;
    case ERRDIFF_KERNEL_SIERRA_LITE:
        return ERRDIFF_NARROW_SIERRA_LITE;
    case ERRDIFF_KERNEL_ATKINSON:
        return ERRDIFF_NARROW_ATKINSON;
    default:
        return ERRDIFF_NARROW_ANY;
    }
}

static void make_thresholds(struct errdiff_narrow_quantizer *narrow,
                            const struct errdiff_quantizer *quantizer)
{
    for (int i = 0; i < ERRDIFF_FEW_LEVELS - 1; i++) {
        bool is_there = i + 1 < quantizer->level_count;
        narrow->threshold[i] = is_there ? (int16_t)quantizer->threshold[i] : INT16_MAX;
        narrow->step[i] = is_there ? (int16_t)(quantizer->output[i + 1] - quantizer->output[i]) : 0;
    }
}

static uint32_t high_product(uint32_t a, uint32_t b)
{
    return (a & UINT16_MAX) * (b & UINT16_MAX) >> 16;
}

/* o(i), as a step reckons it. */
static int32_t reckoned_output(const struct errdiff_narrow_quantizer *narrow, int32_t level)
{
    uint32_t place = (uint32_t)level * narrow->output_scale + narrow->output_offset;
    return (int32_t)(high_product(place, narrow->output_factor) >> 7);
}

/* Whether what is reckoned is what the rule says, for every level and every modified sample. */
static bool is_right(const struct errdiff_narrow_quantizer *narrow,
                     const struct errdiff_quantizer *quantizer)
{
    for (int32_t i = 0; i < quantizer->level_count; i++)
        if (reckoned_output(narrow, i) != quantizer->output[i])
            return false;
    for (int32_t modified = 0; modified <= WHITE; modified++) {
        int32_t level = (int32_t)(high_product((uint32_t)modified << 4, narrow->level_factor) >>
                                  narrow->level_shift);
        int32_t lower = reckoned_output(narrow, level);
        int32_t upper = reckoned_output(narrow, level + 1);
        level += modified > (lower + upper) << 3;
        if (level != errdiff_quantize(quantizer, false, modified))
            return false;
    }
    return true;
}

static bool make_factors(struct errdiff_narrow_quantizer *narrow,
                         const struct errdiff_quantizer *quantizer)
{
    uint32_t steps = (uint32_t)quantizer->level_count - 1;
    /* level = s · steps / WHITE, with as many bits as fit. */
    while (((uint64_t)steps << (17 + narrow->level_shift)) / (WHITE << 4) <= UINT16_MAX)
        narrow->level_shift++;
    narrow->level_factor =
        (uint16_t)(((uint64_t)steps << (16 + narrow->level_shift)) / (WHITE << 4));

    /* o(i) = i · 255 / steps + 1/2, in 2^23rds: one level more must fit, too. */
    uint32_t scale = UINT16_MAX / (steps + 2);
    uint64_t unit = (uint64_t)scale * steps;
    narrow->output_scale = (uint16_t)scale;
    for (int64_t nudge = -4; nudge <= 4; nudge++) {
        int64_t factor = (int64_t)(((uint64_t)UINT8_MAX << 23) / unit) + nudge;
        if (factor < 1 || factor > UINT16_MAX)
            continue;
        for (int64_t more = -3; more <= 3; more++) {
            narrow->output_factor = (uint16_t)factor;
            narrow->output_offset = (uint16_t)((1 << 22) / factor + more);
            if (is_right(narrow, quantizer))
                return true;
        }
    }
    return false;
}

/* Moves the errors' range, and what is reckoned with them. */
static void move_errors(struct errdiff_narrow_plan *plan, struct errdiff_wave *wave)
{
    plan->no_error = ERRDIFF_NARROW_NO_ERROR;
    plan->half += (plan->no_error << plan->shift) - errdiff_hand_no_error(wave, plan->no_error);
}

static bool make_quantizers(struct errdiff_narrow_plan *plan, const struct errdiff_job *job)
{
    int most = job->analysis.max_level_count;
    plan->levels =
        most == 2 && job->analysis.is_mean && job->rule.rounding.shift <= ERRDIFF_FRACTION_BITS
            ? ERRDIFF_NARROW_TWO
        : most <= ERRDIFF_FEW_LEVELS ? ERRDIFF_NARROW_FEW
                                     : ERRDIFF_NARROW_MANY;
    for (int c = 0; c < job->rule.channels; c++) {
        make_thresholds(&plan->quantizers[c], &job->rule.quantizers[c]);
        if (plan->levels == ERRDIFF_NARROW_MANY &&
            !make_factors(&plan->quantizers[c], &job->rule.quantizers[c]))
            return false;
    }
    for (int c = job->rule.channels; c < 5; c++)
        plan->quantizers[c] = plan->quantizers[c - job->rule.channels];
    return true;
}

/* FALSE: a tap reaches too far back. */
static bool make_taps(struct errdiff_narrow_plan *plan, const struct errdiff_wave *wave)
{
    const struct errdiff_job *job = wave->job;
    int tap = 0;
    for (int dy = 0; dy <= ERRDIFF_MOST_LINES; dy++) {
        plan->first_tap[dy] = tap;
        for (; tap < job->asked.kernel.tap_count && job->asked.kernel.taps[tap].dy == dy; tap++) {
            int delay = job->asked.kernel.taps[tap].dx * job->rule.channels + wave->skew * dy;
            if (delay > ERRDIFF_NARROW_HISTORY)
                return false;
            plan->depth = delay > plan->depth ? delay : plan->depth;
            plan->taps[tap] = (struct errdiff_narrow_tap){
                .delay = (int16_t)delay, .weight = (int16_t)job->asked.kernel.taps[tap].weight};
        }
    }
    plan->first_tap[ERRDIFF_MOST_LINES + 1] = tap;
    return true;
}

bool errdiff_narrow_plan(struct errdiff_narrow_plan *plan, struct errdiff_wave *wave)
{
    const struct errdiff_job *job = wave->job;
    *plan = (struct errdiff_narrow_plan){.shift = job->rule.rounding.shift,
                                         .half = job->rule.rounding.half};
    if (!job->analysis.has_fast_path || job->in.bits != 8 ||
        job->rule.rounding.kind != ERRDIFF_ROUND_SHIFT || !sums_fit(job))
        return false;
    /* One pixel more than must be, so that a step need not wait for the one before it; three
     * channels are three chains that do not wait for each other. */
    int slope = job->analysis.kernel.slope;
    wave->skew = job->rule.channels == 1 ? slope + 2 : slope * job->rule.channels;
    plan->kernel = find_kernel(job);
    if (!make_taps(plan, wave) || !make_quantizers(plan, job))
        return false;
    if (plan->levels == ERRDIFF_NARROW_TWO)
        move_errors(plan, wave);
    return true;
}

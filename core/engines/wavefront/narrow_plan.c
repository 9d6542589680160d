/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds out whether 16-bit lanes are enough for a job, and makes the tables for them. */
#include "narrow_plan.h"

#include <stdlib.h>

enum { WHITE = UINT8_MAX << ERRDIFF_FRACTION_BITS };

/* Returns whether 16 bits hold every sum of errors, and the rule never clamps an error, since the
 * steps do not clamp any. README.md has the proof. */
static bool sums_fit(const struct errdiff_job *job)
{
    const struct errdiff_analysis *analysis = &job->analysis;
    return analysis->never_clamps &&
           (int64_t)analysis->kernel.absolute_weight_sum * analysis->error_bound +
                   job->rule.rounding.half <=
               INT16_MAX;
}

static bool is_known(const struct errdiff_job *job)
{
    return errdiff_passes_all(&job->rule) && job->analysis.kernel.has_known_divisor;
}

/* Returns whether the sums of errors fit in halves. */
static bool halves_fit(const struct errdiff_job *job)
{
    const struct errdiff_analysis *analysis = &job->analysis;
    return analysis->kernel.known == ERRDIFF_KERNEL_SIERRA_3 && is_known(job) &&
           analysis->never_clamps && analysis->is_mean && analysis->max_level_count == 2;
}

static bool is_in_window(const struct errdiff_job *job)
{
    const struct errdiff_kernel_shape *shape = &job->analysis.kernel;
    return shape->reach_across <= 2 && shape->reach_up <= 2;
}

/* By what weights are multiplied with PAIRS. */
static int32_t pair_factor(const struct errdiff_job *job)
{
    return 1 << (ERRDIFF_NARROW_PAIR_SHIFT - job->rule.rounding.shift);
}

/* Returns whether s and the weights of pairs fit in 16 bits. */
static bool pairs_fit(const struct errdiff_job *job)
{
    const struct errdiff_rounding *rounding = &job->rule.rounding;
    const errdiff_kernel *kernel = &job->asked.kernel;
    int64_t sum = (int64_t)job->analysis.kernel.absolute_weight_sum * WHITE + rounding->half;
    if (!is_in_window(job) || rounding->shift > ERRDIFF_NARROW_PAIR_SHIFT ||
        sum >> rounding->shift > INT16_MAX - WHITE)
        return false;
    for (int i = 0; i < kernel->tap_count; i++)
        if (abs(kernel->taps[i].weight) * (int64_t)pair_factor(job) > INT16_MAX)
            return false;
    return true;
}

/* The code for a single kernel that the job has, or else ERRDIFF_NARROW_ANY. */
static enum errdiff_narrow_kernel find_single_kernel(const struct errdiff_job *job,
                                                     enum errdiff_narrow_levels levels)
{
    bool has_mask = job->analysis.has_mask;
    bool is_floyd_steinberg = job->analysis.kernel.known == ERRDIFF_KERNEL_FLOYD_STEINBERG;
    if (!is_known(job) || (levels >= ERRDIFF_NARROW_DEEP && !is_floyd_steinberg))
        return ERRDIFF_NARROW_ANY;
    switch (job->analysis.kernel.known) {
    case ERRDIFF_KERNEL_FLOYD_STEINBERG:
        return ERRDIFF_NARROW_FLOYD_STEINBERG;
    case ERRDIFF_KERNEL_SIERRA_LITE:
        return ERRDIFF_NARROW_SIERRA_LITE;
    case ERRDIFF_KERNEL_ATKINSON:
        return ERRDIFF_NARROW_ATKINSON;
    case ERRDIFF_KERNEL_FAN:
        return has_mask ? ERRDIFF_NARROW_ANY : ERRDIFF_NARROW_FAN;
    case ERRDIFF_KERNEL_SHIAU_FAN_2:
        return levels == ERRDIFF_NARROW_TWO && !has_mask ? ERRDIFF_NARROW_SHIAU_FAN_2
                                                         : ERRDIFF_NARROW_ANY;
    case ERRDIFF_KERNEL_SIERRA_3:
        return halves_fit(job) ? ERRDIFF_NARROW_SIERRA_3 : ERRDIFF_NARROW_ANY;
    default:
        return ERRDIFF_NARROW_ANY;
    }
}

static enum errdiff_narrow_kernel find_kernel(const struct errdiff_job *job,
                                              enum errdiff_narrow_levels levels)
{
    enum errdiff_narrow_kernel kernel = find_single_kernel(job, levels);
    bool has_window = levels < ERRDIFF_NARROW_DEEP && is_in_window(job) &&
                      job->asked.kernel.tap_count >= ERRDIFF_NARROW_WINDOW_TAPS;
    return kernel == ERRDIFF_NARROW_ANY && has_window ? ERRDIFF_NARROW_FIVE_BY_THREE : kernel;
}

static void make_weights(struct errdiff_narrow_plan *plan, const errdiff_kernel *kernel,
                         int32_t factor)
{
    for (int i = 0; i < kernel->tap_count; i++)
        plan->weights[kernel->taps[i].dy][kernel->taps[i].dx + 2] =
            (int16_t)(kernel->taps[i].weight * factor);
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

/* o(i), computed as in a step. */
static int32_t computed_output(const struct errdiff_narrow_quantizer *narrow, int32_t level)
{
    uint32_t place = (uint32_t)level * narrow->output_scale + narrow->output_offset;
    return (int32_t)(high_product(place, narrow->output_factor) >> 7);
}

/* The level of a modified sample in 0..16·W, computed as in a step. */
static int32_t computed_level(const struct errdiff_narrow_quantizer *narrow, int32_t modified)
{
    int32_t level = (int32_t)(high_product((uint32_t)modified << 4, narrow->level_factor) >>
                              narrow->level_shift);
    int32_t lower = computed_output(narrow, level);
    int32_t upper = computed_output(narrow, level + 1);
    return level + (modified > (lower + upper) << 3);
}

/*
 * Returns whether the factors give the rule's result for every level and every modified sample. The
 * computed level never falls as the sample rises: a step decides between a level that does not fall
 * and the next one. So it is right for all samples if it is for those beside the thresholds and for
 * the largest one. To compare all of them would take longer than to dither a small image.
 */
static bool is_right(const struct errdiff_narrow_quantizer *narrow,
                     const struct errdiff_quantizer *quantizer)
{
    int32_t last = quantizer->level_count - 1;
    for (int32_t i = 0; i <= last; i++)
        if (computed_output(narrow, i) != quantizer->output[i])
            return false;
    for (int32_t i = 0; i < last; i++)
        if (computed_level(narrow, quantizer->threshold[i]) != i ||
            computed_level(narrow, quantizer->threshold[i] + 1) != i + 1)
            return false;
    return computed_level(narrow, WHITE) == last;
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

    /* o(i) = i · 255 / steps + 1/2, with 23 fractional bits. A step also computes the output of
     * the level after the last one, which must fit, too. */
    uint32_t scale = UINT16_MAX / (steps + 2);
    uint64_t unit = (uint64_t)scale * steps;
    narrow->output_scale = (uint16_t)scale;
    for (int64_t change = -4; change <= 4; change++) {
        int64_t factor = (int64_t)(((uint64_t)UINT8_MAX << 23) / unit) + change;
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

/* Has lanes hold e + error_bias, and corrects the rounding constant for that. */
static void bias_errors(struct errdiff_narrow_plan *plan, struct errdiff_wave *wave, int error_bias)
{
    plan->error_bias = error_bias;
    plan->half +=
        (plan->error_bias << plan->shift) - errdiff_add_error_bias(wave, plan->error_bias);
}

/* Divides what the lines hold if all errors are 0 among the lines of both halves. */
static void split_lines(struct errdiff_narrow_plan *plan, struct errdiff_wave *wave)
{
    const errdiff_kernel *kernel = &wave->job->asked.kernel;
    wave->line_count += ERRDIFF_NARROW_HALVES_LINES;
    for (int line = 0; line < ERRDIFF_NARROW_HALVES_LINES; line++) {
        int32_t halves = 0, rest = 0;
        for (int i = 0; i < kernel->tap_count; i++)
            if (kernel->taps[i].dy > line) {
                halves += kernel->taps[i].weight / 2;
                rest += kernel->taps[i].weight % 2;
            }
        wave->bias_sum[line] = halves * plan->error_bias;
        wave->bias_sum[line + ERRDIFF_NARROW_HALVES_LINES] = rest * plan->error_bias;
    }
}

/* Returns whether each sample of 16 bits becomes one of 8 bits, with any value. */
static bool is_deep(const struct errdiff_job *job)
{
    if (!job->analysis.has_plain_levels || job->in.bits != 16 || job->out.bits != 8)
        return false;
    for (int c = 0; c < job->rule.channels; c++)
        if (job->rule.quantizers[c].level_count != UINT8_MAX + 1)
            return false;
    return true;
}

/* Returns whether 16 bits hold every sum of errors with their bias, and the rounding constant, or
 * 17 bits those of Floyd and Steinberg's kernel. */
static bool deep_sums_fit(const struct errdiff_job *job)
{
    const struct errdiff_rounding *rounding = &job->rule.rounding;
    int64_t largest = (int64_t)2 * ERRDIFF_NARROW_DEEP_BIAS + 1;
    bool is_floyd_steinberg = job->analysis.kernel.known == ERRDIFF_KERNEL_FLOYD_STEINBERG;
    return job->analysis.never_clamps && job->analysis.is_mean &&
           ((is_known(job) && is_floyd_steinberg) ||
            largest * rounding->denominator + rounding->half <= UINT16_MAX);
}

static bool plan_deep(struct errdiff_narrow_plan *plan, struct errdiff_wave *wave)
{
    const struct errdiff_job *job = wave->job;
    if (!deep_sums_fit(job))
        return false;
    plan->levels = ERRDIFF_NARROW_DEEP;
    plan->kernel = find_kernel(job, plan->levels);
    bias_errors(plan, wave, ERRDIFF_NARROW_DEEP_BIAS);
    if (plan->kernel == ERRDIFF_NARROW_FLOYD_STEINBERG)
        plan->half += 16 * ERRDIFF_NARROW_DEEP_STEP - 1;
    return true;
}

/* x(i) of struct errdiff_narrow_fine. */
static uint32_t fine_rest(int bits, uint32_t level)
{
    uint32_t whole = UINT32_C(1) << (16 - bits);
    return (whole - 1) * level + (level >> (2 * bits - 16)) + (UINT32_C(1) << (bits - 1));
}

/* The level that is guessed for a sample. */
static int32_t guessed_level(const struct errdiff_narrow_fine *fine, int32_t sample)
{
    return (int32_t)(high_product((uint32_t)sample, fine->level_factor) >> (16 - fine->bits));
}

/* Returns whether the guess, which never falls as the sample rises, is i − 1 below level i and i
 * above it; at the level itself it may be either. */
static bool guesses_well(const struct errdiff_narrow_fine *fine,
                         const struct errdiff_quantizer *quantizer, int32_t i)
{
    int32_t output = errdiff_output_of(quantizer, i), last = quantizer->level_count - 1;
    return (i == 0 || guessed_level(fine, output - 1) == i - 1) &&
           guessed_level(fine, i == last ? output : output + 1) == i;
}

bool errdiff_narrow_fine_make(struct errdiff_narrow_fine *fine,
                              const struct errdiff_quantizer *quantizer)
{
    int32_t last = quantizer->level_count - 1;
    *fine = (struct errdiff_narrow_fine){.bits = 9};
    while (fine->bits < 12 && 1 << fine->bits <= last)
        fine->bits++;
    if (1 << fine->bits != quantizer->level_count)
        return false;
    uint32_t whole = UINT32_C(1) << (16 - fine->bits);
    fine->level_factor =
        (uint16_t)((((uint32_t)last << 16) * (uint64_t)whole + UINT16_MAX - 1) / UINT16_MAX);
    for (int32_t i = 0; i <= last; i++) {
        uint32_t rest = fine_rest(fine->bits, (uint32_t)i), more = (rest + whole - 1) >> fine->bits;
        uint32_t output = whole * (uint32_t)i + (rest >> fine->bits);
        uint32_t next = whole * (uint32_t)(i + 1) + more;
        if (output != (uint32_t)errdiff_output_of(quantizer, i) ||
            (i < last && next != (uint32_t)errdiff_output_of(quantizer, i + 1)) ||
            !guesses_well(fine, quantizer, i))
            return false;
    }
    return true;
}

/* Returns whether 16 bits hold c + 8 · w − 1 times the divisor, also if c is below its bounds: the
 * quotient is then, without a sign, above those of all c inside. */
static bool fine_sums_fit(const struct errdiff_job *job)
{
    return sums_fit(job) &&
           (int64_t)2 * job->analysis.error_bound << job->rule.rounding.shift <= UINT16_MAX;
}

static bool plan_fine(struct errdiff_narrow_plan *plan, const struct errdiff_job *job)
{
    for (int c = 1; c < job->rule.channels; c++)
        if (job->rule.quantizers[c].level_count != job->rule.quantizers[0].level_count)
            return false;
    if (!job->analysis.has_plain_levels || job->in.bits != 16 || job->out.bits != 16 ||
        !fine_sums_fit(job) || !errdiff_narrow_fine_make(&plan->fine, &job->rule.quantizers[0]))
        return false;
    plan->levels = ERRDIFF_NARROW_FINE;
    plan->kernel = find_kernel(job, plan->levels);
    plan->half += ((8 << (16 - plan->fine.bits)) - 1) << plan->shift;
    return true;
}

static bool make_quantizers(struct errdiff_narrow_plan *plan, const struct errdiff_job *job)
{
    int max_level_count = job->analysis.max_level_count;
    bool has_bias = job->analysis.is_mean &&
                    (job->rule.rounding.shift <= ERRDIFF_FRACTION_BITS || halves_fit(job));
    plan->levels = max_level_count == 2 && (has_bias || plan->kernel == ERRDIFF_NARROW_PAIRS)
                       ? ERRDIFF_NARROW_TWO
                   : max_level_count <= ERRDIFF_FEW_LEVELS ? ERRDIFF_NARROW_FEW
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

static bool plan_pairs(struct errdiff_narrow_plan *plan, struct errdiff_wave *wave)
{
    const struct errdiff_job *job = wave->job;
    plan->kernel = ERRDIFF_NARROW_PAIRS;
    if (!pairs_fit(job) || !make_quantizers(plan, job))
        return false;
    make_weights(plan, &job->asked.kernel, pair_factor(job));
    plan->pair_half = job->rule.rounding.half * pair_factor(job);
    plan->depth = 2 * job->rule.channels + 2 * wave->skew;
    wave->number_size = sizeof(int32_t);
    return true;
}

bool errdiff_narrow_plan(struct errdiff_narrow_plan *plan, struct errdiff_wave *wave)
{
    const struct errdiff_job *job = wave->job;
    *plan = (struct errdiff_narrow_plan){.shift = job->rule.rounding.shift,
                                         .half = job->rule.rounding.half,
                                         .depth = wave->max_delay};
    if (job->rule.rounding.kind != ERRDIFF_ROUND_SHIFT || plan->depth > ERRDIFF_NARROW_HISTORY)
        return false;
    if (is_deep(job))
        return plan_deep(plan, wave);
    if (job->analysis.max_level_count > ERRDIFF_MAX_LEVELS)
        return plan_fine(plan, job);
    if (!job->analysis.has_fast_path || job->in.bits != 8)
        return false;
    if (!sums_fit(job) && !halves_fit(job))
        return plan_pairs(plan, wave);
    if (!make_quantizers(plan, job))
        return false;
    plan->kernel = find_kernel(job, plan->levels);
    if (plan->kernel == ERRDIFF_NARROW_FIVE_BY_THREE)
        make_weights(plan, &job->asked.kernel, 1);
    if (plan->levels == ERRDIFF_NARROW_TWO)
        bias_errors(plan, wave, ERRDIFF_NARROW_ERROR_BIAS);
    if (plan->kernel == ERRDIFF_NARROW_SIERRA_3)
        split_lines(plan, wave);
    return true;
}

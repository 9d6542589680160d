/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the tables with which 32-bit lanes round sums and choose levels or colors. */
#include "wide_plan.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* The least float that is not less than 1 / divisor. */
static float reciprocal_rounded_up(int32_t divisor)
{
    float reciprocal = 1.0f / (float)divisor;
    return (double)reciprocal * divisor < 1 ? nextafterf(reciprocal, 1) : reciprocal;
}

static int64_t largest_sum(const struct errdiff_job *job)
{
    return (int64_t)job->analysis.kernel.absolute_weight_sum *
           (job->rule.max_value << ERRDIFF_FRACTION_BITS);
}

static enum errdiff_wide_rounding_kind find_rounding(const struct errdiff_rounding *fraction,
                                                     int64_t largest)
{
    if (fraction->kind == ERRDIFF_ROUND_SHIFT)
        return ERRDIFF_WIDE_SHIFT;
    return 2 * largest * fraction->numerator + fraction->half + fraction->denominator < 1 << 22
               ? ERRDIFF_WIDE_FLOAT
               : ERRDIFF_WIDE_LARGE;
}

/* Sets M, if the dividend always fits, and what doubles need. */
static void set_factor(struct errdiff_wide_rounding *rounding,
                       const struct errdiff_rounding *fraction, int64_t dividend)
{
    uint64_t denominator = (uint64_t)fraction->denominator;
    rounding->double_reciprocal = 1.0 / (double)denominator;
    if (denominator < 2 || 2 * dividend + fraction->half + fraction->denominator > INT32_MAX)
        return;
    rounding->shift = 0;
    while (denominator > UINT64_C(2) << rounding->shift)
        rounding->shift++;
    uint64_t power = UINT64_C(1) << (32 + rounding->shift);
    rounding->factor = (uint32_t)((power + denominator - 1) / denominator);
}

struct errdiff_wide_rounding errdiff_wide_rounding_make(const struct errdiff_rounding *fraction,
                                                        int64_t largest, int32_t more)
{
    struct errdiff_wide_rounding rounding = {.kind = find_rounding(fraction, largest),
                                             .shift = fraction->shift,
                                             .numerator = fraction->numerator,
                                             .early = more,
                                             .late = fraction->half};
    int64_t dividend = largest * fraction->numerator;
    if (rounding.kind == ERRDIFF_WIDE_FLOAT)
        rounding.reciprocal = reciprocal_rounded_up(fraction->denominator);
    else if (rounding.kind == ERRDIFF_WIDE_LARGE)
        set_factor(&rounding, fraction, dividend);
    if (rounding.kind == ERRDIFF_WIDE_FLOAT || rounding.factor != 0) {
        rounding.bias = (int32_t)((dividend + fraction->denominator - 1) / fraction->denominator);
        rounding.late += rounding.bias * fraction->denominator;
    }
    bool has_doubles = rounding.kind == ERRDIFF_WIDE_LARGE && rounding.factor == 0;
    if (rounding.numerator == 1 && !has_doubles) {
        rounding.early += rounding.late;
        rounding.late = 0;
    }
    return rounding;
}

static enum errdiff_wide_decision find_decision(const struct errdiff_job *job)
{
    bool has_offsets = errdiff_has_offsets(&job->rule);
    if (job->rule.search)
        return !job->rule.search->is_oklab && job->rule.max_value == UINT8_MAX &&
                       job->rule.search->color_count <= ERRDIFF_WIDE_COLORS && !has_offsets
                   ? ERRDIFF_WIDE_FEW_COLORS
                   : ERRDIFF_WIDE_MANY_COLORS;
    int max_level_count = job->analysis.max_level_count;
    if (max_level_count > ERRDIFF_WIDE_LEVELS || has_offsets)
        return ERRDIFF_WIDE_MANY_LEVELS;
    return max_level_count == 2 && job->analysis.is_mean && !job->rule.tone_weights &&
                   find_rounding(&job->rule.rounding, largest_sum(job)) != ERRDIFF_WIDE_LARGE
               ? ERRDIFF_WIDE_TWO_LEVELS
               : ERRDIFF_WIDE_FEW_LEVELS;
}

static void make_quantizer(struct errdiff_wide_quantizer *wide,
                           const struct errdiff_quantizer *quantizer)
{
    for (int i = 0; i < ERRDIFF_WIDE_LEVELS - 1; i++) {
        wide->threshold[i] = INT32_MAX;
        if (i + 1 >= quantizer->level_count)
            continue;
        wide->threshold[i] = quantizer->threshold[i];
        wide->step[i] = (quantizer->output[i + 1] - quantizer->output[i]) << ERRDIFF_FRACTION_BITS;
        wide->stored[i] = quantizer->stored[i + 1] - quantizer->stored[i];
    }
}

/*
 * Sets the factor and the offset with which (i · factor + offset) >> bits is each level i of those
 * that are evenly spaced between 0 and `last`, if there are such. These are round(2^bits · last /
 * (L − 1)) and 2^(bits − 1), for the rounding, plus what the factor's own rounding may take away:
 * less than (L − 1) / 2, while it must be less than 2^bits / (2 · (L − 1)).
 */
static void set_factors(struct errdiff_wide_levels *levels, uint32_t last, uint32_t steps, int bits)
{
    uint64_t scaled = (uint64_t)last << bits;
    levels->factor = (uint32_t)((2 * scaled + steps) / (2 * steps));
    uint64_t reached = (uint64_t)levels->factor * steps;
    levels->offset =
        (UINT32_C(1) << (bits - 1)) + (uint32_t)(reached < scaled ? scaled - reached : 0);
}

/* Sets the factor and the offset, and returns whether they give what is written for each level. */
static bool find_factors(struct errdiff_wide_levels *levels,
                         const struct errdiff_quantizer *quantizer)
{
    uint32_t steps = (uint32_t)quantizer->level_count - 1;
    set_factors(levels, quantizer->stored[steps], steps, 16);
    for (uint32_t i = 0; i <= steps; i++)
        if ((i * levels->factor + levels->offset) >> 16 != quantizer->stored[i])
            return false;
    return true;
}

/* Returns whether the level that a step finds for each s before it compares is q or q − 1. It rises
 * with s, so it is enough to try the smallest and the largest s of each level q. A product in
 * floats is at most `margin` away from the exact one: L · 2^−24. */
static bool finds_level(const struct errdiff_wide_levels *levels,
                        const struct errdiff_quantizer *quantizer, double margin)
{
    double factor = levels->levels_per_value;
    for (int32_t q = 1; q < quantizer->level_count; q++) {
        int32_t threshold = errdiff_threshold_of(quantizer, q - 1);
        if ((threshold + 1) * factor - margin < q - 1 || threshold * factor + margin >= q)
            return false;
    }
    return true;
}

/* Has levels computed by their equal steps, if they are so, and if the level that a step finds is
 * right. It rises with s, so it is enough to try the smallest and the largest s of each level. A
 * product in floats is rounded by at most q · 2^−24. */
static void use_equal_steps(struct errdiff_wide_levels *levels,
                            const struct errdiff_quantizer *quantizer)
{
    int32_t before = (quantizer->output[1] << (ERRDIFF_FRACTION_BITS - 1)) - 1;
    float factor = reciprocal_rounded_up(quantizer->output[1] << ERRDIFF_FRACTION_BITS);
    for (int32_t q = 1; q < quantizer->level_count; q++) {
        int32_t threshold = quantizer->threshold[q - 1];
        if (quantizer->stored[q] != q * quantizer->stored[1] ||
            (double)(threshold + 1 + before) * factor < q ||
            (double)(threshold + before) * factor + q * 0x1p-24 >= q)
            return;
    }
    levels->equal_step = quantizer->stored[1];
    levels->before_step = before;
    levels->levels_per_value = factor;
}

/* Returns whether o(i) is 257 times, or if not `is_scaled` once, what is written for level i. */
static bool is_written(const struct errdiff_quantizer *quantizer, bool is_scaled)
{
    for (int i = 0; i < quantizer->level_count; i++)
        if (quantizer->output[i] != quantizer->stored[i] * (is_scaled ? 257 : 1))
            return false;
    return true;
}

/* Makes more levels than ERRDIFF_MAX_LEVELS, which are computed if their steps are even and the
 * formula is right for all of them. The factor and the offset are of what remains of a step beside
 * the whole number. */
static void make_fine_levels(struct errdiff_wide_levels *levels,
                             const struct errdiff_quantizer *quantizer)
{
    levels->levels = quantizer->fine->levels;
    levels->fine_first_level = quantizer->fine->first_level;
    uint32_t steps = (uint32_t)quantizer->level_count - 1, whole = UINT16_MAX / steps;
    set_factors(levels, UINT16_MAX - whole * steps, steps, ERRDIFF_FINE_BITS);
    for (uint32_t i = 0; i <= steps; i++) {
        uint32_t computed =
            i * whole + ((i * levels->factor + levels->offset) >> ERRDIFF_FINE_BITS);
        if (quantizer->fine->levels[i] != (computed | computed << 16))
            return;
    }
    if (finds_level(levels, quantizer, 1.0 / (1 << 12)))
        levels->whole = (int32_t)whole;
}

void errdiff_wide_levels_make(struct errdiff_wide_levels *levels,
                              const struct errdiff_quantizer *quantizer)
{
    if (quantizer->fine) {
        *levels = (struct errdiff_wide_levels){
            .last_pair = quantizer->level_count - 2,
            .levels_per_value = (float)(quantizer->level_count - 1) / (float)quantizer->white,
            .bucket_shift = quantizer->bucket_shift,
        };
        make_fine_levels(levels, quantizer);
        return;
    }
    bool is_scaled = is_written(quantizer, true);
    *levels = (struct errdiff_wide_levels){
        .last_pair = quantizer->level_count - 2,
        .levels_per_value = (float)(quantizer->level_count - 1) / (float)quantizer->white,
        .is_scaled = is_scaled,
        .first_level = quantizer->first_level,
        .bucket_shift = quantizer->bucket_shift,
        .levels = levels->few_levels,
    };
    levels->are_even = (is_scaled || is_written(quantizer, false)) &&
                       find_factors(levels, quantizer) &&
                       finds_level(levels, quantizer, 1.0 / (1 << 16));
    if (levels->are_even)
        use_equal_steps(levels, quantizer);
    levels->are_compared =
        !levels->are_even && quantizer->level_count <= ERRDIFF_WIDE_COMPARED_LEVELS;
    for (int i = 0; i < quantizer->level_count; i++)
        levels->few_levels[i] = (uint32_t)quantizer->output[i] | (uint32_t)quantizer->stored[i]
                                                                     << 16;
    for (int i = 0; levels->are_compared && i < quantizer->level_count - 1; i++) {
        levels->threshold[i] = quantizer->threshold[i];
        levels->step[i] = (int32_t)(levels->levels[i + 1] - levels->levels[i]);
    }
}

static bool has_equal_steps(const struct errdiff_quantizer *quantizer)
{
    for (int i = 2; i < quantizer->level_count; i++)
        if (errdiff_output_of(quantizer, i) - errdiff_output_of(quantizer, i - 1) !=
            errdiff_output_of(quantizer, 1) - errdiff_output_of(quantizer, 0))
            return false;
    return true;
}

void errdiff_wide_tones_make(struct errdiff_wide_tones *tones,
                             const struct errdiff_pixel_rule *rule)
{
    tones->has_bytes = rule->max_value == UINT8_MAX;
    tones->strength = rule->strength;
    tones->hundredth = reciprocal_rounded_up(100);
    for (int i = 0; i < 256; i++) {
        struct errdiff_tone_weights weights = rule->tone_weights[i];
        assert(weights.right <= UINT16_MAX && weights.below_left <= UINT16_MAX);
        tones->weights[i] = errdiff_wide_pair(weights.right, weights.below_left);
    }
}

static void make_offsets(struct errdiff_wide_offsets *offsets,
                         const struct errdiff_pixel_rule *rule)
{
    offsets->has_noise = rule->noise != 0 || rule->modulation;
    offsets->has_plane = rule->has_plane;
    offsets->is_by_tone = rule->modulation != NULL;
    offsets->mixed_seed = errdiff_mix(rule->seed);
    offsets->shift = rule->offsets_shift;
    for (int c = 0; c < rule->channels; c++) {
        const struct errdiff_quantizer *quantizer = &rule->quantizers[c];
        int32_t half_step = rule->search ? rule->max_value : errdiff_half_step(quantizer, 0);
        offsets->has_equal_steps[c] =
            !offsets->has_noise || rule->search || has_equal_steps(quantizer);
        for (int tone = 0; tone < 256; tone++) {
            int32_t percents = 2 * rule->noise + (rule->modulation ? rule->modulation[tone] : 0);
            offsets->of_tone[c][tone] = offsets->has_equal_steps[c]
                                            ? (int32_t)((int64_t)half_step * percents / 200)
                                            : percents;
        }
    }
}

static void make_colors(struct errdiff_wide_colors *colors, const struct errdiff_search *search)
{
    colors->count = search->color_count;
    for (int i = 0; i < colors->count; i++) {
        int32_t p[3];
        for (int c = 0; c < 3; c++)
            p[c] = search->colors[i][c] >> ERRDIFF_FRACTION_BITS;
        colors->constant[i] = 256 * (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) + i;
        colors->red_green[i] = errdiff_wide_pair(-32 * p[0], -32 * p[1]);
        colors->blue[i] = errdiff_wide_pair(-32 * p[2], 0);
        colors->packed[i] = p[0] | p[1] << 8 | p[2] << 16;
        const uint16_t *stored = search->stored[i];
        colors->stored[i] = stored[0] | stored[1] << 8 | stored[2] << 16;
        colors->has_other_stored |= colors->stored[i] != colors->packed[i];
    }
}

static void make_color(struct errdiff_wide_palette *palette, int i, const int32_t p[3])
{
    int64_t constant = 0;
    for (int c = 0; c < 3; c++)
        constant += 256 * 8 * (int64_t)p[c] * p[c];
    constant += i;
    if (palette->has_bytes) {
        palette->factors.constant[i] = (int32_t)constant;
        palette->factors.red_green[i] = errdiff_wide_pair(-128 * p[0], -128 * p[1]);
        palette->factors.blue[i] = errdiff_wide_pair(-128 * p[2], 0);
        return;
    }
    palette->double_factors.constant[i] = (double)constant;
    for (int c = 0; c < 3; c++)
        palette->double_factors.color[i][c] = -256.0 * p[c];
}

/* Packs a color, and what is written for it. */
static void pack_color(struct errdiff_wide_palette *palette, int i, const int32_t p[3],
                       const uint16_t stored[3])
{
    int32_t scale = palette->has_bytes ? 1 : 257, stored_scale = palette->stores_words ? 257 : 1;
    int32_t color = 0, written = 0;
    for (int c = 0; c < 3; c++) {
        color |= p[c] / scale << 8 * c;
        written |= stored[c] / stored_scale << 8 * c;
    }
    if (palette->has_words) {
        color = p[2];
        palette->reds_and_greens[i] = errdiff_wide_pair(p[0], p[1]);
    }
    palette->packed[i] = (int32_t)((uint32_t)color | (uint32_t)i << 24);
    palette->stored[i] = written;
    palette->has_other_stored |= palette->has_words || written != color;
}

/* Whether samples of 16 bits are written. If they all are 0, this does not matter. */
static bool stores_words(const struct errdiff_search *search)
{
    for (int i = 0; i < search->color_count; i++)
        for (int c = 0; c < 3; c++)
            if (search->stored[i][c] > UINT8_MAX)
                return true;
    return false;
}

static void make_look(struct errdiff_wide_look *look, const int32_t place[3])
{
    static const double place_from_roots[3][3] = {
        {0.2104542553, 0.7936177850, -0.0040720468},
        {1.9779984951, -2.4285922050, 0.4505937099},
        {0.0259040371, 0.7827717662, -0.8086757660},
    };
    const double one = ERRDIFF_OKLAB_ONE;
    const double x[3] = {place[0] / one - 0.5, (place[1] - ERRDIFF_OKLAB_GREEN_RED_OFFSET) / one,
                         (place[2] - ERRDIFF_OKLAB_BLUE_YELLOW_OFFSET) / one};
    double constant = 0.5 + x[0], weights[3] = {0};
    for (int i = 0; i < 3; i++) {
        constant += x[i] * x[i];
        for (int k = 0; k < 3; k++)
            weights[k] -= 2 * x[i] * place_from_roots[i][k];
    }
    look->constant = (float)constant;
    for (int k = 0; k < 3; k++)
        look->weights[k] = (float)weights[k];
}

/*
 * Makes the sums of few colors. Errors of the roots change the difference of two sums by at most
 * Σ |difference of weights| times the error. Each sum is below 2 and its parts are below 4, so that
 * rounding changes it by less than 2^-19, and the number by less than 2^-18.
 */
static void make_looks(struct errdiff_wide_oklab *oklab, const struct errdiff_search *search)
{
    float least[3] = {INFINITY, INFINITY, INFINITY}, most[3] = {-INFINITY, -INFINITY, -INFINITY};
    float spread = 0;
    for (int i = 0; i < search->color_count; i++) {
        make_look(&oklab->looks[i], search->places[i]);
        for (int k = 0; k < 3; k++) {
            least[k] = fminf(least[k], oklab->looks[i].weights[k]);
            most[k] = fmaxf(most[k], oklab->looks[i].weights[k]);
        }
    }
    for (int k = 0; k < 3; k++)
        spread += most[k] - least[k];
    oklab->margin = spread * ERRDIFF_WIDE_ROOT_ERROR + 2 * 0x1p-19f + 0x1p-18f;
}

static void make_oklab(struct errdiff_wide_oklab *oklab, const struct errdiff_search *search)
{
    oklab->unit = 1.0f / (float)search->white;
    oklab->compares_all = search->color_count <= ERRDIFF_WIDE_COLORS;
    if (oklab->compares_all)
        make_looks(oklab, search);
    for (int i = 0; i < search->color_count; i++)
        for (int c = 0; c < 3; c++)
            oklab->places[i][c] = (float)ldexp(search->places[i][c], -ERRDIFF_WIDE_PLACE_BITS);
}

void errdiff_wide_palette_make(struct errdiff_wide_palette *palette,
                               const struct errdiff_pixel_rule *rule)
{
    const struct errdiff_search *search = rule->search;
    palette->count = search->color_count;
    palette->white = search->white;
    palette->has_bytes = rule->max_value == UINT8_MAX;
    palette->is_light = search->is_light;
    palette->has_words = search->has_words;
    palette->stores_words = stores_words(search);
    palette->is_oklab = search->is_oklab;
    palette->uses_entries = search->entries != NULL;
    for (int i = 0; i < palette->count; i++) {
        int32_t p[3];
        for (int c = 0; c < 3; c++)
            p[c] = search->colors[i][c] >> ERRDIFF_FRACTION_BITS;
        if (!palette->is_oklab)
            make_color(palette, i, p);
        pack_color(palette, i, p, search->stored[i]);
    }
    if (palette->is_oklab)
        make_oklab(&palette->oklab, search);
}

static enum errdiff_wide_kernel find_kernel(const struct errdiff_job *job,
                                            enum errdiff_wide_decision decision)
{
    const errdiff_kernel *kernel = &job->asked.kernel;
    const struct errdiff_kernel_shape *shape = &job->analysis.kernel;
    bool holds_pairs = job->rule.max_value == UINT8_MAX && job->rule.rounding.numerator == 1;
    if (kernel->tone_keys)
        return ERRDIFF_WIDE_TONES;
    if (shape->known == ERRDIFF_KERNEL_FLOYD_STEINBERG)
        return ERRDIFF_WIDE_FLOYD_STEINBERG;
    bool is_small = shape->reach_across <= 2 && shape->reach_up <= 2;
    /* With a slope of 1 the code for 7 × 4 taps would read what later steps write. */
    bool is_large = shape->reach_across <= 3 && shape->reach_up <= 3 && shape->slope >= 2;
    /* Rows with Atkinson's kernel may trail each other by so few columns that a pair would be read
     * before it is written. */
    int fewest = is_small && shape->known != ERRDIFF_KERNEL_ATKINSON ? ERRDIFF_WIDE_FEW_TAPS
                                                                     : ERRDIFF_WIDE_MANY_TAPS;
    if (kernel->tap_count < fewest || !(is_small || is_large))
        return ERRDIFF_WIDE_ANY;
    if (is_small)
        return holds_pairs ? ERRDIFF_WIDE_PAIRS : ERRDIFF_WIDE_FIVE_BY_THREE;
    return holds_pairs && decision <= ERRDIFF_WIDE_MANY_LEVELS ? ERRDIFF_WIDE_SEVEN_BY_FOUR
                                                               : ERRDIFF_WIDE_ANY;
}

static void make_weights(struct errdiff_wide_plan *plan, const errdiff_kernel *kernel)
{
    for (int i = 0; i < kernel->tap_count; i++) {
        const errdiff_tap *tap = &kernel->taps[i];
        if (tap->dy <= 3 && abs(tap->dx) <= 3)
            plan->weights[tap->dy][tap->dx + 3] = tap->weight;
    }
}

bool errdiff_wide_can_run(const struct errdiff_job *job)
{
    struct errdiff_wave wave = errdiff_wave_of(job);
    return !job->asked.serpentine && wave.max_delay <= ERRDIFF_WIDE_HISTORY;
}

void errdiff_wide_plan(struct errdiff_wide_plan *plan, struct errdiff_wave *wave)
{
    const struct errdiff_job *job = wave->job;
    assert(errdiff_wide_can_run(job));
    *plan = (struct errdiff_wide_plan){.decision = find_decision(job),
                                       .has_bytes = job->rule.max_value == UINT8_MAX,
                                       .depth = wave->max_delay};
    make_weights(plan, &job->asked.kernel);
    plan->kernel = find_kernel(job, plan->decision);
    plan->in_registers = plan->kernel == ERRDIFF_WIDE_FLOYD_STEINBERG &&
                         job->rule.rounding.kind == ERRDIFF_ROUND_SHIFT &&
                         job->rule.rounding.shift == 4 && plan->decision <= ERRDIFF_WIDE_FEW_LEVELS;
    if (plan->kernel == ERRDIFF_WIDE_FIVE_BY_THREE || plan->kernel == ERRDIFF_WIDE_PAIRS)
        plan->depth = 2 * job->rule.channels + 2 * wave->skew;
    if (plan->kernel == ERRDIFF_WIDE_SEVEN_BY_FOUR)
        plan->depth = 3 * job->rule.channels + 3 * wave->skew;
    for (int c = 0; c < job->rule.channels && plan->decision <= ERRDIFF_WIDE_FEW_LEVELS; c++)
        make_quantizer(&plan->quantizers[c], &job->rule.quantizers[c]);
    for (int c = 0; c < job->rule.channels && plan->decision == ERRDIFF_WIDE_MANY_LEVELS; c++)
        errdiff_wide_levels_make(&plan->levels[c], &job->rule.quantizers[c]);
    if (plan->decision == ERRDIFF_WIDE_MANY_COLORS)
        errdiff_wide_palette_make(&plan->palette, &job->rule);
    if (job->rule.tone_weights)
        errdiff_wide_tones_make(&plan->tones, &job->rule);
    make_offsets(&plan->offsets, &job->rule);
    /* Errors e + error_bias are never negative. */
    if (plan->decision == ERRDIFF_WIDE_TWO_LEVELS)
        plan->error_bias = (job->rule.max_value << (ERRDIFF_FRACTION_BITS - 1)) - 1;
    plan->rounding = errdiff_wide_rounding_make(&job->rule.rounding, largest_sum(job),
                                                -errdiff_add_error_bias(wave, plan->error_bias));
    if (plan->decision == ERRDIFF_WIDE_FEW_COLORS)
        make_colors(&plan->colors, job->rule.search);
}

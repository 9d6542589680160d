/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lane_kernels.h"

#include "base/instruction_set.h"

#include <stdio.h>

enum { MAX_VARIANTS = 512, NAME_SIZE = 120 };

static struct variant variants[MAX_VARIANTS];
/* For each instruction set. */
static long jobs_of[ERRDIFF_INSTRUCTION_SETS][MAX_VARIANTS];
static bool was_noted[ERRDIFF_INSTRUCTION_SETS];
static int variant_count;
static long serpentine_jobs[ERRDIFF_INSTRUCTION_SETS];

/* ---- All variants -------------------------------------------------------------------------- */

static bool has_no_masks(const struct variant *variant)
{
    return variant->is_narrow && (variant->narrow_kernel == ERRDIFF_NARROW_FAN ||
                                  variant->narrow_kernel == ERRDIFF_NARROW_SHIAU_FAN_2);
}

static void add_parts(struct variant variant)
{
    for (int channels = 1; channels <= 3; channels += 2) {
        if (variant.decision >= ERRDIFF_WIDE_FEW_COLORS && channels == 1)
            continue;
        for (int part = 0; part < VARIANT_PARTS; part++) {
            if (part == PART_MASKED && has_no_masks(&variant))
                continue;
            variant.channels = channels;
            variant.part = (enum variant_part)part;
            variants[variant_count++] = variant;
        }
    }
}

static void add_narrow(void)
{
    for (int kernel = ERRDIFF_NARROW_FLOYD_STEINBERG; kernel <= ERRDIFF_NARROW_ANY; kernel++)
        for (int levels = ERRDIFF_NARROW_TWO; levels <= ERRDIFF_NARROW_FINE; levels++)
            if (levels >= ERRDIFF_NARROW_DEEP
                    ? kernel == ERRDIFF_NARROW_FLOYD_STEINBERG || kernel == ERRDIFF_NARROW_ANY
                    : levels == ERRDIFF_NARROW_TWO || kernel <= ERRDIFF_NARROW_FAN ||
                          kernel >= ERRDIFF_NARROW_PAIRS)
                add_parts((struct variant){.is_narrow = 1,
                                           .narrow_kernel = (enum errdiff_narrow_kernel)kernel,
                                           .levels = (enum errdiff_narrow_levels)levels});
}

static void add_wide(enum errdiff_wide_kernel kernel, enum errdiff_wide_decision decision)
{
    for (int rounding = ERRDIFF_WIDE_SHIFT; rounding <= ERRDIFF_WIDE_LARGE; rounding++) {
        struct variant variant = {.is_narrow = 0,
                                  .wide_kernel = kernel,
                                  .decision = decision,
                                  .rounding = (enum errdiff_wide_rounding_kind)rounding};
        bool is_shift = rounding == ERRDIFF_WIDE_SHIFT;
        if ((decision == ERRDIFF_WIDE_TWO_LEVELS && rounding == ERRDIFF_WIDE_LARGE) ||
            (decision == ERRDIFF_WIDE_FEW_COLORS && is_shift &&
             kernel == ERRDIFF_WIDE_FIVE_BY_THREE) || /* these run the code for pairs */
            (decision <= ERRDIFF_WIDE_FEW_LEVELS && is_shift &&
             kernel == ERRDIFF_WIDE_PAIRS) || /* nearly all of these run that of narrow */
            (decision >= ERRDIFF_WIDE_FEW_COLORS && kernel == ERRDIFF_WIDE_SEVEN_BY_FOUR))
            continue;
        add_parts(variant);
        variant.in_registers = kernel == ERRDIFF_WIDE_FLOYD_STEINBERG && is_shift &&
                               decision <= ERRDIFF_WIDE_FEW_LEVELS;
        if (variant.in_registers)
            add_parts(variant);
    }
}

static void add_all(void)
{
    add_narrow();
    for (int kernel = ERRDIFF_WIDE_FLOYD_STEINBERG; kernel <= ERRDIFF_WIDE_ANY; kernel++)
        for (int decision = ERRDIFF_WIDE_TWO_LEVELS; decision <= ERRDIFF_WIDE_MANY_COLORS;
             decision++)
            add_wide((enum errdiff_wide_kernel)kernel, (enum errdiff_wide_decision)decision);
    /* These weights have a rounding of their own. */
    for (int decision = ERRDIFF_WIDE_FEW_LEVELS; decision <= ERRDIFF_WIDE_MANY_COLORS; decision++)
        add_parts((struct variant){.is_narrow = 0,
                                   .wide_kernel = ERRDIFF_WIDE_TONES,
                                   .decision = (enum errdiff_wide_decision)decision});
}

int lane_kernels_count(void)
{
    if (variant_count == 0)
        add_all();
    return variant_count;
}

const struct variant *lane_kernels_get(int index)
{
    return index < lane_kernels_count() ? &variants[index] : NULL;
}

/* ---- How many jobs they had ---------------------------------------------------------------- */

static int has_code(const struct variant *variant,
                    const struct errdiff_wave_description *description)
{
    if (variant->is_narrow != description->is_narrow || variant->channels != description->channels)
        return 0;
    if (variant->is_narrow)
        return variant->narrow_kernel == description->narrow_kernel &&
               variant->levels == description->levels;
    int has_rounding = variant->wide_kernel != ERRDIFF_WIDE_TONES;
    return variant->wide_kernel == description->wide_kernel &&
           variant->decision == description->decision &&
           (!has_rounding || variant->rounding == description->rounding) &&
           variant->in_registers == description->in_registers;
}

static int has_part(const struct errdiff_wave_description *description, enum variant_part part)
{
    return part == PART_MASKED  ? description->has_mask
           : part == PART_INNER ? description->has_inner_tiles
                                : !description->has_mask;
}

void lane_kernels_note(const errdiff_image *in, const errdiff_image *out,
                       const errdiff_options *options)
{
    const struct errdiff_isa *isa = errdiff_isa_pick(NULL);
    enum errdiff_instruction_set set;
    struct errdiff_wave_plan plan;
    struct errdiff_job job;

    errdiff_instruction_set_pick(&set, NULL);
    was_noted[set] = true;
    if (options->serpentine) {
        serpentine_jobs[set]++;
        return;
    }
    if (errdiff_job_prepare(&job, in, out, options, NULL, NULL) == ERRDIFF_OK) {
        errdiff_wave_make_plan(&plan, &job, isa);
        struct errdiff_wave_description description = errdiff_wave_describe(&plan);
        for (int i = 0; i < lane_kernels_count(); i++)
            jobs_of[set][i] +=
                has_code(&variants[i], &description) && has_part(&description, variants[i].part);
    }
    errdiff_job_release(&job);
}

static void name_variant(const struct variant *variant, char name[NAME_SIZE])
{
    static const char *const narrow_kernels[] = {
        "floyd-steinberg", "sierra-lite", "atkinson", "fan",       "shiau-fan-2",
        "sierra-3",        "pairs",       "5 x 3",    "any kernel"};
    static const char *const levels[] = {"two levels", "few levels", "many levels", "16 bits to 8",
                                         "9 to 12 bits"};
    static const char *const wide_kernels[] = {"floyd-steinberg", "5 x 3",      "pairs",
                                               "7 x 4",           "any kernel", "weights by tone"};
    static const char *const decisions[] = {"two levels", "few levels", "many levels", "few colors",
                                            "many colors"};
    static const char *const roundings[] = {"shift", "float", "large"};
    static const char *const parts[] = {"edges", "inner", "masked"};
    int is_narrow = variant->is_narrow;

    snprintf(name, NAME_SIZE, "%s: %s, %s, %s%s%s, %s", is_narrow ? "narrow" : "wide",
             is_narrow ? narrow_kernels[variant->narrow_kernel]
                       : wide_kernels[variant->wide_kernel],
             is_narrow ? levels[variant->levels] : decisions[variant->decision],
             is_narrow ? "" : roundings[variant->rounding],
             is_narrow               ? ""
             : variant->in_registers ? " by 4, "
                                     : ", ",
             variant->channels == 1 ? "gray" : "RGB", parts[variant->part]);
}

static int report(enum errdiff_instruction_set set, int all, long min)
{
    const long *jobs = jobs_of[set];
    long fewest = -1, most = 0;
    int missing = 0;
    char name[NAME_SIZE];

    for (int i = 0; i < lane_kernels_count(); i++) {
        name_variant(&variants[i], name);
        if (all)
            printf("  %8ld jobs  %s\n", jobs[i], name);
        fewest = fewest < 0 || jobs[i] < fewest ? jobs[i] : fewest;
        most = jobs[i] > most ? jobs[i] : most;
        if (jobs[i] < min) {
            printf("FAILED: only %ld jobs had the lane kernel \"%s\" of %s, %ld are wanted\n",
                   jobs[i], name, errdiff_instruction_set_name(set), min);
            missing++;
        }
    }
    printf(
        "%s: %d variants of the lane kernels, %ld to %ld jobs each; %ld jobs in serpentine order\n",
        errdiff_instruction_set_name(set), lane_kernels_count(), fewest, most,
        serpentine_jobs[set]);
    return missing;
}

int lane_kernels_report(int all, long min)
{
    int missing = 0;

    for (int set = 0; set < ERRDIFF_INSTRUCTION_SETS; set++)
        if (was_noted[set])
            missing += report((enum errdiff_instruction_set)set, all, min);
    return missing;
}

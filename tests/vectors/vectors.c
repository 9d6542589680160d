/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Each fast piece of engine wavefront beside its plain twin, to the byte:
 *
 *     errdiff-vectors [--bench] SET          SET: avx512, avx2, sse4.1, neon or c
 *
 * --bench measures instead of comparing. Without the set in this processor it exits with 77.
 */
#define _POSIX_C_SOURCE 200809L

#include "vectors.h"
#include "../support/plain_options.h"

#include "base/instruction_set.h"
#include "rule/quantizer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct random vectors_random = {1};
static long failures;

void failed(const char *format, ...)
{
    va_list arguments;
    if (++failures > 20)
        return;
    printf("FAILED: ");
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
}

/* ---- Times --------------------------------------------------------------------------------- */

enum { TIMED_ROUNDS = 15 };

static double time_of(timed_call *call, void *user)
{
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    call(user);
    clock_gettime(CLOCK_MONOTONIC, &end);
    return (double)(end.tv_sec - begin.tv_sec) * 1e6 + (double)(end.tv_nsec - begin.tv_nsec) / 1e3;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void compare_times(const char *name, timed_call *fast, timed_call *plain, void *user)
{
    double times[2][TIMED_ROUNDS];
    for (int i = 0; i < TIMED_ROUNDS; i++) {
        times[0][i] = time_of(fast, user);
        times[1][i] = time_of(plain, user);
    }
    for (int i = 0; i < 2; i++)
        qsort(times[i], TIMED_ROUNDS, sizeof times[i][0], compare_doubles);
    double fast_time = times[0][TIMED_ROUNDS / 2], plain_time = times[1][TIMED_ROUNDS / 2];
    printf("  %-44s %10.1f us, plain %10.1f us, %6.2f times\n", name, fast_time, plain_time,
           plain_time / fast_time);
}

/* ---- Decisions and rounding ----------------------------------------------------------------- */

enum { WHITE = 16 * 255, LOWEST = -WHITE / 2, HIGHEST = WHITE + WHITE / 2 };

static void check_levels(probe_decide *decide, int levels, bool is_many,
                         const struct errdiff_narrow_quantizer *narrow,
                         const struct errdiff_quantizer *quantizer)
{
    enum { COUNT = (HIGHEST - LOWEST + 32) / 32 * 32 };
    static int16_t modified[COUNT], error[COUNT], output[COUNT];
    for (int i = 0; i < COUNT; i++)
        modified[i] = (int16_t)(LOWEST + i <= HIGHEST ? LOWEST + i : HIGHEST);
    decide(narrow, is_many, modified, COUNT, error, output);
    for (int i = 0; i < COUNT; i++) {
        int32_t level = errdiff_quantize(quantizer, false, modified[i]);
        int32_t rule = quantizer->output[level];
        int32_t left = errdiff_error(quantizer, modified[i], 16 * rule);
        if (output[i] != rule || error[i] != left)
            failed("%d levels, %s: %d gives %d and leaves %d; the rule gives %d and leaves %d",
                   levels, is_many ? "computed" : "compared", modified[i], output[i], error[i],
                   rule, left);
    }
}

void check_decisions(probe_decide *decide, const struct errdiff_isa *isa)
{
    uint8_t sample = 0;
    const errdiff_image image = {
        .data = &sample, .width = 1, .height = 1, .channels = 1, .bits = 8, .stride = 1};
    for (int levels = 2; levels <= ERRDIFF_MAX_LEVELS; levels++) {
        struct errdiff_job job;
        errdiff_options options;
        errdiff_message message;
        plain_options_init(&options);
        options.levels[0] = options.levels[1] = options.levels[2] = levels;
        struct errdiff_wave_plan plan;
        errdiff_status status = errdiff_job_prepare(&job, &image, &image, &options, NULL, &message);
        if (status != ERRDIFF_OK || !errdiff_wave_make_plan_for(&plan, &job, isa, true))
            failed("%d levels have no plan", levels);
        else if ((plan.narrow.levels == ERRDIFF_NARROW_MANY) != (levels > ERRDIFF_FEW_LEVELS))
            failed("%d levels have the wrong plan", levels);
        else
            check_levels(decide, levels, levels > ERRDIFF_FEW_LEVELS, &plan.narrow.quantizers[0],
                         &job.rule.quantizers[0]);
        errdiff_job_release(&job);
    }
}

/* Checks all samples with a correction. */
static void check_correction(probe_decide_fine *decide, const struct errdiff_narrow_fine *fine,
                             const struct errdiff_quantizer *quantizer, int correction,
                             bool takes_any)
{
    enum { COUNT = UINT16_MAX + 1 };
    static uint16_t samples[COUNT], output[COUNT];
    static int16_t error[COUNT];
    for (int v = 0; v < COUNT; v++)
        samples[v] = (uint16_t)v;
    decide(fine, takes_any, correction, samples, COUNT, error, output);
    for (int v = 0; v < COUNT; v++) {
        int32_t modified = 16 * v + correction;
        int32_t rule = errdiff_output_of(quantizer, errdiff_level_of(quantizer, modified));
        if (output[v] != rule || error[v] != modified - 16 * rule)
            failed("%d levels: %d with %d%s gives %d and leaves %d; the rule gives %d",
                   quantizer->level_count, v, correction, takes_any ? ", any" : "", output[v],
                   error[v], rule);
    }
}

void check_fine_decisions(probe_decide_fine *decide)
{
    static struct errdiff_quantizer quantizer;
    static struct errdiff_fine_levels levels;
    struct errdiff_narrow_fine fine;
    for (int count = 512; count <= ERRDIFF_MAX_FINE_LEVELS; count *= 2) {
        int step = 65536 / count, largest = 8 * (step + 1);
        errdiff_quantizer_make(&quantizer, &levels, count, 16, 16, NULL);
        if (!errdiff_narrow_fine_make(&fine, &quantizer)) {
            failed("%d levels have no plan", count);
            continue;
        }
        for (int i = 0; i < 18; i++) {
            check_correction(decide, &fine, &quantizer, i - largest, true);
            check_correction(decide, &fine, &quantizer, largest - i, true);
        }
        check_correction(decide, &fine, &quantizer, 1 - 8 * step, false);
        check_correction(decide, &fine, &quantizer, 8 * step, false);
        for (int i = 0; i < 16; i++) {
            int correction = random_range(&vectors_random, 1 - 8 * step, 8 * step);
            check_correction(decide, &fine, &quantizer, correction, i % 2);
        }
    }
    errdiff_quantizer_make(&quantizer, &levels, 1000, 16, 16, NULL);
    if (errdiff_narrow_fine_make(&fine, &quantizer))
        failed("1000 levels have a plan");
}

enum { SUMS = 1 << 12 };

/* Checks sums that are not farther from 0 than `largest`. */
static void check_sums(probe_round *round_sums, const struct errdiff_rounding *rounding,
                       int64_t largest, const int32_t *sums)
{
    static int32_t rounded[SUMS];
    struct errdiff_wide_rounding wide = errdiff_wide_rounding_make(rounding, largest, 0);
    round_sums(&wide, sums, SUMS, rounded);
    for (int i = 0; i < SUMS; i++) {
        int32_t rule = errdiff_round(rounding, rounding->kind, sums[i]);
        if (rounded[i] != rule)
            failed("%d · %d / %d in %s: %d, the rule gives %d", sums[i], rounding->numerator,
                   rounding->denominator,
                   wide.kind == ERRDIFF_WIDE_FLOAT   ? "floats"
                   : wide.kind == ERRDIFF_WIDE_SHIFT ? "a shift"
                   : wide.factor == 0                ? "doubles"
                                                     : "integers",
                   rounded[i], rule);
    }
}

static struct errdiff_rounding rounding_of(int divisor, int strength, int weight, int max_value)
{
    return errdiff_rounding_make(divisor, strength, abs(weight), max_value);
}

/* All sums up to the largest one for which floats are used. */
static void check_floats(probe_round *round_sums, int divisor, int strength)
{
    static int32_t sums[SUMS];
    struct errdiff_rounding rounding = rounding_of(divisor, strength, 1, UINT8_MAX);
    int32_t largest =
        ((1 << 22) - 1 - rounding.half - rounding.denominator) / 2 / rounding.numerator;
    if (errdiff_wide_rounding_make(&rounding, largest, 0).kind == ERRDIFF_WIDE_LARGE ||
        errdiff_wide_rounding_make(&rounding, largest + 1, 0).kind == ERRDIFF_WIDE_FLOAT)
        failed("floats are not used exactly up to sums of %d", largest);
    for (int32_t first = -largest; first <= largest; first += SUMS) {
        for (int i = 0; i < SUMS; i++)
            sums[i] = first + i < largest ? first + i : largest;
        check_sums(round_sums, &rounding, largest, sums);
    }
}

/* Sums that are not farther from 0 than `max`, also next to where the result changes. */
static void check_large(probe_round *round_sums, const struct errdiff_rounding *rounding,
                        int64_t max)
{
    static int32_t sums[SUMS];
    for (int i = 0; i < SUMS; i++) {
        uint64_t bits = random_bits(&vectors_random);
        int64_t sum = (int64_t)(bits % (uint64_t)(2 * max + 1)) - max;
        if (bits >> 62 == 0)
            sum = bits & 1 << 20 ? max - (int64_t)(bits & 15) : (int64_t)(bits & 15) - max;
        if (bits >> 62 == 1) {
            int64_t c = sum * rounding->numerator / rounding->denominator;
            sum = (c * rounding->denominator - rounding->half) / rounding->numerator +
                  (int64_t)(bits >> 40 & 3) - 1;
        }
        sums[i] = (int32_t)(sum < -max ? -max : sum > max ? max : sum);
    }
    check_sums(round_sums, rounding, max, sums);
}

/* Sums up to the largest one for which integers are used, and as large as there may be, which need
 * doubles. */
static void check_integers_and_doubles(probe_round *round_sums, int divisor, int strength)
{
    const int64_t max = (int64_t)ERRDIFF_MAX_WEIGHT * 16 * UINT16_MAX;
    struct errdiff_rounding rounding =
        rounding_of(divisor, strength, ERRDIFF_MAX_WEIGHT, UINT16_MAX);
    if (rounding.kind == ERRDIFF_ROUND_SHIFT || rounding.numerator == 0)
        return;
    check_large(round_sums, &rounding, max);
    int64_t fit = ((int64_t)INT32_MAX - rounding.half - rounding.denominator) / 2;
    fit /= rounding.numerator;
    if (rounding.denominator > 1 && (errdiff_wide_rounding_make(&rounding, fit, 0).factor == 0 ||
                                     errdiff_wide_rounding_make(&rounding, fit + 1, 0).factor != 0))
        failed("integers are not used exactly up to sums of %d", (int)fit);
    check_large(round_sums, &rounding, fit);
}

void check_rounding(probe_round *round_sums)
{
    static const int divisors[] = {48, 42, 200, 3, 7};
    static const int strengths[] = {100, 99, 50, 1};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 4; k++) {
            check_floats(round_sums, divisors[i], strengths[k]);
            check_integers_and_doubles(round_sums, divisors[i], strengths[k]);
        }
    for (int i = 0; i < 300; i++)
        check_integers_and_doubles(round_sums,
                                   1 + (int)(random_bits(&vectors_random) % ERRDIFF_MAX_DIVISOR),
                                   1 + (int)(random_bits(&vectors_random) % 100));
    check_integers_and_doubles(round_sums, 1, 100);
    check_integers_and_doubles(round_sums, ERRDIFF_MAX_DIVISOR, 99);
}

/* ---- The command --------------------------------------------------------------------------- */

static const struct {
    const char *name;
    const struct probe_vectors *vectors;
    probe_decide *decide;
    probe_decide_fine *decide_fine;
    probe_round *round_sums;
    probe_find_levels *find_levels;
    probe_split *split;
    probe_find_colors *find_colors;
    probe_find_places *find_places;
    probe_chain *narrow_chain, *wide_chain;
} probes[] = {
#define PROBES(isa)                                                                       \
    &probe_vectors_##isa, probe_decide_##isa, probe_decide_fine_##isa, probe_round_##isa, \
        probe_find_levels_##isa, probe_split_##isa, probe_find_colors_##isa,              \
        probe_find_places_##isa, probe_narrow_chain_##isa, probe_wide_chain_##isa
#ifdef ERRDIFF_X86
    {"avx512", PROBES(avx512)},
    {"avx2", PROBES(avx2)},
    {"sse4.1", PROBES(sse41)},
#elif defined(ERRDIFF_ARM64)
    {"neon", PROBES(neon)},
#endif
    {"c", PROBES(c)},
};

static const struct errdiff_isa *pick(const char *name, errdiff_message *message)
{
    setenv("ERRDIFF_ISA", name, 1);
    const struct errdiff_isa *isa = errdiff_isa_pick(message);
    unsetenv("ERRDIFF_ISA");
    return isa;
}

static int run(int number, bool is_bench)
{
    errdiff_message message;
    const struct errdiff_isa *isa = pick(probes[number].name, &message);
    const struct errdiff_isa *plain = pick("c", NULL);
    if (!isa) {
        printf("%s\n", message.text);
        return 77;
    }
    if (is_bench) {
        time_chains(probes[number].narrow_chain, probes[number].wide_chain);
        time_operations(probes[number].vectors);
        time_lane_kernels(isa, plain);
        return 0;
    }
    check_operations(probes[number].vectors);
    check_decisions(probes[number].decide, isa);
    check_fine_decisions(probes[number].decide_fine);
    check_rounding(probes[number].round_sums);
    check_levels_of_any_number(probes[number].find_levels);
    check_split(probes[number].split);
    check_colors(probes[number].find_colors);
    check_places(probes[number].find_places);
    check_lane_kernels(isa, plain);
    printf("%s: %ld failures\n", isa->name, failures);
    return failures > 0;
}

int main(int argc, char **argv)
{
    bool is_bench = argc > 2 && strcmp(argv[1], "--bench") == 0;
    const char *name = argc == 2 + is_bench ? argv[1 + is_bench] : "";
    for (size_t i = 0; i < sizeof probes / sizeof probes[0]; i++)
        if (strcmp(name, probes[i].name) == 0)
            return run((int)i, is_bench);
    for (int set = 0; set < ERRDIFF_INSTRUCTION_SETS; set++)
        if (strcmp(name, errdiff_instruction_set_name((enum errdiff_instruction_set)set)) == 0)
            return 77; /* of another kind of processor */
    fprintf(stderr, "usage: errdiff-vectors [--bench] avx512 | avx2 | sse4.1 | neon | c\n");
    return 2;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests what is found out about a job for the engines: its kernel, the bound of its errors, and
 * what its preparation changes. */
#include "../support/plain_options.h"
#include "../support/random.h"
#include "cuda/papers/block_shuffle.h"
#include "cuda/papers/known_job.h"
#include "engines/engine_choice.h"
#include "engines/engine_cost.h"
#include "engines/job.h"
#include "engines/wavefront/wave_plan.h"
#include "rule/sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 24 };

static uint8_t pixels[SIDE * SIDE * 3 * 2];

static struct errdiff_kernel_shape shape_of(const char *text)
{
    errdiff_kernel kernel;
    assert_int_equal(errdiff_kernel_parse(text, &kernel, NULL), ERRDIFF_OK);
    return errdiff_kernel_shape_of(&kernel);
}

static void test_known_kernels(void **state)
{
    static const struct {
        const char *text;
        enum errdiff_known_kernel known;
        bool has_known_divisor;
    } cases[] = {
        {"floyd-steinberg", ERRDIFF_KERNEL_FLOYD_STEINBERG, true},
        {"16: 1,1,1; 0,1,5; -1,1,3; 1,0,7", ERRDIFF_KERNEL_FLOYD_STEINBERG, true},
        {"20: 1,0,7; -1,1,3; 0,1,5; 1,1,1", ERRDIFF_KERNEL_FLOYD_STEINBERG, false},
        {"16: 1,0,7; -1,1,3; 0,1,5; 1,1,2", ERRDIFF_KERNEL_OTHER, false},
        {"16: 1,0,7; -1,1,3; 0,1,5", ERRDIFF_KERNEL_OTHER, false},
        {"sierra-lite", ERRDIFF_KERNEL_SIERRA_LITE, true},
        {"atkinson", ERRDIFF_KERNEL_ATKINSON, true},
        {"fan", ERRDIFF_KERNEL_FAN, true},
        {"shiau-fan-1", ERRDIFF_KERNEL_OTHER, false},
        {"shiau-fan-2", ERRDIFF_KERNEL_SHIAU_FAN_2, true},
        {"sierra-3", ERRDIFF_KERNEL_SIERRA_3, true},
        {"stucki", ERRDIFF_KERNEL_OTHER, false},
        {"ostromoukhov", ERRDIFF_KERNEL_OTHER, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct errdiff_kernel_shape shape = shape_of(cases[i].text);
        assert_int_equal(shape.known, cases[i].known);
        assert_int_equal(shape.has_known_divisor, cases[i].has_known_divisor);
    }
}

static void test_reach_and_sums(void **state)
{
    struct errdiff_kernel_shape shape = shape_of("4: 1,0,9; -3,2,-7; 2,1,1");
    (void)state;
    assert_int_equal(shape.slope, 2);
    assert_int_equal(shape.reach_across, 3);
    assert_int_equal(shape.reach_up, 2);
    assert_int_equal(shape.iteration_reach, 4); /* 2 + 2 · 1 */
    assert_false(shape.is_adjacent);
    assert_true(shape.has_negative_weights);
    assert_int_equal(shape.weight_sum, 3);
    assert_int_equal(shape.absolute_weight_sum, 17);
    assert_true(shape_of("floyd-steinberg").is_adjacent);
    assert_false(shape_of("2: 2,0,1; 0,1,1").is_adjacent);
}

static void prepare(struct errdiff_job *job, const errdiff_options *options, int channels, int bits)
{
    errdiff_image image = {
        .data = pixels, .width = SIDE, .height = SIDE, .channels = channels, .bits = bits};
    image.stride = (ptrdiff_t)SIDE * channels * bits / 8;
    assert_int_equal(errdiff_job_prepare(job, &image, &image, options, NULL, NULL), ERRDIFF_OK);
    assert_int_equal(errdiff_job_set_images(job, &image, &image, 0), ERRDIFF_OK);
}

static void test_bounds_of_known_jobs(void **state)
{
    static const struct {
        const char *kernel;
        int levels, strength, bound;
        bool never_clamps, is_mean;
    } cases[] = {
        {"floyd-steinberg", 2, 100, 8 * 255, true, true},
        {"floyd-steinberg", 4, 100, 8 * 85, true, true},
        {"sierra-3", 2, 50, 8 * 255, true, true},
        {"16: 1,0,8; 0,1,9", 2, 100, 16 * 255, false, false}, /* it adds to the errors */
        {"16: 1,0,8; 0,1,9", 2, 90, 8 * 255, true, true},
        {"4: 1,0,4; 0,1,-4", 2, 100, 16 * 255, false, false},
        {"4: 1,0,2; 0,1,-2", 2, 100, 8 * 255, true, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct errdiff_job job;
        errdiff_options options;
        plain_options_init(&options);
        options.kernel = cases[i].kernel;
        options.strength = cases[i].strength;
        options.levels[0] = cases[i].levels;
        prepare(&job, &options, 1, 8);
        assert_int_equal(job.analysis.error_bound, cases[i].bound);
        assert_int_equal(job.analysis.never_clamps, cases[i].never_clamps);
        assert_int_equal(job.analysis.is_mean, cases[i].is_mean);
        errdiff_job_release(&job);
    }
}

/* ---- The bound holds ------------------------------------------------------------------------ */

static void draw_options(struct random *random, char *kernel, size_t size, errdiff_options *options)
{
    int weights[4], sum = 0;
    for (int i = 0; i < 4; i++) {
        weights[i] = random_range(random, i == 0 ? 1 : -3, 9);
        sum += abs(weights[i]);
    }
    snprintf(kernel, size, "%d: 1,0,%d; -1,1,%d; 0,1,%d; 1,1,%d",
             random_range(random, sum > 4 ? sum - 4 : 1, sum + 8), weights[0], weights[1],
             weights[2], weights[3]);
    plain_options_init(options);
    options->kernel = kernel;
    options->levels[0] = random_range(random, 2, random_range(random, 2, 256));
    options->strength = random_range(random, 0, 1) ? 100 : random_range(random, 0, 100);
    options->noise = random_range(random, 0, 4) ? 0 : random_range(random, 1, 100);
    options->detail = random_range(random, 0, 4) ? 0 : random_range(random, 1, 100);
    options->linear = random_range(random, 0, 3) == 0;
}

static int32_t error_at(int32_t errors[SIDE][SIDE], int x, int y)
{
    return x < 0 || x >= SIDE || y < 0 ? 0 : errors[y][x];
}

/* Dithers the image by the rule without the clamp of errors, and returns the greatest |e|. */
static int32_t greatest_error(const struct errdiff_job *job)
{
    static int32_t errors[SIDE][SIDE];
    const struct errdiff_pixel_rule *rule = &job->rule;
    int32_t greatest = 0;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            int32_t sum = 0, value = errdiff_load(pixels, job->in.bits, y * SIDE + x), clamped;
            for (int i = 0; i < job->asked.kernel.tap_count; i++) {
                const errdiff_tap *tap = &job->asked.kernel.taps[i];
                sum += tap->weight * error_at(errors, x - tap->dx, y - tap->dy);
            }
            value = rule->light ? rule->light[value] : value;
            int32_t modified = (value << ERRDIFF_FRACTION_BITS) +
                               errdiff_round(&rule->rounding, rule->rounding.kind, sum);
            int32_t level = errdiff_decide_level(rule, x, y, 0, value, modified, &clamped);
            errors[y][x] = modified - errdiff_output(rule->quantizers, false, level);
            if (!job->analysis.never_clamps)
                errors[y][x] = clamped;
            if (abs(errors[y][x]) > greatest)
                greatest = abs(errors[y][x]);
        }
    return greatest;
}

static void test_no_error_is_beyond_the_bound(void **state)
{
    struct random random = random_of_job(17, 1);
    int never_clamps = 0, nearly_reached = 0;
    (void)state;
    for (int i = 0; i < 3000; i++) {
        char kernel[96];
        errdiff_options options;
        struct errdiff_job job;
        draw_options(&random, kernel, sizeof kernel, &options);
        bool is_extreme = random_range(&random, 0, 1);
        for (size_t k = 0; k < sizeof pixels; k++)
            pixels[k] = is_extreme ? (random_range(&random, 0, 1) ? 255 : 0)
                                   : (uint8_t)random_range(&random, 0, 255);
        prepare(&job, &options, 1, random_range(&random, 0, 1) ? 8 : 16);
        int32_t greatest = greatest_error(&job);
        assert_true(greatest <= job.analysis.error_bound);
        never_clamps += job.analysis.never_clamps;
        nearly_reached += greatest > job.analysis.error_bound * 9 / 10;
        errdiff_job_release(&job);
    }
    assert_true(never_clamps > 500);
    assert_true(nearly_reached > 500); /* so a smaller bound would fail */
}

/* ---- Preparation ---------------------------------------------------------------------------- */

/* A call whose preparation may add a mask, or change the number of bits or channels. */
struct call {
    uint8_t in[SIDE * SIDE * 3 * 2], out[SIDE * SIDE * 3 * 2], mask[SIDE * SIDE];
    errdiff_image from, to;
    errdiff_palette palette;
    errdiff_options options;
};

static void draw_call(struct random *random, struct call *call)
{
    static const char *const kernels[] = {
        "floyd-steinberg", "fan", "simple", "stucki", "4: 1,0,2; -15,1,1; 0,15,1", "ostromoukhov"};
    bool is_gray = random_range(random, 0, 2) > 0, has_few_bits = random_range(random, 0, 2) > 0;
    plain_options_init(&call->options);
    call->options.kernel = kernels[random_range(random, 0, 5)];
    call->options.levels[0] = call->options.levels[1] = call->options.levels[2] =
        random_range(random, 0, 1) ? 2 : 5;
    call->options.keep_exact = random_range(random, 0, 1);
    call->options.brightness = random_range(random, 0, 2) ? 0 : 20;
    call->options.serpentine = random_range(random, 0, 3) == 0;
    call->options.linear = random_range(random, 0, 3) == 0;
    bool has_palette = random_range(random, 0, 2) == 0;
    call->palette =
        (errdiff_palette){.count = 3, .colors = {{0, 0, 0}, {32, 32, 32}, {255, 128, 0}}};
    call->options.palette = has_palette ? &call->palette : NULL;
    call->options.gamut = ERRDIFF_GAMUT_CLIP;
    call->options.indexed = has_palette && random_range(random, 0, 1);
    for (size_t i = 0; i < sizeof call->in; i++)
        call->in[i] = random_range(random, 0, 1) ? 255 : (uint8_t)random_range(random, 0, 255);
    for (size_t i = 0; i < sizeof call->mask; i++)
        call->mask[i] = (uint8_t)random_range(random, 0, 1);
    call->from = (errdiff_image){.data = call->in,
                                 .width = SIDE,
                                 .height = SIDE,
                                 .channels = is_gray ? 1 : 3,
                                 .bits = has_few_bits ? 8 : 16,
                                 .stride = SIDE * 3 * 2,
                                 .mask = random_range(random, 0, 1) ? call->mask : NULL,
                                 .mask_stride = SIDE};
    call->to = call->from;
    call->to.data = call->out;
    call->to.mask = NULL;
    call->to.bits = random_range(random, 0, 1) || call->options.indexed ? 8 : call->from.bits;
    call->to.channels = call->options.indexed ? 1 : has_palette ? 3 : call->from.channels;
}

/* What engines say about a job, and what they conclude from it. */
struct answers {
    bool can_run[32];
    errdiff_message reasons[32];
    struct errdiff_wave_description wave;
    bool gpu_pays;
    int fast_channels;
    bool has_mask, can_shuffle;
};

static void ask(const struct errdiff_job *job, struct answers *answers)
{
    struct errdiff_shuffle_rule rule;
    struct errdiff_wave_plan plan;
    const struct errdiff_engine *engine;
    memset(answers, 0, sizeof *answers);
    for (int i = 0; (engine = errdiff_engine_at(i)) != NULL; i++)
        answers->can_run[i] = !engine->can_run || engine->can_run(job, &answers->reasons[i]);
    answers->gpu_pays = errdiff_gpu_pays(job);
    answers->fast_channels = errdiff_fast_channels(job);
    answers->has_mask = job->analysis.has_mask;
    answers->can_shuffle = errdiff_shuffle_rule_make(&rule, job);
    if (job->asked.serpentine || !errdiff_wide_can_run(job))
        return;
    errdiff_wave_make_plan(&plan, job, errdiff_isa_pick(NULL));
    answers->wave = errdiff_wave_describe(&plan);
}

static void check_answers(const struct answers *before, const struct answers *after)
{
    for (int i = 0; errdiff_engine_at(i); i++) {
        assert_int_equal(before->can_run[i], after->can_run[i]);
        assert_string_equal(before->reasons[i].text, after->reasons[i].text);
    }
    assert_int_equal(before->gpu_pays, after->gpu_pays);
    assert_int_equal(before->fast_channels, after->fast_channels);
    assert_int_equal(before->can_shuffle, after->can_shuffle);
    assert_int_equal(before->has_mask, after->has_mask);
    assert_int_equal(before->wave.is_narrow, after->wave.is_narrow);
    assert_int_equal(before->wave.narrow_kernel, after->wave.narrow_kernel);
    assert_int_equal(before->wave.has_mask, after->wave.has_mask);
    assert_int_equal(before->wave.has_inner_tiles, after->wave.has_inner_tiles);
}

/* Engines are asked before the image is prepared, and run what it becomes. */
static void test_engines_know_what_the_preparation_changes(void **state)
{
    static struct call call;
    static struct answers before, after;
    struct random random = random_of_job(18, 1);
    int can_shuffle = 0, has_added_mask = 0;
    (void)state;
    for (int i = 0; i < 2000; i++) {
        struct errdiff_job job;
        draw_call(&random, &call);
        assert_int_equal(errdiff_job_prepare(&job, &call.from, &call.to, &call.options, NULL, NULL),
                         ERRDIFF_OK);
        ask(&job, &before);
        assert_int_equal(errdiff_job_set_images(&job, &call.from, &call.to, 0), ERRDIFF_OK);
        ask(&job, &after);
        check_answers(&before, &after);
        assert_int_equal(after.has_mask, job.in.mask != NULL);
        can_shuffle += after.can_shuffle;
        has_added_mask += job.in.mask && !call.from.mask;
        errdiff_job_release(&job);
    }
    assert_true(can_shuffle > 10 && has_added_mask > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_kernels),
        cmocka_unit_test(test_reach_and_sums),
        cmocka_unit_test(test_bounds_of_known_jobs),
        cmocka_unit_test(test_no_error_is_beyond_the_bound),
        cmocka_unit_test(test_engines_know_what_the_preparation_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the model behind "auto": costs from times, times from costs, the file that stores them,
 * the choice. */
#define _POSIX_C_SOURCE 200809L

#include "../support/plain_options.h"
#include "base/message.h"
#include "engines/engine.h"
#include "engines/engine_choice.h"
#include "engines/model.h"
#include "engines/model_cache.h"
#include "engines/model_defaults.h"
#include "engines/prediction.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* An empty folder for the model's file. */
static char folder[] = "/tmp/errdiff-model-XXXXXX";

/* ---- Costs --------------------------------------------------------------------------------- */

static double ms_of(double base, double iteration, double sample,
                    const struct errdiff_timing *timing)
{
    return base + iteration * timing->iterations + sample * timing->samples;
}

static void check_is_found(double base, double iteration, double sample)
{
    struct errdiff_timing timings[] = {
        {1536, 512 * 512, 0}, {10240, 8192 * 1024, 0}, {24576, 8192 * 8192, 0}};

    for (int i = 0; i < 3; i++)
        timings[i].ms = ms_of(base, iteration, sample, &timings[i]);
    struct errdiff_cost cost = errdiff_cost_fit(timings, 3);
    assert_true(cost.is_known);
    assert_true(llabs(cost.base_ns - llround(base * 1e6)) <= 1);
    assert_true(llabs(cost.iteration_ps - llround(iteration * 1e9)) <= 1);
    assert_true(llabs(cost.sample_fs - llround(sample * 1e12)) <= 1);
    assert_int_equal(cost.gain_ppm, 0);
    assert_int_equal(cost.team_ns, 0);
}

static void test_a_cost_is_found_from_its_times(void **state)
{
    (void)state;
    check_is_found(0.25, 0.0039, 1.4e-6);
    check_is_found(0, 0.0039, 1.4e-6);
    check_is_found(0.25, 0, 1.4e-6);
    check_is_found(0.25, 0.0039, 0);
    check_is_found(0, 0, 2e-7);
}

static void test_no_cost_is_negative(void **state)
{
    /* A line fitted to these has a negative constant term. */
    const struct errdiff_timing timings[] = {{3, 1e5, 0.1}, {3, 1e6, 2}, {3, 1e7, 30}};

    (void)state;
    struct errdiff_cost cost = errdiff_cost_fit(timings, 3);
    assert_true(cost.base_ns >= 0 && cost.iteration_ps >= 0 && cost.sample_fs > 0);
    /* Relative errors are minimized, so the line passes between the three. */
    assert_true(cost.sample_fs > 1000000 && cost.sample_fs < 3000000);
}

static void test_a_teams_cost(void **state)
{
    struct errdiff_cost cost = {.is_known = true, .base_ns = 1000000, .sample_fs = 1000000};
    /* 1 ms, 3 ms to start the team, and four times the speed. */
    const struct errdiff_timing timings[2] = {{0, 4e6, 5}, {0, 4e7, 14}};

    (void)state;
    errdiff_cost_fit_team(&cost, timings, 4);
    assert_int_equal(cost.gain_ppm, 1000000);
    assert_int_equal(cost.team_ns, 3000000);
    /* A team is never slower than one thread, and never faster than its number of threads
     * allows. */
    const struct errdiff_timing slow[2] = {{0, 4e6, 9}, {0, 4e7, 90}};
    errdiff_cost_fit_team(&cost, slow, 4);
    assert_int_equal(cost.gain_ppm, 0);
    const struct errdiff_timing fast[2] = {{0, 4e6, 1.1}, {0, 4e7, 1.2}};
    errdiff_cost_fit_team(&cost, fast, 4);
    assert_int_equal(cost.gain_ppm, 1000000);
    assert_int_equal(cost.team_ns, 0);
}

/* ---- The file ------------------------------------------------------------------------------ */

static struct errdiff_model make_model(void)
{
    struct errdiff_model model = {.start_us = 310000,
                                  .sizes = {.block_width = 64,
                                            .block_height = 128,
                                            .threads = 128,
                                            .handover = 256,
                                            .strip = 512,
                                            .group = 16}};

    errdiff_machine_get(&model.machine, NULL);
    strcpy(model.machine.gpu, "GPU of a test");
    strcpy(model.machine.driver, "1.2.3");
    for (int i = 0; i < 3; i++) {
        char name[] = "engine-0";
        name[7] = (char)('0' + i);
        struct errdiff_engine_costs *costs = errdiff_model_add(&model, name);
        for (int work = i; work < ERRDIFF_WORK_COUNT; work++)
            costs->costs[work] = (struct errdiff_cost){.is_known = true,
                                                       .base_ns = 1 + i,
                                                       .iteration_ps = 20 + work,
                                                       .sample_fs = 300,
                                                       .gain_ppm = 4000,
                                                       .team_ns = 50000};
    }
    return model;
}

static void write_file(const char *text, size_t size)
{
    char path[256];

    snprintf(path, sizeof(path), "%s/errdiff", folder);
    mkdir(path, 0700);
    snprintf(path, sizeof(path), "%s/errdiff/calibration", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static char *keep(const struct errdiff_model *model, size_t *size)
{
    static char text[1 << 16];
    char path[4096];
    errdiff_message message;

    assert_int_equal(errdiff_model_cache_prepare(path, sizeof(path), &message), ERRDIFF_OK);
    assert_int_equal(errdiff_model_cache_write(model, path, &message), ERRDIFF_OK);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    *size = fread(text, 1, sizeof(text) - 1, file);
    text[*size] = '\0';
    fclose(file);
    return text;
}

static void test_what_is_kept_is_read(void **state)
{
    struct errdiff_model model = make_model(), read;
    size_t size;

    (void)state;
    keep(&model, &size);
    assert_true(errdiff_model_cache_read(&read));
    assert_int_equal(read.start_us, model.start_us);
    assert_memory_equal(&read.sizes, &model.sizes, sizeof(model.sizes));
    assert_string_equal(read.machine.cpu, model.machine.cpu);
    assert_int_equal(read.machine.processors, model.machine.processors);
    assert_string_equal(read.machine.gpu, model.machine.gpu);
    assert_string_equal(read.machine.driver, model.machine.driver);
    assert_int_equal(read.engine_count, model.engine_count);
    for (int i = 0; i < model.engine_count; i++) {
        assert_string_equal(read.engines[i].name, model.engines[i].name);
        for (int work = 0; work < ERRDIFF_WORK_COUNT; work++) {
            const struct errdiff_cost *a = &read.engines[i].costs[work];
            const struct errdiff_cost *b = &model.engines[i].costs[work];
            assert_int_equal(a->is_known, b->is_known);
            assert_int_equal(a->base_ns, b->base_ns);
            assert_int_equal(a->iteration_ps, b->iteration_ps);
            assert_int_equal(a->sample_fs, b->sample_fs);
            assert_int_equal(a->gain_ppm, b->gain_ppm);
            assert_int_equal(a->team_ns, b->team_ns);
        }
    }
}

static void test_a_file_that_was_cut_is_not_used(void **state)
{
    struct errdiff_model model = make_model(), read;
    size_t size;
    char *text = keep(&model, &size);

    (void)state;
    for (size_t length = 0; length < size; length++)
        if (length == 0 || text[length - 1] == '\n' || length % 7 == 0) {
            write_file(text, length);
            assert_false(errdiff_model_cache_read(&read));
        }
    write_file(text, size);
    assert_true(errdiff_model_cache_read(&read));
}

/* Replaces the first `from` in the file's text by `to`; the file must then be refused. */
static void check_is_refused(const char *text, const char *from, const char *to)
{
    struct errdiff_model read;
    char changed[1 << 16];
    const char *place = strstr(text, from);

    assert_non_null(place);
    int length = snprintf(changed, sizeof(changed), "%.*s%s%s", (int)(place - text), text, to,
                          place + strlen(from));
    write_file(changed, (size_t)length);
    if (errdiff_model_cache_read(&read))
        fail_msg("it was read with \"%s\" in place of \"%s\"", to, from);
}

static void test_a_broken_or_foreign_file_is_not_used(void **state)
{
    struct errdiff_model model = make_model(), read;
    size_t size;
    char *text = keep(&model, &size), processors[64];

    (void)state;
    check_is_refused(text, "calibration 1", "calibration 2");
    check_is_refused(text, "version ", "version 9");
    check_is_refused(text, "cpu ", "cpu another ");
    snprintf(processors, sizeof(processors), "processors %d\n", model.machine.processors);
    check_is_refused(text, processors, "processors 77777\n");
    check_is_refused(text, "handover 256", "handover -256");
    check_is_refused(text, "handover 256", "handover 256 ");
    check_is_refused(text, "handover 256", "handover 99999999999999999999");
    check_is_refused(text, "handover 256", "handover nan");
    check_is_refused(text, "block 64x128", "block 64");
    check_is_refused(text, "block 64x128", "block 64x99999");
    check_is_refused(text, "threads 128", "threads 257");
    check_is_refused(text, "group 16", "group 65");
    check_is_refused(text, "group 16", "color 16");
    check_is_refused(text, "two-levels", "three-levels");
    check_is_refused(text, "time engine-0", "time  ");
    check_is_refused(text, "time engine-0", "time an-engine-with-a-name-that-is-too-long");
    check_is_refused(text, " 300 4000", " 300 4000 1");
    check_is_refused(text, " 300 4000", " 300");
    check_is_refused(text, " 300 4000", " 1e3 4000");
    check_is_refused(text, "\nend\n", "\n");
    check_is_refused(text, "\nend\n", "\nend\nend\n");
    text[20] = '\0';
    write_file(text, size);
    assert_false(errdiff_model_cache_read(&read));
    char *large = calloc(1, 1 << 20);
    memset(large, '\n', 1 << 20);
    write_file(large, 1 << 20);
    free(large);
    assert_false(errdiff_model_cache_read(&read));
}

/* Opening it must not wait for a writer; otherwise every run would hang. */
static void test_a_pipe_is_not_used(void **state)
{
    struct errdiff_model model = make_model(), read;
    char path[4096];
    errdiff_message message;

    (void)state;
    assert_int_equal(errdiff_model_cache_prepare(path, sizeof(path), &message), ERRDIFF_OK);
    assert_int_equal(errdiff_model_cache_write(&model, path, &message), ERRDIFF_OK);
    assert_true(errdiff_model_cache_read(&read));
    assert_int_equal(remove(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(errdiff_model_cache_read(&read));
    assert_int_equal(remove(path), 0);
}

static void test_a_file_that_cannot_be_written(void **state)
{
    struct errdiff_model model = make_model();
    char path[4096], blocked[256];
    errdiff_message message = {""};

    (void)state;
    snprintf(blocked, sizeof(blocked), "%s/none/none", folder);
    setenv("XDG_CACHE_HOME", blocked, 1);
    assert_int_equal(errdiff_model_cache_prepare(path, sizeof(path), &message), ERRDIFF_CANNOT_RUN);
    assert_non_null(strstr(message.text, blocked));
    setenv("XDG_CACHE_HOME", folder, 1);
    message.text[0] = '\0';
    assert_int_equal(errdiff_model_cache_write(&model, blocked, &message), ERRDIFF_CANNOT_RUN);
    assert_non_null(strstr(message.text, blocked));
}

/* ---- The choice ---------------------------------------------------------------------------- */

static void prepare(struct errdiff_job *job, uint8_t *pixels, int width, int height,
                    const errdiff_options *options)
{
    errdiff_image image = {.data = pixels,
                           .width = width,
                           .height = height,
                           .channels = 1,
                           .bits = 8,
                           .stride = width};

    assert_int_equal(errdiff_job_prepare(job, &image, &image, options, NULL, NULL), ERRDIFF_OK);
}

static void test_kinds_of_work(void **state)
{
    static const struct {
        const char *kernel;
        int levels, linear, has_palette, serpentine;
        enum errdiff_work work;
    } cases[] = {
        {"floyd-steinberg", 2, 0, 0, 0, ERRDIFF_WORK_TWO_LEVELS},
        {"floyd-steinberg", 2, 0, 0, 1, ERRDIFF_WORK_TWO_LEVELS},
        {"floyd-steinberg", 3, 0, 0, 0, ERRDIFF_WORK_LEVELS},
        {"atkinson", 2, 0, 0, 0, ERRDIFF_WORK_FAR_TWO_LEVELS},
        {"atkinson", 3, 0, 0, 0, ERRDIFF_WORK_FAR_LEVELS},
        {"stucki", 2, 0, 0, 0, ERRDIFF_WORK_FAR_LEVELS}, /* it divides by 42 */
        {"2: 1,0,1; 0,2,1", 2, 0, 0, 1, ERRDIFF_WORK_FAR_TWO_LEVELS},
        {"2: 1,0,3; 0,1,-1", 2, 0, 0, 0, ERRDIFF_WORK_LEVELS}, /* errors are clamped */
        {"floyd-steinberg", 2, 1, 0, 0, ERRDIFF_WORK_OTHER},
        {"ostromoukhov", 2, 0, 0, 1, ERRDIFF_WORK_OTHER},
        {"floyd-steinberg", 2, 0, 1, 0, ERRDIFF_WORK_PALETTE},
        {"floyd-steinberg", 2, 1, 1, 1, ERRDIFF_WORK_PALETTE},
        {"stucki", 2, 0, 1, 0, ERRDIFF_WORK_FAR_PALETTE},
    };
    uint8_t pixels[16] = {0};
    errdiff_palette palette;

    (void)state;
    assert_int_equal(errdiff_palette_find("black-and-white", &palette, NULL), ERRDIFF_OK);
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct errdiff_job job;
        errdiff_options options;
        plain_options_init(&options);
        options.kernel = cases[i].kernel;
        options.levels[0] = cases[i].levels;
        options.linear = cases[i].linear;
        options.serpentine = cases[i].serpentine;
        options.palette = cases[i].has_palette ? &palette : NULL;
        prepare(&job, pixels, 4, 4, &options);
        assert_int_equal(errdiff_work_of(&job), cases[i].work);
        errdiff_job_release(&job);
    }
}

static const struct errdiff_engine *engine_of(const char *name)
{
    for (int i = 0; errdiff_engine_at(i); i++)
        if (strcmp(errdiff_engine_at(i)->info.name, name) == 0)
            return errdiff_engine_at(i);
    fail_msg("there is no engine %s", name);
    return NULL;
}

/* A process reads the file once, so one test checks everything that follows from it. It must not
 * initialize the GPU. */
static void test_the_choice_follows_the_file(void **state)
{
    struct errdiff_model model = {.start_us = 1000000};
    uint8_t *pixels = calloc(512, 512);
    char path[4096];
    struct errdiff_job job;
    errdiff_options options;
    errdiff_message passed_over, message;

    (void)state;
    errdiff_machine_get(&model.machine, NULL);
    strcpy(model.machine.gpu, "GPU of a test");
    strcpy(model.machine.driver, "1.2.3");
    for (int i = 0; errdiff_engine_at(i); i++) {
        struct errdiff_engine_costs *costs =
            errdiff_model_add(&model, errdiff_engine_at(i)->info.name);
        costs->costs[ERRDIFF_WORK_TWO_LEVELS] =
            (struct errdiff_cost){.is_known = true, .base_ns = 9000000000};
    }
    errdiff_model_add(&model, "serial-ec")->costs[ERRDIFF_WORK_TWO_LEVELS] =
        (struct errdiff_cost){.is_known = true, .sample_fs = 10000000};
    errdiff_model_add(&model, "serial-ed")->costs[ERRDIFF_WORK_TWO_LEVELS] =
        (struct errdiff_cost){.is_known = true, .base_ns = 500000, .sample_fs = 1000000};
    errdiff_model_add(&model, "cuda-pwec")->costs[ERRDIFF_WORK_TWO_LEVELS] =
        (struct errdiff_cost){.is_known = true, .base_ns = 1, .iteration_ps = 1000000};
    assert_int_equal(errdiff_model_cache_prepare(path, sizeof(path), &message), ERRDIFF_OK);
    assert_int_equal(errdiff_model_cache_write(&model, path, &message), ERRDIFF_OK);

    plain_options_init(&options);
    prepare(&job, pixels, 64, 64, &options);
    assert_true(fabs(errdiff_model_ms(engine_of("serial-ec"), &job) - 0.04096) < 1e-9);
    assert_true(fabs(errdiff_model_ms(engine_of("serial-ed"), &job) - 0.504096) < 1e-9);
    /* 64 + 2 · 64 iterations, and the GPU has to be initialized first. */
    assert_true(fabs(errdiff_model_ms(engine_of("cuda-pwec"), &job) - 1000.192001) < 1e-6);
    passed_over.text[0] = '\0';
    assert_string_equal(errdiff_engine_pick("auto", &job, &passed_over, &message)->info.name,
                        "serial-ec");
    assert_string_equal(passed_over.text, "");
    errdiff_job_release(&job);

    /* 128 + 2 · 16 iterations. */
    prepare(&job, pixels, 128, 16, &options);
    assert_true(fabs(errdiff_model_ms(engine_of("cuda-pwec"), &job) - 1000.160001) < 1e-6);
    errdiff_job_release(&job);

    prepare(&job, pixels, 512, 512, &options);
    assert_string_equal(errdiff_engine_pick("auto", &job, &passed_over, &message)->info.name,
                        "serial-ed");
    /* An engine that failed is not tried again; the next best one is. */
    errdiff_fail(&message, ERRDIFF_CANNOT_RUN, "it fell over");
    const struct errdiff_engine *next =
        errdiff_engine_pick_after(engine_of("serial-ed"), &job, &passed_over, &message);
    assert_string_equal(next->info.name, "serial-ec");
    assert_string_equal(passed_over.text, "serial-ed: it fell over");
    errdiff_job_release(&job);

    /* The built-in costs are used where the file has none. */
    options.levels[0] = 4;
    prepare(&job, pixels, 512, 512, &options);
    assert_true(errdiff_model_ms(engine_of("wavefront"), &job) <
                errdiff_model_ms(engine_of("serial-ec"), &job));
    errdiff_job_release(&job);

    /* GPU engines have those of more levels where they have none of two. */
    options.levels[0] = 2;
    options.kernel = "burkes";
    prepare(&job, pixels, 512, 512, &options);
    assert_int_equal(errdiff_work_of(&job), ERRDIFF_WORK_FAR_TWO_LEVELS);
    assert_true(isfinite(errdiff_model_ms(engine_of("cuda-softsync"), &job)));
    errdiff_job_release(&job);
    free(pixels);
}

/* An engine may have no built-in costs, but costs without an engine are a mistake in its name. */
static void test_the_built_in_costs_are_those_of_engines(void **state)
{
    struct errdiff_model model;

    (void)state;
    errdiff_model_defaults(&model);
    assert_true(model.start_us > 0);
    assert_true(model.engine_count > 0);
    for (int i = 0; i < model.engine_count; i++)
        (void)engine_of(model.engines[i].name); /* fails if there is none */
}

static void test_no_reason_is_lost(void **state)
{
    struct errdiff_job job;
    uint8_t pixels[16] = {0};
    errdiff_options options;
    errdiff_message passed_over = {""}, message;
    char reason[160];

    (void)state;
    plain_options_init(&options);
    prepare(&job, pixels, 4, 4, &options);
    for (int i = 0; errdiff_engine_at(i); i++) {
        snprintf(reason, sizeof(reason), "reason %d, %0110d", i / 3 * 2 - i / 2, 0);
        errdiff_fail(&message, ERRDIFF_CANNOT_RUN, "%s", reason);
        if (i != 4)
            errdiff_engine_pick_after(errdiff_engine_at(i), &job, &passed_over, &message);
    }
    for (int i = 0; errdiff_engine_at(i); i++) {
        const char *name = errdiff_engine_at(i)->info.name;
        if (i != 4 && !strstr(passed_over.text, name))
            fail_msg("%s is not in: %s", name, passed_over.text);
    }
    /* Engines with the same reason are listed with it together. */
    snprintf(reason, sizeof(reason), "reason 0, %0110d", 0);
    const char *first = strstr(passed_over.text, reason);
    assert_non_null(first);
    assert_null(strstr(first + 1, reason));
    errdiff_job_release(&job);
}

static int setup(void **state)
{
    (void)state;
    return mkdtemp(folder) ? setenv("XDG_CACHE_HOME", folder, 1) : -1;
}

static int teardown(void **state)
{
    char path[256];

    (void)state;
    snprintf(path, sizeof(path), "%s/errdiff/calibration", folder);
    unlink(path);
    snprintf(path, sizeof(path), "%s/errdiff", folder);
    /* The folder must be empty: no temporary file is left. */
    return rmdir(path) != 0 || rmdir(folder) != 0 ? -1 : 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_cost_is_found_from_its_times),
        cmocka_unit_test(test_no_cost_is_negative),
        cmocka_unit_test(test_a_teams_cost),
        cmocka_unit_test(test_what_is_kept_is_read),
        cmocka_unit_test(test_a_file_that_was_cut_is_not_used),
        cmocka_unit_test(test_a_broken_or_foreign_file_is_not_used),
        cmocka_unit_test(test_a_pipe_is_not_used),
        cmocka_unit_test(test_a_file_that_cannot_be_written),
        cmocka_unit_test(test_kinds_of_work),
        cmocka_unit_test(test_the_choice_follows_the_file),
        cmocka_unit_test(test_the_built_in_costs_are_those_of_engines),
        cmocka_unit_test(test_no_reason_is_lost),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}

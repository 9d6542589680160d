/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checks on random jobs that an engine gives the serial engine's levels.
 *
 * test-hologram-equality ENGINE [SEED [COUNT]] repeats a failure or runs more jobs. It exits with
 * 77 (skipped) if the engine, or the instruction set that ERRDIFF_ISA names, cannot run here.
 */
#include "../../tests/support/digest.h"
#include "../../tests/support/random.h"
#include "base/instruction_set.h"
#include "drawn_hologram.h"
#include "engines/cuda_module.h"
#include "hologram/hologram_cuda.h"
#include "hologram/hologram_serial.h"
#include "hologram/hologram_wavefront.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct engine {
    const char *name;
    errdiff_status (*run)(const struct errdiff_hologram_job *job, uint16_t *levels,
                          errdiff_hologram_report *report);
    int width, height; /* the largest size of most holograms; a GPU band has 32 rows */
    bool is_on_gpu;
};

static const struct engine engines[] = {
    {"wavefront", errdiff_hologram_wavefront, 150, 130, false},
    {"cuda-softsync", errdiff_hologram_cuda, 300, 200, true},
};

/* One of every 16 jobs can be 32 times as wide, so that rare events occur, and one 32 times as
 * high, with more bands than a GPU runs at once. */
enum { EVERY = 16, TIMES = 32, MOST_MEASURED = 40 };

/* Gives a job with phases other values for its levels. */
static bool measure_levels(struct drawn_hologram *drawn, errdiff_complex *values)
{
    struct random random = {drawn->seed};
    errdiff_hologram_report report = drawn->report;
    drawn->job.quantizer.levels = random_range(&random, 2, MOST_MEASURED);
    drawn->job.quantizer.values = values;
    for (int k = 0; k < drawn->job.quantizer.levels; k++)
        values[k] = (errdiff_complex){.re = (float)random_range(&random, -9, 9) / 9,
                                      .im = (float)random_range(&random, -9, 9) / 9};
    bool is_made = errdiff_hologram_serial(&drawn->job, drawn->expected, &report) == ERRDIFF_OK;
    drawn->clipped = report.clipped;
    return is_made;
}

/* Continues the digest of all levels with those of this job. */
static bool check_job(const struct engine *engine, uint32_t seed, uint64_t *digest)
{
    errdiff_complex values[MOST_MEASURED];
    struct drawn_hologram drawn;
    int width = engine->width * (seed % EVERY == 0 ? TIMES : 1);
    int height = engine->height * (seed % EVERY == EVERY / 2 ? TIMES : 1);
    bool is_right = drawn_hologram_make(&drawn, seed, width, height);
    errdiff_hologram_report report = drawn.report;
    if (is_right && seed % 4 == 1 && !drawn.job.quantizer.is_real)
        is_right = measure_levels(&drawn, values);
    if (is_right) {
        errdiff_status status = engine->run(&drawn.job, drawn.levels, &report);
        is_right = status == ERRDIFF_OK && drawn_hologram_is_right(&drawn, report.clipped);
        if (!is_right)
            drawn_hologram_say(&drawn, engine->name,
                               status == ERRDIFF_OK ? "wrong levels" : report.message.text);
    }
    if (is_right)
        *digest = digest_continue(*digest, drawn.levels,
                                  (size_t)drawn.job.hologram.width *
                                      (size_t)drawn.job.hologram.height * sizeof *drawn.levels);
    drawn_hologram_free(&drawn);
    return is_right;
}

static const struct engine *find(const char *name)
{
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        if (strcmp(engines[i].name, name) == 0)
            return &engines[i];
    fprintf(stderr, "%s is not an engine for holograms\n", name);
    exit(2);
}

int main(int argc, char **argv)
{
    const struct engine *engine = find(argc > 1 ? argv[1] : "wavefront");
    uint32_t seed = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 1;
    int count = argc > 3 ? atoi(argv[3]) : argc > 2 ? 1 : 500, failures = 0;
    errdiff_message reason;
    enum errdiff_instruction_set set;
    uint64_t digest = digest_start;
    if (engine->is_on_gpu ? !errdiff_cuda_find_device(&reason)
                          : !errdiff_instruction_set_pick(&set, &reason)) {
        printf("%s cannot run: %s\n", engine->name, reason.text);
        return 77;
    }
    for (int i = 0; i < count && failures < 5; i++)
        failures += !check_job(engine, seed + (uint32_t)i, &digest);
    printf("digest of all levels: %016" PRIx64 "\n", digest);
    printf("%s: %d jobs, %d failures\n", engine->name, count, failures);
    return failures > 0;
}

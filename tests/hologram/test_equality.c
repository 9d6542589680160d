/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The same levels from all schedules, on random jobs.
 *
 * test-hologram-equality [SEED [COUNT]] repeats a failure, or does more. Exits with 77 where the
 * instruction set that ERRDIFF_ISA names cannot run here.
 */
#include "hologram/serial.h"
#include "hologram/wavefront.h"
#include "wavefront/isa.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t state;

static int draw(int least, int most)
{
    state = state * 1664525u + 1013904223u;
    return least + (int)((uint64_t)(state >> 8) * (uint64_t)(most - least + 1) >> 24);
}

static errdiff_hologram_options draw_options(void)
{
    static const int levels[] = {2, 3, 4, 16, 256, 65536};
    errdiff_hologram_options options;
    errdiff_hologram_options_init(&options);
    options.optics = (errdiff_optics){.pitch = 0.75,
                                      .wavelength = 0.635,
                                      .view_x = draw(-300, 300),
                                      .view_y = draw(-300, 300),
                                      .view_width = draw(20, 300),
                                      .view_height = draw(20, 300),
                                      .view_distance = draw(100, 900)};
    options.method = (errdiff_hologram_method)draw(0, ERRDIFF_HOLOGRAM_NONE);
    options.output = (errdiff_hologram_output)draw(0, ERRDIFF_HOLOGRAM_AMPLITUDE);
    options.levels = options.output == ERRDIFF_HOLOGRAM_BINARY_PHASE ? 2 : levels[draw(0, 5)];
    options.hogel = draw(0, 1) ? 16 * draw(1, 4) : draw(1, 90);
    options.weights = draw(1, ERRDIFF_HOLOGRAM_MAX_WEIGHTS);
    options.slope = draw(0, ERRDIFF_HOLOGRAM_MAX_SLOPE);
    options.scale = draw(0, 3) == 0 ? 4 : 0;
    options.view_filter = 0;
    options.threads = draw(1, 5);
    return options;
}

/* A hologram whose errors differ everywhere; some pixels are 0. */
static void fill(errdiff_field *field)
{
    for (int i = 0; i < field->width * field->height; i++)
        field->values[i] = (errdiff_complex){.re = (float)draw(-1000, 1000) / 700,
                                             .im = (float)draw(-1000, 1000) / 700};
}

static int fail(uint32_t seed, const errdiff_field *field, const char *what)
{
    fprintf(stderr, "seed %u, %d × %d pixels: %s\n", seed, field->width, field->height, what);
    return 1;
}

static int check_job(uint32_t seed)
{
    state = seed;
    errdiff_field field;
    errdiff_hologram_options options = draw_options();
    if (errdiff_field_make(&field, draw(1, 150), draw(1, 130)) != ERRDIFF_OK)
        return 1;
    fill(&field);
    size_t bytes = (size_t)field.width * (size_t)field.height * sizeof(uint16_t);
    uint16_t *expected = malloc(bytes), *levels = malloc(bytes);
    struct errdiff_hologram_job job;
    errdiff_hologram_report made, serial, wavefront;
    int failed = 0;
    if (!expected || !levels ||
        errdiff_hologram_job_make(&job, &field, &options, &made) != ERRDIFF_OK)
        return fail(seed, &field, "the job could not be made");
    serial = wavefront = made;
    memset(levels, 0xff, bytes);
    if (errdiff_hologram_serial(&job, expected, &serial) != ERRDIFF_OK ||
        errdiff_hologram_wavefront(&job, levels, &wavefront) != ERRDIFF_OK)
        failed = fail(seed, &field, "an engine failed");
    else if (memcmp(expected, levels, bytes) != 0)
        failed = fail(seed, &field, "other levels");
    else if (serial.clipped != wavefront.clipped)
        failed = fail(seed, &field, "other errors were scaled back");
    errdiff_hologram_job_release(&job);
    errdiff_field_free(&field);
    free(expected);
    free(levels);
    return failed;
}

int main(int argc, char **argv)
{
    uint32_t seed = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1;
    int count = argc > 2 ? atoi(argv[2]) : argc > 1 ? 1 : 500;
    int failures = 0;
    errdiff_message message;
    if (!errdiff_isa_pick(&message)) {
        printf("%s\n", message.text);
        return 77;
    }
    for (int i = 0; i < count && failures < 5; i++)
        failures += check_job(seed + (uint32_t)i);
    printf("%d jobs, %d failures\n", count, failures);
    return failures > 0;
}

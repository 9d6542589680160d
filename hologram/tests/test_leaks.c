/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library frees what it allocates for holograms. */
#include "../../tests/support/blocks_in_use.h"
#include "../../tests/support/random.h"
#include "errdiff_hologram.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { SIDE = 80 };

static errdiff_complex values[SIDE * SIDE];

struct job {
    errdiff_hologram_method method;
    errdiff_hologram_output output;
    int levels, refine, view_filter, threads;
};

static const struct job jobs[] = {
    {ERRDIFF_HOLOGRAM_OPT, ERRDIFF_HOLOGRAM_PHASE, 16, 2, 1, 1},
    {ERRDIFF_HOLOGRAM_OPT, ERRDIFF_HOLOGRAM_PHASE, 4, 0, 0, 2},
    {ERRDIFF_HOLOGRAM_OPT, ERRDIFF_HOLOGRAM_AMPLITUDE, 2, 0, 1, 2},
    {ERRDIFF_HOLOGRAM_PAPER, ERRDIFF_HOLOGRAM_PHASE, 256, 0, 0, 1},
    {ERRDIFF_HOLOGRAM_FS_WINDOW, ERRDIFF_HOLOGRAM_PHASE, 8, 0, 0, 1},
    {ERRDIFF_HOLOGRAM_NONE, ERRDIFF_HOLOGRAM_PHASE, 8, 0, 0, 1},
    {ERRDIFF_HOLOGRAM_OPT, ERRDIFF_HOLOGRAM_PHASE, 1, 0, 0, 1}, /* refused */
};

static void run(const struct job *job, const char *engine)
{
    static uint16_t levels[SIDE * SIDE];
    errdiff_field field = {.width = SIDE, .height = SIDE, .values = values};
    errdiff_hologram_options options;

    errdiff_hologram_options_init(&options);
    options.optics = (errdiff_optics){.pitch = 0.75,
                                      .wavelength = 0.635,
                                      .view_width = 200,
                                      .view_height = 200,
                                      .view_distance = 300};
    options.hogel = 32;
    options.method = job->method;
    options.output = job->output;
    options.levels = job->levels;
    options.refine = job->refine;
    options.view_filter = job->view_filter;
    options.threads = job->threads;
    options.engine = engine;
    errdiff_hologram_quantize(&field, &options, levels, NULL);
}

static void test_jobs_free_their_memory(void **state)
{
    struct random random = {.state = 36};

    (void)state;
    for (int i = 0; i < SIDE * SIDE; i++) {
        values[i].re = (float)random_fraction(&random);
        values[i].im = (float)random_fraction(&random);
    }
    /* What is kept for later jobs is allocated by the first ones. */
    for (size_t i = 0; i < sizeof(jobs) / sizeof(*jobs); i++)
        run(&jobs[i], "wavefront");
    int before = blocks_in_use;
    for (size_t i = 0; i < sizeof(jobs) / sizeof(*jobs); i++) {
        run(&jobs[i], "wavefront");
        run(&jobs[i], "serial");
        assert_int_equal(blocks_in_use, before);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jobs_free_their_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drawn_hologram.h"

#include "../../tests/support/random.h"

#include "hologram/hologram_serial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static errdiff_hologram_options draw_options(struct random *random)
{
    static const int levels[] = {2, 3, 4, 16, 256, 65536};
    errdiff_hologram_options options;
    errdiff_hologram_options_init(&options);
    options.optics = (errdiff_optics){.pitch = 0.75,
                                      .wavelength = 0.635,
                                      .view_x = random_range(random, -300, 300),
                                      .view_y = random_range(random, -300, 300),
                                      .view_width = random_range(random, 20, 300),
                                      .view_height = random_range(random, 20, 300),
                                      .view_distance = random_range(random, 100, 900)};
    options.method = (errdiff_hologram_method)random_range(random, 0, ERRDIFF_HOLOGRAM_NONE);
    options.output = (errdiff_hologram_output)random_range(random, 0, ERRDIFF_HOLOGRAM_AMPLITUDE);
    options.levels =
        options.output == ERRDIFF_HOLOGRAM_BINARY_PHASE ? 2 : levels[random_range(random, 0, 5)];
    options.hogel =
        random_range(random, 0, 1) ? 16 * random_range(random, 1, 4) : random_range(random, 1, 90);
    options.tap_count = random_range(random, 1, ERRDIFF_HOLOGRAM_MAX_TAPS);
    options.slope = random_range(random, 0, ERRDIFF_HOLOGRAM_MAX_SLOPE);
    options.kappa = random_range(random, 5, 10) / 10.0;
    options.preselect = random_range(random, 0, ERRDIFF_HOLOGRAM_MAX_TAPS);
    options.scale = random_range(random, 0, 3) == 0 ? 4 : 0;
    options.view_filter = 0;
    options.threads = random_range(random, 1, 5);
    return options;
}

/* Fills a hologram with values that leave different errors everywhere; some pixels are 0. */
static void fill(errdiff_field *field, struct random *random)
{
    for (int i = 0; i < field->width * field->height; i++)
        field->values[i] = (errdiff_complex){.re = (float)random_range(random, -1000, 1000) / 700,
                                             .im = (float)random_range(random, -1000, 1000) / 700};
}

/* Draws weights that need not be those of any method, for a few neighbors of slope p at most, in
 * the order of errdiff_hologram_weights. */
static void draw_weights(struct errdiff_hologram_weights *weights, int p, struct random *random)
{
    struct errdiff_hologram_support *support = &weights->support;
    support->count = 0;
    for (int dy = 3; dy >= 0; dy--)
        for (int dx = 2; dx > -p * dy; dx--)
            if (random_range(random, 0, 3) == 0) {
                support->dx[support->count] = (int8_t)dx;
                support->dy[support->count] = (int8_t)dy;
                weights->weights[support->count++] =
                    (errdiff_complex){.re = (float)random_range(random, -200, 200) / 1000,
                                      .im = (float)random_range(random, -200, 200) / 1000};
            }
}

/* Draws the same weights for all hogels, or different ones for each. */
static void draw_all_weights(struct errdiff_hologram_job *job, struct random *random)
{
    int p = random_range(random, 1, 2);
    bool is_same = random_range(random, 0, 1);
    job->slope = 1;
    for (int i = 0; i < job->hogel_columns * job->hogel_rows; i++) {
        if (i > 0 && is_same)
            job->weights[i] = job->weights[0];
        else
            draw_weights(&job->weights[i], p, random);
        int slope = errdiff_hologram_support_slope(&job->weights[i].support);
        job->slope = slope > job->slope ? slope : job->slope;
    }
}

static size_t bytes_of(const struct drawn_hologram *drawn)
{
    return (size_t)drawn->job.hologram.width * (size_t)drawn->job.hologram.height *
           sizeof *drawn->levels;
}

bool drawn_hologram_make(struct drawn_hologram *drawn, uint32_t seed, int width, int height)
{
    struct random random = {seed};
    errdiff_field field;
    *drawn = (struct drawn_hologram){.seed = seed, .options = draw_options(&random)};
    int drawn_width = random_range(&random, 1, width),
        drawn_height = random_range(&random, 1, height);
    if (errdiff_field_make(&field, drawn_width, drawn_height) != ERRDIFF_OK)
        return false;
    fill(&field, &random);
    errdiff_status status = errdiff_hologram_job_make(&drawn->job, &field, &drawn->options, false,
                                                      NULL, &drawn->report);
    errdiff_field_free(&field);
    if (status == ERRDIFF_OK && random_range(&random, 0, 2) == 0)
        draw_all_weights(&drawn->job, &random);
    drawn->expected = malloc(bytes_of(drawn));
    drawn->levels = malloc(bytes_of(drawn));
    errdiff_hologram_report serial = drawn->report;
    if (status == ERRDIFF_OK && drawn->expected && drawn->levels)
        status = errdiff_hologram_serial(&drawn->job, drawn->expected, &serial);
    if (status != ERRDIFF_OK || !drawn->expected || !drawn->levels) {
        drawn_hologram_say(drawn, "serial", "the job could not be made");
        return false;
    }
    drawn->clipped = serial.clipped;
    memset(drawn->levels, 0xff, bytes_of(drawn));
    return true;
}

void drawn_hologram_free(struct drawn_hologram *drawn)
{
    errdiff_hologram_job_release(&drawn->job);
    free(drawn->expected);
    free(drawn->levels);
}

bool drawn_hologram_is_right(const struct drawn_hologram *drawn, int64_t clipped)
{
    return memcmp(drawn->expected, drawn->levels, bytes_of(drawn)) == 0 &&
           clipped == drawn->clipped;
}

void drawn_hologram_say(const struct drawn_hologram *drawn, const char *schedule, const char *what)
{
    const errdiff_hologram_options *options = &drawn->options;
    fprintf(stderr,
            "seed %u, %d × %d pixels, method %d, output %d, %d levels, hogels of %d, %d weights, "
            "slope %d: %s: %s\n",
            drawn->seed, drawn->job.hologram.width, drawn->job.hologram.height,
            (int)options->method, (int)options->output, options->levels, options->hogel,
            options->tap_count, options->slope, schedule, what);
}

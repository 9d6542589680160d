/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library frees what it allocates. */
#include "../support/blocks_in_use.h"
#include "../support/plain_options.h"
#include "../support/random.h"
#include "errdiff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

enum { WIDTH = 60, HEIGHT = 130, SAMPLES = 3 * WIDTH * HEIGHT };

static uint16_t samples[SAMPLES], results[SAMPLES];
static uint8_t mask[WIDTH * HEIGHT];

static errdiff_image image_of(void *data, int channels, int bits)
{
    return (errdiff_image){.data = data,
                           .width = WIDTH,
                           .height = HEIGHT,
                           .channels = channels,
                           .bits = bits,
                           .stride = (ptrdiff_t)WIDTH * channels * (bits / 8),
                           .mask_stride = WIDTH};
}

struct job {
    const char *kernel, *palette, *screen;
    errdiff_match match;
    errdiff_gamut gamut;
    int bits, linear, detail, noise, stretch, saturation, keep_exact, serpentine, indexed, masked;
    int measure;
};

static const struct job jobs[] = {
    {.kernel = "floyd-steinberg", .bits = 8},
    {.kernel = "stucki", .bits = 16, .linear = 1, .masked = 1},
    {.kernel = "zhou-fang", .bits = 8, .linear = 1, .serpentine = 1, .measure = 1},
    {.kernel = "burkes", .bits = 8, .detail = 50, .noise = 10, .masked = 1},
    {.kernel = "burkes", .bits = 16, .stretch = 1, .saturation = 40, .keep_exact = 1},
    {.kernel = "fan", .bits = 8, .palette = "ega", .gamut = ERRDIFF_GAMUT_CLIP, .indexed = 1},
    {.kernel = "fan", .bits = 16, .palette = "pico-8", .linear = 1, .keep_exact = 1},
    {.kernel = "atkinson",
     .bits = 8,
     .palette = "pico-8",
     .match = ERRDIFF_MATCH_OKLAB,
     .gamut = ERRDIFF_GAMUT_COMPRESS},
    {.kernel = "burkes", .bits = 16, .screen = "round", .detail = 20},
    {.kernel = "burkes", .bits = 8, .palette = "ega", .screen = "blue-noise"},
    {.kernel = "no such kernel", .bits = 8},
};

static const char *const engines[] = {"auto", "wavefront", "block", "serial-ed", "serial-ec"};

static void set_options(errdiff_options *options, const struct job *job, errdiff_palette *palette)
{
    plain_options_init(options);
    options->kernel = job->kernel;
    options->match = job->match;
    options->gamut = job->gamut;
    options->linear = job->linear;
    options->detail = job->detail;
    if (job->screen)
        options->screen = job->screen;
    options->noise = job->noise;
    options->stretch = job->stretch;
    options->saturation = job->saturation;
    options->keep_exact = job->keep_exact;
    options->serpentine = job->serpentine;
    options->indexed = job->indexed;
    options->measure = job->measure;
    options->threads = job->noise ? 3 : 1;
    if (job->palette) {
        assert_int_equal(errdiff_palette_find(job->palette, palette, NULL), ERRDIFF_OK);
        options->palette = palette;
    }
}

static void run_whole(const struct job *job, const char *engine)
{
    errdiff_palette palette;
    errdiff_options options;
    errdiff_image in = image_of(samples, 3, job->bits);
    errdiff_image out = image_of(results, job->indexed ? 1 : 3, job->indexed ? 8 : job->bits);

    in.mask = job->masked ? mask : NULL;
    set_options(&options, job, &palette);
    options.engine = engine;
    errdiff_dither(&in, &out, &options, NULL);
}

static void run_stream(const struct job *job)
{
    errdiff_palette palette;
    errdiff_options options;
    errdiff_stream *stream;
    errdiff_image in = image_of(samples, 3, job->bits);
    errdiff_image out = image_of(results, job->indexed ? 1 : 3, job->indexed ? 8 : job->bits);

    set_options(&options, job, &palette);
    if (errdiff_stream_open(&stream, &in, &out, &options, NULL) != ERRDIFF_OK)
        return;
    in.mask = job->masked ? mask : NULL;
    in.height = ERRDIFF_STREAM_ROWS + (job->detail != 0);
    out.height = ERRDIFF_STREAM_ROWS;
    assert_int_equal(errdiff_stream_dither(stream, &in, &out, NULL), ERRDIFF_OK);
    errdiff_stream_close(stream);
}

static void run_other_calls(void)
{
    errdiff_options options;
    errdiff_palette palette;
    errdiff_image colors = image_of(samples, 3, 8), alpha = image_of(samples, 1, 16);
    errdiff_image dots = image_of(results, 3, 8);

    dots.width = errdiff_dots_along(WIDTH, 4);
    dots.height = errdiff_dots_along(HEIGHT, 4);
    plain_options_init(&options);
    options.threads = 1;
    assert_int_equal(errdiff_alpha_reduce(&alpha, ERRDIFF_ALPHA_DITHER, &options, NULL),
                     ERRDIFF_OK);
    assert_int_equal(errdiff_dots_reduce(&colors, NULL, ERRDIFF_MEAN_LIGHT, 4, &dots, 1, NULL),
                     ERRDIFF_OK);
    errdiff_palette_make(&colors, 8, NULL, &options, &palette, NULL);
}

/* What is kept for later jobs is allocated by the first one. */
static void test_jobs_free_their_memory(void **state)
{
    struct random random = {.state = 36};

    (void)state;
    random_fill(&random, samples, sizeof(samples));
    random_fill(&random, mask, sizeof(mask));
    run_whole(&jobs[0], "auto");
    int before = blocks_in_use;
    for (size_t j = 0; j < sizeof(jobs) / sizeof(*jobs); j++) {
        for (size_t i = 0; i < sizeof(engines) / sizeof(*engines); i++) {
            run_whole(&jobs[j], engines[i]);
            assert_int_equal(blocks_in_use, before);
        }
        run_stream(&jobs[j]);
        assert_int_equal(blocks_in_use, before);
    }
    run_other_calls();
    assert_int_equal(blocks_in_use, before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jobs_free_their_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures the noise of holograms for each slope of the weights, for `errdiff-bench --paper
 * lagrange`. */
#include "bench_quality.h"

#include "errdiff_hologram.h"
#include "fail.h"
#include "interrupt.h"

#include <stddef.h>
#include <stdlib.h>

enum { PHASES = 256, HOGEL = 128, TAPS = 27 };
static const double SCALE = 0.33; /* as in the table of methods in hologram/README.md */
static const int slopes[] = {1, 2, 3, 6, 0};
enum { SLOPE_COUNT = sizeof slopes / sizeof *slopes };
static const char *const scenes[] = {"p256", "dice"};
enum { SCENE_COUNT = sizeof scenes / sizeof *scenes };
enum { OF_SCENE = BENCH_QUALITIES / SCENE_COUNT };
static const struct {
    const char *name;
    errdiff_hologram_method method;
} methods[OF_SCENE / SLOPE_COUNT] = {{"paper", ERRDIFF_HOLOGRAM_PAPER},
                                     {"opt", ERRDIFF_HOLOGRAM_OPT}};

static int ask_to_stop(void *user, double done)
{
    (void)user;
    (void)done;
    return interrupt_came();
}

static errdiff_status measure(const errdiff_field *field, const errdiff_hologram_options *options,
                              uint16_t *levels, double *snr)
{
    errdiff_hologram_similarity similarity;
    errdiff_status status = errdiff_hologram_quantize(field, options, levels, NULL);
    if (status == ERRDIFF_OK)
        status =
            errdiff_hologram_measure(field, options, options->scale, levels, &similarity, NULL);
    if (status == ERRDIFF_OK)
        *snr = similarity.snr;
    return status;
}

static errdiff_status measure_all(const char *scene, const errdiff_field *field,
                                  errdiff_hologram_options *options,
                                  struct bench_quality qualities[OF_SCENE])
{
    uint16_t *levels = malloc((size_t)field->width * (size_t)field->height * sizeof *levels);
    errdiff_status status = levels ? ERRDIFF_OK : ERRDIFF_NO_MEMORY;
    for (int i = 0; i < OF_SCENE && status == ERRDIFF_OK; i++) {
        options->method = methods[i / SLOPE_COUNT].method;
        options->slope = slopes[i % SLOPE_COUNT];
        qualities[i] = (struct bench_quality){
            .scene = scene, .method = methods[i / SLOPE_COUNT].name, .slope = options->slope};
        status = measure(field, options, levels, &qualities[i].snr);
    }
    free(levels);
    return status;
}

static errdiff_status measure_scene(const char *scene, struct bench_quality qualities[OF_SCENE])
{
    errdiff_field field;
    errdiff_hologram_options options;
    errdiff_hologram_options_init(&options);
    options.levels = PHASES;
    options.hogel = HOGEL;
    options.tap_count = TAPS;
    options.scale = SCALE;
    options.view_filter = 0;
    options.progress = ask_to_stop;
    errdiff_status status = errdiff_hologram_scene(scene, &field, &options.optics);
    if (status == ERRDIFF_OK)
        status = measure_all(scene, &field, &options, qualities);
    errdiff_field_free(&field);
    return status;
}

int bench_quality_measure(struct bench_quality qualities[BENCH_QUALITIES])
{
    errdiff_status status = ERRDIFF_OK;
    for (int i = 0; i < SCENE_COUNT && status == ERRDIFF_OK; i++)
        status = measure_scene(scenes[i], &qualities[i * OF_SCENE]);
    if (status == ERRDIFF_OK)
        return 0;
    return status == ERRDIFF_CANCELLED ? EXIT_FAILED : fail(EXIT_FAILED, "not enough memory");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes and quantizes the holograms that `errdiff bench --hologram` times. */
#include "bench_hologram.h"

#include "bench_noise.h"
#include "errdiff_hologram.h"
#include "interrupt.h"

#include <omp.h>

const char bench_hologram_serial[] = "serial", bench_hologram_fastest[] = "wavefront";

const char *bench_hologram_engine(int index)
{
    errdiff_engine_info info;
    return errdiff_hologram_engine_get(index, &info) == ERRDIFF_OK ? info.name : NULL;
}

bool bench_hologram_can_run(int index, errdiff_message *reason)
{
    return errdiff_hologram_engine_available(index, reason);
}

static int ask_to_stop(void *user, double done)
{
    (void)user;
    (void)done;
    return interrupt_came();
}

static errdiff_hologram_options make_options(const struct bench_row *row,
                                             const struct bench_job *job)
{
    errdiff_hologram_options options;
    errdiff_hologram_options_init(&options);
    /* The window is so far away and so large that every hogel sends light to it. */
    double side = job->width > job->height ? job->width : job->height;
    options.optics = (errdiff_optics){.pitch = 0.75,
                                      .wavelength = 0.635,
                                      .view_width = 0.375 * side,
                                      .view_height = 0.375 * side,
                                      .view_distance = 1.5 * side};
    options.levels = job->phases;
    options.method = (errdiff_hologram_method)job->method;
    if (options.method == ERRDIFF_HOLOGRAM_AUTO)
        options.method = ERRDIFF_HOLOGRAM_OPT;
    options.hogel = job->hogel;
    options.tap_count = job->tap_count;
    options.slope = job->slope;
    options.scale = 0.6;
    options.view_filter = 0;
    options.engine = row->engine;
    options.threads = row->threads;
    options.progress = ask_to_stop;
    return options;
}

errdiff_status bench_hologram_run(const struct bench_row *row, const struct bench_job *job,
                                  const struct bench_image *image, errdiff_report *report)
{
    errdiff_hologram_options options = make_options(row, job);
    errdiff_hologram_report told;
    errdiff_field field = {.values = image->in.data, .width = job->width, .height = job->height};
    double start = omp_get_wtime();
    errdiff_status status = errdiff_hologram_quantize(&field, &options, image->out.data, &told);
    double whole_ms = 1e3 * (omp_get_wtime() - start);
    *report = (errdiff_report){.engine = told.engine,
                               .isa = told.isa,
                               .threads = told.threads,
                               .message = told.message,
                               .prepare_ms = whole_ms - told.diffuse_ms,
                               .dither_ms = told.diffuse_ms,
                               .kernel_ms = told.kernel_ms};
    return status;
}

static float noise_of(uint64_t number)
{
    return (float)bench_noise(number) / 32768.0f - 1.0f;
}

void bench_hologram_fill(const errdiff_image *image)
{
    errdiff_complex *values = image->data;
    uint64_t pixels = (uint64_t)image->width * (uint64_t)image->height;
#pragma omp parallel for
    for (uint64_t i = 0; i < pixels; i++)
        values[i] = (errdiff_complex){.re = noise_of(2 * i), .im = noise_of(2 * i + 1)};
}

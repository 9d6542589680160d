/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs `errdiff bench`: chooses the engines and the jobs, times them, and has the results
 * written. */
#include "bench.h"

#include "bench_hologram.h"
#include "bench_timing.h"
#include "fail.h"
#include "interrupt.h"
#include "palette_option.h"
#include "process.h"
#include "progress_line.h"
#include "screen_option.h"

#include <stdio.h>
#include <stdlib.h>

static const struct bench_size usual_squares[] = {
    {1024, 1024}, {2048, 2048}, {4096, 4096}, {8192, 8192}, {16384, 16384}};
static const struct bench_size usual_photograph = {6000, 4000};
static const struct bench_size usual_hologram = {8192, 8192};
static const struct {
    int tap_count, slope;
} usual_supports[] = {{27, 1}, {27, 3}, {27, 6}, {12, 3}, {9, 3}};
enum { USUAL_HOGEL = 2048, USUAL_PHASES = 256 };
static const char usual_palette[] = "ega"; /* 16 colors */

enum {
    SQUARE_COUNT = sizeof usual_squares / sizeof *usual_squares,
    SUPPORT_COUNT = sizeof usual_supports / sizeof *usual_supports,
    /* The usual image that is timed with every instruction set; all would take too long. */
    EVERY_ISA_WIDTH = 8192,
};

static void choose_engine(struct bench *bench, const char *name, bool can_run,
                          const errdiff_message *reason)
{
    if (can_run && bench->engines.count < BENCH_MAX_ENGINES)
        bench->engines.names[bench->engines.count++] = name;
    else if (!can_run && !bench->arguments.json)
        fail(EXIT_FAILED, "%s is skipped: %s", name, reason->text);
}

/* Chooses the engines that were named, or all that can run on this machine. */
static void choose_engines(struct bench *bench)
{
    const struct bench_arguments *arguments = &bench->arguments;
    errdiff_message reason;
    for (int i = 0; i < arguments->engine_count; i++)
        bench->engines.names[bench->engines.count++] = arguments->engines[i];
    if (bench->engines.count > 0 || bench->engines.sweep)
        return;
    for (int i = 0; arguments->hologram && bench_hologram_engine(i); i++)
        choose_engine(bench, bench_hologram_engine(i), bench_hologram_can_run(i, &reason), &reason);
    for (int i = 1; !arguments->hologram && i < errdiff_engine_count(); i++) {
        errdiff_engine_info info;
        errdiff_engine_get(i, &info);
        choose_engine(bench, info.name, errdiff_engine_available(info.name, &reason), &reason);
    }
}

static struct bench_job make_job(const struct bench *bench, struct bench_size size, int channels)
{
    const struct bench_arguments *arguments = &bench->arguments;
    struct bench_job job = {
        .width = size.width,
        .height = size.height,
        .channels = channels,
        .bits = arguments->bits,
        .options = arguments->options,
        .kernel = arguments->kernel,
        .has_mask = arguments->has_mask,
        .is_pinned = arguments->pinned,
        .copies = arguments->images > 1 ? arguments->images - 1 : 0,
    };
    for (int c = 0; c < 3 && !arguments->has_levels; c++)
        job.options.levels[c] = channels == 1 ? 2 : 4;
    job.options.palette = bench->has_palette ? &bench->palette : NULL;
    return job;
}

/* Adds the results of an image's rows to those of all images, and prints them as a table. */
static int add_results(void *user, const struct bench_rows *rows, const struct bench_job *job,
                       const struct bench_image *image)
{
    struct bench *bench = user;
    (void)image;
    size_t result_count = (size_t)(bench->result_count + rows->count);
    struct bench_result *results = realloc(bench->results, result_count * sizeof *results);
    if (!results)
        return fail(EXIT_FAILED, "not enough memory");
    bench->results = results;
    results += bench->result_count;
    if (!bench_report_summarize(results, rows->rows, rows->count, job))
        return fail(EXIT_FAILED, "not enough memory");
    bench->result_count += rows->count;
    if (!bench->arguments.json)
        bench_report_write_table(results, rows->count);
    return 0;
}

static int bench_job(struct bench *bench, const struct bench_job *job, bool all_isas)
{
    char label[64];
    snprintf(label, sizeof label, "%d × %d", job->width, job->height);
    return bench_timing_run(&bench->arguments, &bench->engines, job, label, all_isas, add_results,
                            bench);
}

static int bench_image(struct bench *bench, struct bench_size size, int channels, bool all_isas)
{
    struct bench_job job = make_job(bench, size, channels);
    return bench_job(bench, &job, all_isas);
}

/* Times the usual color image: with levels, and also with a palette if no levels, palette or
 * gray was asked for. */
static int bench_photographs(struct bench *bench)
{
    const struct bench_arguments *arguments = &bench->arguments;
    int channels = arguments->channels > 0 ? arguments->channels : 3;
    int status = bench_image(bench, usual_photograph, channels, false);
    if (status != 0 || channels != 3 || arguments->has_levels || arguments->palette)
        return status;
    errdiff_palette_find(usual_palette, &bench->palette, NULL);
    bench->has_palette = true;
    return bench_image(bench, usual_photograph, channels, false);
}

static int bench_images(struct bench *bench)
{
    const struct bench_arguments *arguments = &bench->arguments;
    int channels = arguments->channels > 0 ? arguments->channels : arguments->palette ? 3 : 1;
    bool is_usual = arguments->size_count == 0;
    const struct bench_size *sizes = is_usual ? usual_squares : arguments->sizes;
    int count = is_usual ? SQUARE_COUNT : arguments->size_count;
    int status = 0;
    for (int i = 0; i < count && status == 0; i++)
        status =
            bench_image(bench, sizes[i], channels, !is_usual || sizes[i].width == EVERY_ISA_WIDTH);
    if (is_usual && status == 0)
        status = bench_photographs(bench);
    return status;
}

static int bench_hologram(struct bench *bench, struct bench_size size)
{
    int status = 0;
    for (int i = 0; i < SUPPORT_COUNT && status == 0; i++) {
        struct bench_job job = {
            .width = size.width,
            .height = size.height,
            .channels = 1,
            .bits = 16, /* of a stored level */
            .phases = USUAL_PHASES,
            .hogel = USUAL_HOGEL,
            .tap_count = usual_supports[i].tap_count,
            .slope = usual_supports[i].slope,
        };
        status = bench_job(bench, &job, true);
    }
    return status;
}

static int bench_holograms(struct bench *bench)
{
    const struct bench_arguments *arguments = &bench->arguments;
    if (arguments->size_count == 0)
        return bench_hologram(bench, usual_hologram);
    int status = 0;
    for (int i = 0; i < arguments->size_count && status == 0; i++)
        status = bench_hologram(bench, arguments->sizes[i]);
    return status;
}

int bench_prepare(struct bench *bench)
{
    int status = 0;
    bench->has_palette = bench->arguments.palette != NULL;
    if (bench->has_palette)
        status = palette_find(bench->arguments.palette, &bench->palette);
    if (status == 0)
        status = screen_read(&bench->arguments.options, &bench->matrix);
    if (status == 0)
        choose_engines(bench);
    return status;
}

int bench_run(struct bench *bench)
{
    int status = bench->arguments.hologram ? bench_holograms(bench) : bench_images(bench);
    if (status == 0 && bench->arguments.json && !interrupt_came())
        bench_report_write_json(bench->results, bench->result_count);
    free(bench->results);
    free((void *)bench->matrix.numbers);
    return status;
}

int bench(int argc, char **argv)
{
    struct bench bench = {0};
    process_set_variable("ERRDIFF_ISA", NULL); /* each row sets it */
    switch (bench_arguments_read(&bench.arguments, argc, argv)) {
    case ARGUMENTS_WORK:
        break;
    case ARGUMENTS_DONE:
        return EXIT_DONE;
    default:
        return EXIT_WRONG_CALL;
    }
    int status = bench_prepare(&bench);
    if (status != 0)
        return status;
    interrupt_watch();
    status = bench_run(&bench);
    progress_line_end();
    interrupt_finish();
    return status;
}

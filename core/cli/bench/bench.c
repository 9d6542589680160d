/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L

#include "bench.h"

#include "bench_arguments.h"
#include "bench_hologram.h"
#include "bench_picture.h"
#include "bench_report.h"
#include "bench_rows.h"
#include "fail.h"
#include "interrupt.h"
#include "palette_option.h"
#include "progress_line.h"

#include <omp.h>
#include <stdlib.h>

/* Without --repeat, each picture gets as many rounds as fit into this time; an odd number. */
static const double SECONDS_PER_PICTURE = 5;
/* Without --repeat, a row that takes longer than this runs in one round only. */
static const double LONG_MS = 400;
enum { MIN_ROUNDS = 3, MAX_ROUNDS = 31 };

static const struct bench_size usual_squares[] = {
    {1024, 1024}, {2048, 2048}, {4096, 4096}, {8192, 8192}, {16384, 16384}};
static const struct bench_size usual_photograph = {6000, 4000};
static const struct bench_size swept_squares[] = {{4096, 4096}, {8192, 8192}};
static const struct bench_size usual_hologram = {8192, 8192};
static const struct {
    int tap_count, slope;
} usual_supports[] = {{27, 1}, {27, 3}, {27, 6}, {12, 3}, {9, 3}};
enum { USUAL_HOGEL = 2048, USUAL_PHASES = 256 };
static const char usual_palette[] = "ega"; /* 16 colors */

enum {
    SQUARE_COUNT = sizeof usual_squares / sizeof *usual_squares,
    SWEPT_COUNT = sizeof swept_squares / sizeof *swept_squares,
    SUPPORT_COUNT = sizeof usual_supports / sizeof *usual_supports,
    MAX_ENGINES = 64,
    /* The usual picture that is timed with every instruction set; all would take too long. */
    EVERY_ISA_WIDTH = 8192,
};

/* The state of one run of the command. */
struct bench {
    struct bench_arguments arguments;
    errdiff_palette palette;
    bool has_palette;
    const char *engines[MAX_ENGINES];
    int engine_count;
    struct bench_result *results; /* of all pictures */
    int result_count;
};

static void choose_engine(struct bench *bench, const char *name, bool can_run,
                          const errdiff_message *reason)
{
    if (can_run && bench->engine_count < MAX_ENGINES)
        bench->engines[bench->engine_count++] = name;
    else if (!can_run && !bench->arguments.json)
        fail(EXIT_FAILED, "%s is skipped: %s", name, reason->text);
}

/* Chooses the engines that were named, or all that can run on this machine. */
static void choose_engines(struct bench *bench)
{
    const struct bench_arguments *arguments = &bench->arguments;
    errdiff_message reason;
    for (int i = 0; i < arguments->engine_count; i++)
        bench->engines[bench->engine_count++] = arguments->engines[i];
    if (bench->engine_count > 0 || arguments->sweep)
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
        .kernel_text = arguments->kernel_text,
        .kernel = arguments->kernel,
        .levels = arguments->levels > 0 ? arguments->levels
                  : channels == 1       ? 2
                                        : 4,
        .palette = bench->has_palette ? &bench->palette : NULL,
        .is_pinned = arguments->pinned,
    };
    return job;
}

static int count_rounds(const struct bench *bench, double seconds_of_one)
{
    if (bench->arguments.repeat > 0)
        return bench->arguments.repeat;
    double wanted = SECONDS_PER_PICTURE / seconds_of_one;
    int rounds = wanted < MIN_ROUNDS ? MIN_ROUNDS : wanted > MAX_ROUNDS ? MAX_ROUNDS : (int)wanted;
    return rounds | 1;
}

/* Each round begins with a different row, and every other round goes backward. Otherwise a row
 * would always follow the same row, which matters: a processor that was idle for long, for
 * instance, is slow at first. */
static int time_round(const struct bench *bench, struct bench_rows *rows,
                      const struct bench_job *job, const struct bench_picture *picture, int round)
{
    int status = 0;
    for (int i = 0; i < rows->count && status == 0; i++) {
        int step = round % 2 == 0 ? i : rows->count - i;
        struct bench_row *row = &rows->rows[(round + step) % rows->count];
        if (bench->arguments.repeat > 0 || round == 0 || row->ms[0] < LONG_MS)
            status = bench_row_time(row, job, picture);
    }
    return status;
}

static int time_rounds(struct bench *bench, struct bench_rows *rows, const struct bench_job *job,
                       const struct bench_picture *picture)
{
    int rounds = 1;
    double start = omp_get_wtime();
    for (int round = 0; round < rounds; round++) {
        progress_line_show("%d × %d, round %d", job->width, job->height, round + 1);
        int status = time_round(bench, rows, job, picture, round);
        if (status != 0)
            return status;
        if (round == 0)
            rounds = count_rounds(bench, omp_get_wtime() - start);
    }
    progress_line_end();

    size_t result_count = (size_t)(bench->result_count + rows->count);
    struct bench_result *results = realloc(bench->results, result_count * sizeof *results);
    if (!results)
        return fail(EXIT_FAILED, "not enough memory");
    bench->results = results;
    results += bench->result_count;
    if (!bench_report_summarise(results, rows->rows, rows->count, job))
        return fail(EXIT_FAILED, "not enough memory");
    bench->result_count += rows->count;
    if (!bench->arguments.json)
        bench_report_write_table(results, rows->count);
    return 0;
}

/* Allocates the rows' times of all rounds in one block, which is returned and is to be freed;
 * NULL if there is not enough memory. */
static double *make_times(struct bench_rows *rows, int rounds)
{
    double *times = calloc((size_t)rows->count * 3 * (size_t)rounds, sizeof *times);
    for (int i = 0; i < rows->count && times; i++) {
        rows->rows[i].ms = times + (ptrdiff_t)3 * i * rounds;
        rows->rows[i].kernel_ms = rows->rows[i].ms + rounds;
        rows->rows[i].copy_ms = rows->rows[i].kernel_ms + rounds;
    }
    return times;
}

static int bench_with_picture(struct bench *bench, bool all_isas, const struct bench_job *job,
                              const struct bench_picture *picture)
{
    struct bench_rows rows;
    progress_line_show("%d × %d, warming up", job->width, job->height);
    int status = bench_rows_find(&rows, &bench->arguments, bench->engines, bench->engine_count,
                                 all_isas, job, picture);
    if (status != 0)
        return status;
    int repeat = bench->arguments.repeat;
    double *times = make_times(&rows, repeat > 0 ? repeat : MAX_ROUNDS);
    if (!times)
        return fail(EXIT_FAILED, "not enough memory");
    status = time_rounds(bench, &rows, job, picture);
    free(times);
    return status;
}

static int bench_job(struct bench *bench, const struct bench_job *job, bool all_isas)
{
    struct bench_picture picture;
    progress_line_show("%d × %d, making the picture", job->width, job->height);
    if (!bench_picture_make(&picture, job))
        return interrupt_came() ? EXIT_FAILED
                                : fail(EXIT_FAILED, "%d × %d: not enough %smemory", job->width,
                                       job->height, job->is_pinned ? "pinned " : "");
    int status =
        interrupt_came() ? EXIT_FAILED : bench_with_picture(bench, all_isas, job, &picture);
    bench_picture_free(&picture);
    return status;
}

static int bench_picture(struct bench *bench, struct bench_size size, int channels, bool all_isas)
{
    struct bench_job job = make_job(bench, size, channels);
    return bench_job(bench, &job, all_isas);
}

/* Times the usual color picture: with levels, and also with a palette if no levels, palette or
 * gray was asked for. */
static int bench_photographs(struct bench *bench)
{
    const struct bench_arguments *arguments = &bench->arguments;
    int channels = arguments->channels > 0 ? arguments->channels : 3;
    int status = bench_picture(bench, usual_photograph, channels, false);
    if (status != 0 || channels != 3 || arguments->levels > 0 || arguments->palette)
        return status;
    errdiff_palette_find(usual_palette, &bench->palette, NULL);
    bench->has_palette = true;
    return bench_picture(bench, usual_photograph, channels, false);
}

static int bench_pictures(struct bench *bench)
{
    const struct bench_arguments *arguments = &bench->arguments;
    int channels = arguments->channels > 0 ? arguments->channels : arguments->palette ? 3 : 1;
    bool is_usual = arguments->size_count == 0;
    const struct bench_size *usual = arguments->sweep ? swept_squares : usual_squares;
    const struct bench_size *sizes = is_usual ? usual : arguments->sizes;
    int usual_count = arguments->sweep ? SWEPT_COUNT : SQUARE_COUNT;
    int count = is_usual ? usual_count : arguments->size_count;
    int status = 0;
    for (int i = 0; i < count && status == 0; i++)
        status = bench_picture(bench, sizes[i], channels,
                               !is_usual || sizes[i].width == EVERY_ISA_WIDTH);
    if (is_usual && !arguments->sweep && status == 0)
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
            .levels = USUAL_PHASES,
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

int bench(int argc, char **argv)
{
    struct bench bench = {0};
    unsetenv("ERRDIFF_ISA"); /* each row sets it */
    switch (bench_arguments_read(&bench.arguments, argc, argv)) {
    case ARGUMENTS_WORK:
        break;
    case ARGUMENTS_DONE:
        return EXIT_DONE;
    default:
        return EXIT_WRONG_CALL;
    }
    int status = 0;
    bench.has_palette = bench.arguments.palette != NULL;
    if (bench.has_palette)
        status = palette_find(bench.arguments.palette, &bench.palette);
    if (status != 0)
        return status;
    choose_engines(&bench);
    interrupt_watch();
    status = bench.arguments.hologram ? bench_holograms(&bench) : bench_pictures(&bench);
    progress_line_end();
    interrupt_finish();
    if (status == 0 && bench.arguments.json)
        bench_report_write_json(bench.results, bench.result_count);
    free(bench.results);
    return status;
}

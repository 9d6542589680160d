/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs `errdiff-bench --matrix`: times each of its jobs, and writes a row for each. */
#include "bench_matrix_run.h"

#include "bench_matrix.h"
#include "bench_matrix_report.h"
#include "fail.h"
#include "interrupt.h"

#include <stdio.h>
#include <stdlib.h>

static const struct bench_size usual_size = {1024, 1024};

/* The state of one run. */
struct run {
    const struct bench_arguments *arguments;
    const char *part; /* of the names of the rows that are timed; NULL: all */
    const struct bench_engines *engines;
    int processors;
    errdiff_palette palettes[BENCH_MATRIX_PALETTES];
    struct bench_comparison *comparisons; /* the rows */
    int count;
};

/* Adds a row, and prints it. */
static int add_row(struct run *run, const struct bench_rows *rows, const char *isa, int threads,
                   const struct bench_job *job, const struct bench_image *image)
{
    size_t count = (size_t)run->count + 1;
    struct bench_comparison *comparisons = realloc(run->comparisons, count * sizeof *comparisons);
    if (!comparisons)
        return fail(EXIT_FAILED, "not enough memory");
    run->comparisons = comparisons;
    int status = bench_comparison_make(&comparisons[run->count], rows, run->engines, isa, threads,
                                       job, image);
    if (status != 0)
        return status;
    if (!run->arguments->json)
        bench_matrix_write_row(&comparisons[run->count]);
    run->count++;
    return 0;
}

/* Adds the rows of a job with one instruction set, or NULL for the engines' own choice. */
static int add_rows_of_isa(struct run *run, const struct bench_rows *rows, const char *isa,
                           const struct bench_job *job, const struct bench_image *image)
{
    const struct bench_arguments *arguments = run->arguments;
    int usual[] = {run->processors, 1}, usual_count = run->processors == 1 ? 1 : 2;
    bool is_named = arguments->thread_count > 0;
    const int *threads = is_named ? arguments->threads : usual;
    int count = is_named ? arguments->thread_count : usual_count, status = 0;
    for (int i = 0; i < count && status == 0; i++)
        status = add_row(run, rows, isa, threads[i] > 0 ? threads[i] : run->processors, job, image);
    return status;
}

/* Adds the rows of a job, once it is timed. */
static int add_rows(void *user, const struct bench_rows *rows, const struct bench_job *job,
                    const struct bench_image *image)
{
    struct run *run = user;
    const struct bench_arguments *arguments = run->arguments;
    if (arguments->isa_count == 0)
        return add_rows_of_isa(run, rows, NULL, job, image);
    int status = 0;
    for (int i = 0; i < arguments->isa_count && status == 0; i++)
        status = add_rows_of_isa(run, rows, arguments->isas[i], job, image);
    return status;
}

static int run_size(struct run *run, struct bench_size size)
{
    const struct bench_arguments *arguments = run->arguments;
    struct bench_matrix matrix;
    if (!bench_matrix_make(&matrix, size.width, size.height, arguments->pinned, run->palettes,
                           run->part))
        return fail(EXIT_FAILED, "not enough memory");
    if (!arguments->json)
        bench_matrix_write_head(size.width, size.height, run->engines);
    int status = 0;
    for (int i = 0; i < matrix.count && status == 0; i++) {
        char label[80];
        snprintf(label, sizeof label, "%d × %d, job %d of %d", size.width, size.height, i + 1,
                 matrix.count);
        status =
            bench_timing_run(arguments, run->engines, &matrix.jobs[i], label, false, add_rows, run);
    }
    bench_matrix_free(&matrix);
    return status;
}

int bench_matrix_check(const char *part)
{
    errdiff_palette palettes[BENCH_MATRIX_PALETTES];
    struct bench_matrix matrix;
    if (!part)
        return 0;
    bench_matrix_make_palettes(palettes);
    if (!bench_matrix_make(&matrix, 1, 1, false, palettes, part))
        return fail(EXIT_FAILED, "not enough memory");
    int count = matrix.count;
    bench_matrix_free(&matrix);
    if (count > 0)
        return 0;
    return fail(EXIT_WRONG_CALL, "rows: the name of no row contains \"%s\"", part);
}

/* An engine that was named must be able to run here, though not with every job. */
static int check_named_engines(const struct bench_arguments *arguments)
{
    errdiff_message reason;
    for (int i = 0; i < arguments->engine_count; i++)
        if (!errdiff_engine_available(arguments->engines[i], &reason))
            return fail(EXIT_FAILED, "%s: %s", arguments->engines[i], reason.text);
    return 0;
}

int bench_matrix_run(const struct bench_arguments *arguments, const char *part,
                     const struct bench_engines *engines)
{
    bool is_usual = arguments->size_count == 0;
    const struct bench_size *sizes = is_usual ? &usual_size : arguments->sizes;
    int count = is_usual ? 1 : arguments->size_count;
    errdiff_machine machine;
    errdiff_machine_get(&machine, NULL);
    struct run run = {
        .arguments = arguments, .part = part, .engines = engines, .processors = machine.processors};
    bench_matrix_make_palettes(run.palettes);
    int status = check_named_engines(arguments);
    for (int i = 0; i < count && status == 0; i++)
        status = run_size(&run, sizes[i]);
    if (status == 0 && arguments->json && !interrupt_came())
        bench_matrix_write_json(run.comparisons, run.count);
    free(run.comparisons);
    return status;
}

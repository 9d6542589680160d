/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the times of all engines for one job, for a row of `errdiff-bench --matrix`. */
#include "bench_comparison.h"

#include "bench_image.h"
#include "bench_median.h"
#include "fail.h"
#include "interrupt.h"

#include <stdlib.h>
#include <string.h>

static bool is_wanted(const struct bench_row *row, const char *isa, int threads)
{
    return row->threads <= threads && (!isa || !*row->isa || strcmp(row->isa, isa) == 0);
}

/* The row of an engine with the most threads that are possible; NULL if it has none. */
static const struct bench_row *find_row(const struct bench_rows *rows, const char *engine,
                                        const char *isa, int threads)
{
    const struct bench_row *found = NULL;
    for (int i = 0; i < rows->count; i++) {
        const struct bench_row *row = &rows->rows[i];
        if (strcmp(row->engine, engine) == 0 && is_wanted(row, isa, threads) &&
            (!found || row->threads > found->threads))
            found = row;
    }
    return found;
}

static const struct bench_row *find_naive(const struct bench_rows *rows)
{
    return bench_row_is_naive(&rows->rows[0]) ? &rows->rows[0] : NULL;
}

static void add_engine(struct bench_comparison *comparison, const char *name,
                       const struct bench_row *row, double *scratch)
{
    struct bench_compared *engine = &comparison->engines[comparison->engine_count++];
    *engine = (struct bench_compared){.name = name};
    if (!row)
        return;
    engine->ms = bench_median(row->ms, row->rounds, scratch);
    engine->kernel_ms = bench_median(row->kernel_ms, row->rounds, scratch);
    engine->prepare_ms = bench_median(row->prepare_ms, row->rounds, scratch);
    if (*row->isa)
        comparison->isa = row->isa;
}

/* Fills in the engines and the fastest one's ratios. */
static void compare(struct bench_comparison *comparison, const struct bench_rows *rows,
                    const struct bench_engines *engines, const char *isa, double *scratch)
{
    const struct bench_row *naive = find_naive(rows), *fastest = NULL;
    add_engine(comparison, bench_naive_name, naive, scratch);
    for (int i = 0; i < engines->count; i++) {
        const struct bench_row *row = find_row(rows, engines->names[i], isa, comparison->threads);
        add_engine(comparison, engines->names[i], row, scratch);
        double least_ms = comparison->engines[comparison->fastest].ms;
        if (row && (!fastest || comparison->engines[i + 1].ms < least_ms)) {
            comparison->fastest = i + 1;
            fastest = row;
        }
    }
    const struct bench_row *serial = find_row(rows, "serial-ec", isa, comparison->threads);
    if (fastest && naive)
        comparison->ratio_to_naive = bench_median_ratio(naive, fastest, scratch);
    if (fastest && serial)
        comparison->ratio_to_serial_ec = bench_median_ratio(serial, fastest, scratch);
}

/* Finds out which engine "auto" takes, and compares its time with that of the fastest. */
static int find_automatic(struct bench_comparison *comparison, const char *isa,
                          const struct bench_image *image)
{
    errdiff_report report;
    struct bench_row row = {.engine = "auto", .isa = isa, .threads = comparison->threads};
    bench_image_clear(image);
    errdiff_status status = bench_row_run(&row, &comparison->job, image, &report);
    if (status == ERRDIFF_CANCELLED)
        return EXIT_FAILED;
    if (status != ERRDIFF_OK)
        return fail(EXIT_FAILED, "auto: %s", report.message.text);
    row.isa = report.isa;
    comparison->automatic = report.engine;
    double least_ms = comparison->engines[comparison->fastest].ms;
    for (int i = 1; i < comparison->engine_count; i++)
        if (strcmp(comparison->engines[i].name, report.engine) == 0 && comparison->fastest > 0)
            comparison->regret = comparison->engines[i].ms / least_ms;
    return bench_row_check(&row, &comparison->job, image);
}

int bench_comparison_make(struct bench_comparison *comparison, const struct bench_rows *rows,
                          const struct bench_engines *engines, const char *isa, int threads,
                          const struct bench_job *job, const struct bench_image *image)
{
    int rounds = bench_most_rounds(rows->rows, rows->count);
    double *scratch = malloc((size_t)rounds * sizeof *scratch);
    if (!scratch)
        return fail(EXIT_FAILED, "not enough memory");
    *comparison = (struct bench_comparison){
        .job = *job, .isa = isa ? isa : "", .threads = threads, .rounds = rounds};
    compare(comparison, rows, engines, isa, scratch);
    int status = find_automatic(comparison, isa, image);
    free(scratch);
    return status;
}

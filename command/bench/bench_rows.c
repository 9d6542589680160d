/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the rows of a job: the engines, instruction sets and numbers of threads that can run it
 * here. */
#include "bench_rows.h"

#include "bench_image.h"
#include "fail.h"

#include <stdio.h>
#include <string.h>

/* The search for the rows of one image. */
struct search {
    struct bench_rows *rows;
    const struct bench_arguments *arguments;
    const struct bench_job *job;
    const struct bench_image *image;
};

static int add(const struct search *search, const struct bench_row *found)
{
    struct bench_rows *rows = search->rows;
    for (int i = 0; i < rows->count; i++) {
        const struct bench_row *row = &rows->rows[i];
        if (strcmp(row->engine, found->engine) == 0 && strcmp(row->isa, found->isa) == 0 &&
            row->threads == found->threads && row->size == found->size)
            return 0;
    }
    if (rows->count == BENCH_MAX_ROWS)
        return fail(EXIT_FAILED, "bench: more than %d rows for an image", BENCH_MAX_ROWS);
    rows->rows[rows->count++] = *found;
    return 0;
}

/* The outcome of running an engine in one way. */
enum outcome { RAN, CANNOT_RUN, FAILED };

static enum outcome run(const struct search *search, const struct bench_row *way,
                        errdiff_report *report)
{
    bench_image_clear(search->image);
    errdiff_status status = bench_row_run(way, search->job, search->image, report);
    if (status == ERRDIFF_CANNOT_RUN)
        return CANNOT_RUN;
    if (status == ERRDIFF_CANCELLED)
        return FAILED;
    if (status != ERRDIFF_OK) {
        fail(EXIT_FAILED, "%s: %s", way->engine, report->message.text);
        return FAILED;
    }
    struct bench_row found = {
        .engine = way->engine, .isa = report->isa, .threads = report->threads};
    return bench_row_check(&found, search->job, search->image) == 0 ? RAN : FAILED;
}

/* Tells that an engine is left out; it is an error if the engine was named. With --json nothing
 * is said, as a program sees which rows there are, and neither is it of many jobs, whose rows show
 * it. */
static int leave_out(const struct search *search, const char *engine, bool is_named,
                     const char *reason)
{
    if (search->arguments->has_many_jobs)
        return 0;
    if (is_named)
        return fail(EXIT_FAILED, "%s", reason);
    if (!search->arguments->json)
        fail(EXIT_FAILED, "%s is skipped: %s", engine, reason);
    return 0;
}

/* Adds the rows of an engine with one instruction set, or NULL for its own choice. *report gets
 * the report of the first run, or of one that failed. */
static enum outcome find_by_threads(const struct search *search, const char *engine,
                                    const char *isa, errdiff_report *report)
{
    static const int usual[] = {0, 1};
    bool is_named = search->arguments->thread_count > 0;
    const int *threads = is_named ? search->arguments->threads : usual;
    int count = is_named ? search->arguments->thread_count : 2;
    for (int i = 0; i < count; i++) {
        struct bench_row way = {.engine = engine, .isa = isa, .threads = threads[i]};
        errdiff_report this_report;
        enum outcome outcome = run(search, &way, &this_report);
        if (i == 0)
            *report = this_report;
        if (outcome == RAN && isa && strcmp(this_report.isa, isa) != 0)
            return CANNOT_RUN;
        if (outcome != RAN) {
            *report = this_report;
            return outcome;
        }
        struct bench_row found = {
            .engine = engine, .isa = this_report.isa, .threads = this_report.threads};
        if (add(search, &found) != 0)
            return FAILED;
        if (found.threads == 1 && threads[i] != 1)
            break; /* it uses one thread whatever is asked for */
    }
    return RAN;
}

static int find_by_isas(const struct search *search, const char *engine)
{
    const struct bench_arguments *arguments = search->arguments;
    bool is_named = arguments->isa_count > 0;
    for (int i = 0; is_named ? i < arguments->isa_count : bench_isas[i] != NULL; i++) {
        const char *isa = is_named ? arguments->isas[i] : bench_isas[i];
        errdiff_report report;
        enum outcome outcome = find_by_threads(search, engine, isa, &report);
        if (outcome == FAILED)
            return EXIT_FAILED;
        if (outcome == CANNOT_RUN && is_named)
            return fail(EXIT_FAILED, "isa: %s cannot use %s here", engine, isa);
    }
    return 0;
}

static int find_of_engine(const struct search *search, const char *engine, bool all_isas)
{
    const struct bench_arguments *arguments = search->arguments;
    struct bench_row way = {.engine = engine, .isa = NULL, .threads = 1};
    errdiff_report report;
    enum outcome outcome = RAN;
    if (all_isas || arguments->isa_count > 0) {
        outcome = run(search, &way, &report);
        if (outcome == RAN && *report.isa)
            return find_by_isas(search, engine);
    }
    if (outcome == RAN)
        outcome = find_by_threads(search, engine, NULL, &report);
    if (outcome == CANNOT_RUN)
        return leave_out(search, engine, arguments->engine_count > 0, report.message.text);
    return outcome == RAN ? 0 : EXIT_FAILED;
}

static int find_of_sweep(const struct search *search, const struct bench_sweep *sweep)
{
    for (int size = sweep->min; size <= sweep->max; size *= 2) {
        struct bench_row way = {.engine = sweep->engine,
                                .isa = "",
                                .threads = 1,
                                .settings = {{.variable = sweep->variable}},
                                .size = size};
        snprintf(way.settings[0].value, sizeof way.settings[0].value, "%d", size);
        errdiff_report report;
        enum outcome outcome = run(search, &way, &report);
        if (outcome == CANNOT_RUN)
            return fail(EXIT_FAILED, "%s", report.message.text);
        if (outcome == FAILED || add(search, &way) != 0)
            return EXIT_FAILED;
    }
    return 0;
}

/* Different ways may have the same threads and instruction set, so none is left out for that. */
static int find_of_ways(const struct search *search, const struct bench_ways *ways)
{
    for (int i = 0; i < ways->count; i++) {
        struct bench_row found = ways->rows[i];
        errdiff_report report = {.isa = ""};
        bool is_there =
            search->job->hogel > 0 || errdiff_engine_available(found.engine, &report.message);
        enum outcome outcome = is_there ? run(search, &found, &report) : CANNOT_RUN;
        if (outcome == CANNOT_RUN)
            ways->reasons[i] = report.message;
        found.isa = report.isa;
        found.threads = report.threads;
        if (outcome == RAN)
            search->rows->rows[search->rows->count++] = found;
        if (outcome == FAILED)
            return EXIT_FAILED;
    }
    return 0;
}

int bench_rows_find(struct bench_rows *rows, const struct bench_arguments *arguments,
                    const struct bench_engines *engines, bool all_isas, const struct bench_job *job,
                    const struct bench_image *image)
{
    struct search search = {rows, arguments, job, image};
    rows->rows[0] = bench_row_reference(job);
    rows->count = 1;
    if (engines->sweep)
        return find_of_sweep(&search, engines->sweep);
    if (engines->ways)
        return find_of_ways(&search, engines->ways);
    int status = 0;
    for (int i = 0; i < engines->count && status == 0; i++)
        if (strcmp(engines->names[i], rows->rows[0].engine) != 0)
            status = find_of_engine(&search, engines->names[i], all_isas);
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the rows of `errdiff-bench --matrix` as a table or as JSON. */
#include "bench_matrix_report.h"

#include "bench_machine.h"
#include "json.h"

#include <stdio.h>
#include <string.h>

/* Columns of the table. */
enum { NAME_WIDTH = 62, ENGINE_WIDTH = 9 };

static int width_of(const char *engine)
{
    int length = (int)strlen(engine);
    return 1 + (length > ENGINE_WIDTH ? length : ENGINE_WIDTH);
}

void bench_matrix_write_head(int width, int height, const struct bench_engines *engines)
{
    printf("%d × %d, megapixels per second\n", width, height);
    printf("%-*s %-7s %7s%*s", NAME_WIDTH, "job", "isa", "threads", width_of(bench_naive_name),
           bench_naive_name);
    for (int i = 0; i < engines->count; i++)
        printf("%*s", width_of(engines->names[i]), engines->names[i]);
    printf(" %8s %11s %-14s %7s\n", "x plain", "x serial-ec", "auto", "regret");
}

static void write_number(int width, double number)
{
    if (number > 0)
        printf("%*.4g", width, number);
    else
        printf("%*s", width, "-");
}

void bench_matrix_write_row(const struct bench_comparison *comparison)
{
    const struct bench_job *job = &comparison->job;
    char name[BENCH_NAME_SIZE];
    bench_job_name(job, name);
    printf("%-*s %-7s %7d", NAME_WIDTH, name, *comparison->isa ? comparison->isa : "-",
           comparison->threads);
    for (int i = 0; i < comparison->engine_count; i++) {
        const struct bench_compared *engine = &comparison->engines[i];
        double mpx_per_s = engine->ms > 0 ? (double)job->width * job->height / engine->ms / 1e3 : 0;
        write_number(width_of(engine->name), mpx_per_s);
    }
    write_number(9, comparison->ratio_to_naive);
    write_number(12, comparison->ratio_to_serial_ec);
    printf(" %-14s", comparison->automatic);
    write_number(8, comparison->regret);
    putchar('\n');
    fflush(stdout);
}

/* Writes the figures of the engines that have one as an object, with the engines' names. */
static void write_engines(const struct bench_comparison *comparison, const char *name,
                          ptrdiff_t offset)
{
    const char *comma = "";
    printf("\"%s\": {", name);
    for (int i = 0; i < comparison->engine_count; i++) {
        const struct bench_compared *engine = &comparison->engines[i];
        double figure = *(const double *)((const char *)engine + offset);
        if (figure > 0) {
            printf("%s\"%s\": %.4g", comma, engine->name, figure);
            comma = ", ";
        }
    }
    fputs("}, ", stdout);
}

static void write_row(const struct bench_comparison *comparison)
{
    const struct bench_compared *fastest = &comparison->engines[comparison->fastest];
    putchar('{');
    bench_job_write_json(&comparison->job);
    json_write_text(stdout, "isa", comparison->isa);
    json_write_number(stdout, "threads", comparison->threads);
    json_write_number(stdout, "rounds", comparison->rounds);
    write_engines(comparison, "ms", offsetof(struct bench_compared, ms));
    write_engines(comparison, "kernel_ms", offsetof(struct bench_compared, kernel_ms));
    json_write_text(stdout, "fastest", comparison->fastest > 0 ? fastest->name : "");
    json_write_number(stdout, "prepare_ms", fastest->prepare_ms);
    json_write_positive(stdout, "ratio_to_plain", comparison->ratio_to_naive);
    json_write_positive(stdout, "ratio_to_serial_ec", comparison->ratio_to_serial_ec);
    json_write_text(stdout, "auto", comparison->automatic);
    fputs("\"regret\": ", stdout);
    if (comparison->regret > 0)
        printf("%.4g}", comparison->regret);
    else
        fputs("null}", stdout);
}

void bench_matrix_write_json(const struct bench_comparison *comparisons, int count)
{
    fputs("{\"machine\": ", stdout);
    machine_write_json(stdout);
    fputs(", \"rows\": [", stdout);
    for (int i = 0; i < count; i++) {
        fputs(i == 0 ? "\n" : ",\n", stdout);
        write_row(&comparisons[i]);
    }
    fputs("\n]}\n", stdout);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calculates the figures of each row from its times, and writes them as a table or as JSON. */
#include "bench_report.h"

#include "bench_machine.h"
#include "bench_median.h"
#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How fast a row is as a multiple of the speed of a copy by as many threads. */
static double ratio_to_copy(const struct bench_row *row, double *scratch)
{
    struct bench_row copy = {.rounds = row->rounds, .ms = row->copy_ms};
    return bench_median_ratio(&copy, row, scratch);
}

/* The row of the serial engine with the least median; NULL if there is none. */
static const struct bench_row *find_best_serial(const struct bench_row *rows, int count,
                                                double *scratch)
{
    const struct bench_row *best = NULL;
    double least_ms = 0;
    for (int i = 0; i < count; i++) {
        if (strncmp(rows[i].engine, "serial", 6) != 0)
            continue;
        double ms = bench_median(rows[i].ms, rows[i].rounds, scratch);
        if (!best || ms < least_ms) {
            best = &rows[i];
            least_ms = ms;
        }
    }
    return best;
}

static void summarize(struct bench_result *result, const struct bench_row *naive,
                      const struct bench_row *serial, double *scratch)
{
    const struct bench_row *row = &result->row;
    if (bench_row_is_naive(naive))
        result->ratio_to_naive = bench_median_ratio(naive, row, scratch);
    result->ratio_to_copy = ratio_to_copy(row, scratch);
    if (serial)
        result->ratio_to_serial = bench_median_ratio(serial, row, scratch);
    result->prepare_ms = bench_median(row->prepare_ms, row->rounds, scratch);
    result->kernel_ms = bench_median(row->kernel_ms, row->rounds, scratch);
    result->median_ms = bench_median(row->ms, row->rounds, scratch);
    result->min_ms = scratch[0]; /* bench_median has sorted them */
    result->max_ms = scratch[row->rounds - 1];
    result->mpx_per_s = (double)result->job.width * result->job.height / result->median_ms / 1e3;
}

bool bench_report_summarize(struct bench_result *results, const struct bench_row *rows, int count,
                            const struct bench_job *job)
{
    double *scratch = malloc((size_t)bench_most_rounds(rows, count) * sizeof *scratch);
    if (!scratch)
        return false;
    const struct bench_row *serial = find_best_serial(rows, count, scratch);
    for (int i = 0; i < count; i++) {
        results[i] = (struct bench_result){.row = rows[i], .job = *job};
        summarize(&results[i], &rows[0], serial, scratch);
    }
    free(scratch);
    return true;
}

/* Formats a value; 0 means that there is none. */
static void write_or_dash(char *text, size_t size, double value)
{
    if (value > 0)
        snprintf(text, size, "%.4g", value);
    else
        snprintf(text, size, "-");
}

void bench_report_write_table(const struct bench_result *results, int count)
{
    const struct bench_job *job = &results->job;
    int rounds = 0;
    for (int i = 0; i < count; i++)
        rounds = results[i].row.rounds > rounds ? results[i].row.rounds : rounds;
    char name[BENCH_NAME_SIZE];
    bench_job_name(job, name);
    printf("%d × %d, %s, %d %s\n", job->width, job->height, name, rounds,
           rounds == 1 ? "round" : "rounds");
    printf("%-14s %-7s %7s %7s %11s %11s %11s %11s %10s %9s %9s %9s\n", "engine", "isa", "threads",
           "size", "median ms", "min ms", "max ms", "kernel ms", "Mpx/s", "x plain", "x serial",
           "x copy");
    for (int i = 0; i < count; i++) {
        const struct bench_result *result = &results[i];
        char size[16], kernel[16], naive[16], serial[16], copy[16];
        write_or_dash(size, sizeof size, result->row.size);
        write_or_dash(kernel, sizeof kernel, result->kernel_ms);
        write_or_dash(naive, sizeof naive, result->ratio_to_naive);
        write_or_dash(serial, sizeof serial, result->ratio_to_serial);
        write_or_dash(copy, sizeof copy, result->ratio_to_copy);
        printf("%-14s %-7s %7d %7s %11.4g %11.4g %11.4g %11s %10.4g %9s %9s %9s\n",
               result->row.engine, *result->row.isa ? result->row.isa : "-", result->row.threads,
               size, result->median_ms, result->min_ms, result->max_ms, kernel, result->mpx_per_s,
               naive, serial, copy);
    }
    putchar('\n');
    fflush(stdout);
}

void bench_report_write_members(const struct bench_result *result)
{
    json_write_text(stdout, "engine", result->row.engine);
    json_write_text(stdout, "isa", result->row.isa);
    json_write_number(stdout, "threads", result->row.threads);
    bench_job_write_json(&result->job);
    json_write_number(stdout, "rounds", result->row.rounds);
    json_write_number(stdout, "median_ms", result->median_ms);
    json_write_number(stdout, "min_ms", result->min_ms);
    json_write_number(stdout, "max_ms", result->max_ms);
    json_write_number(stdout, "mpx_per_s", result->mpx_per_s);
    json_write_number(stdout, "prepare_ms", result->prepare_ms);
    json_write_positive(stdout, "kernel_ms", result->kernel_ms);
    json_write_positive(stdout, "size", result->row.size);
    if (result->job.hogel == 0) {
        json_write_positive(stdout, "ratio_to_plain", result->ratio_to_naive);
        json_write_number(stdout, "ratio_to_copy", result->ratio_to_copy);
    }
    printf("\"ratio_to_serial\": ");
    if (result->ratio_to_serial > 0)
        printf("%.10g", result->ratio_to_serial);
    else
        printf("null");
}

void bench_report_write_json(const struct bench_result *results, int count)
{
    fputs("{\"machine\": ", stdout);
    machine_write_json(stdout);
    fputs(", \"rows\": [", stdout);
    for (int i = 0; i < count; i++) {
        fputs(i == 0 ? "\n{" : ",\n{", stdout);
        bench_report_write_members(&results[i]);
        putchar('}');
    }
    fputs("\n]}\n", stdout);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench_report.h"

#include "json.h"
#include "machine.h"

#include <stdio.h>
#include <stdlib.h>

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Sorts the values. */
static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

static double median_ratio(const double *dividends, const double *divisors, int count,
                           double *scratch)
{
    for (int i = 0; i < count; i++)
        scratch[i] = dividends[i] / divisors[i];
    return median(scratch, count);
}

bool bench_report_summarise(struct bench_result *results, const struct bench_row *rows, int count,
                            const struct bench_job *job, int rounds)
{
    double *scratch = malloc((size_t)rounds * sizeof *scratch);
    if (!scratch)
        return false;
    for (int i = 0; i < count; i++) {
        const struct bench_row *row = &rows[i];
        struct bench_result *result = &results[i];
        *result = (struct bench_result){.row = *row, .job = *job, .rounds = rounds};
        result->ratio_to_plain = median_ratio(rows[0].ms, row->ms, rounds, scratch);
        result->ratio_to_copy = median_ratio(row->copy_ms, row->ms, rounds, scratch);
        for (int round = 0; round < rounds; round++)
            scratch[round] = row->ms[round];
        result->median_ms = median(scratch, rounds);
        result->min_ms = scratch[0];
        result->max_ms = scratch[rounds - 1];
        result->mpx_per_s = (double)job->width * job->height / result->median_ms / 1e3;
    }
    free(scratch);
    return true;
}

static int count_colours(const struct bench_job *job)
{
    return job->palette ? job->palette->count : job->levels;
}

void bench_report_write_table(const struct bench_result *results, int count)
{
    const struct bench_job *job = &results->job;
    printf("%d × %d, %s, %d bits, %d %s, %s, %d %s\n", job->width, job->height,
           job->channels == 1 ? "gray" : "RGB", job->bits, count_colours(job),
           job->palette ? "colours" : "levels", job->kernel_text, results->rounds,
           results->rounds == 1 ? "round" : "rounds");
    printf("%-14s %-7s %7s %11s %11s %11s %10s %9s %9s\n", "engine", "isa", "threads", "median ms",
           "least ms", "most ms", "Mpx/s", "x plain", "x copy");
    for (int i = 0; i < count; i++) {
        const struct bench_result *result = &results[i];
        printf("%-14s %-7s %7d %11.4g %11.4g %11.4g %10.4g %9.3g %9.3g\n", result->row.engine,
               *result->row.isa ? result->row.isa : "-", result->row.threads, result->median_ms,
               result->min_ms, result->max_ms, result->mpx_per_s, result->ratio_to_plain,
               result->ratio_to_copy);
    }
    putchar('\n');
    fflush(stdout);
}

static void write_row(const struct bench_result *result)
{
    const struct bench_job *job = &result->job;
    putchar('{');
    json_write_text(stdout, "engine", result->row.engine);
    json_write_text(stdout, "isa", result->row.isa);
    json_write_number(stdout, "threads", result->row.threads);
    json_write_number(stdout, "width", job->width);
    json_write_number(stdout, "height", job->height);
    json_write_number(stdout, "channels", job->channels);
    json_write_number(stdout, "bits", job->bits);
    json_write_text(stdout, "kernel", job->kernel_text);
    json_write_number(stdout, "colours", count_colours(job));
    json_write_number(stdout, "rounds", result->rounds);
    json_write_number(stdout, "median_ms", result->median_ms);
    json_write_number(stdout, "min_ms", result->min_ms);
    json_write_number(stdout, "max_ms", result->max_ms);
    json_write_number(stdout, "mpx_per_s", result->mpx_per_s);
    json_write_number(stdout, "ratio_to_plain", result->ratio_to_plain);
    printf("\"ratio_to_copy\": %.10g}", result->ratio_to_copy);
}

void bench_report_write_json(const struct bench_result *results, int count)
{
    fputs("{\"machine\": ", stdout);
    machine_write_json(stdout);
    fputs(", \"rows\": [", stdout);
    for (int i = 0; i < count; i++) {
        fputs(i == 0 ? "\n" : ",\n", stdout);
        write_row(&results[i]);
    }
    fputs("\n]}\n", stdout);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench_report.h"

#include "json.h"
#include "machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* The serial engine with the least median; NULL where none has a row. */
static const struct bench_row *find_best_serial(const struct bench_row *rows, int count, int rounds,
                                                double *scratch)
{
    const struct bench_row *best = NULL;
    double least_ms = 0;
    for (int i = 0; i < count; i++) {
        if (strncmp(rows[i].engine, "serial-", 7) != 0)
            continue;
        memcpy(scratch, rows[i].ms, (size_t)rounds * sizeof *scratch);
        double ms = median(scratch, rounds);
        if (!best || ms < least_ms) {
            best = &rows[i];
            least_ms = ms;
        }
    }
    return best;
}

bool bench_report_summarise(struct bench_result *results, const struct bench_row *rows, int count,
                            const struct bench_job *job, int rounds)
{
    double *scratch = malloc((size_t)rounds * sizeof *scratch);
    if (!scratch)
        return false;
    const struct bench_row *serial = find_best_serial(rows, count, rounds, scratch);
    for (int i = 0; i < count; i++) {
        const struct bench_row *row = &rows[i];
        struct bench_result *result = &results[i];
        *result = (struct bench_result){.row = *row, .job = *job, .rounds = rounds};
        result->ratio_to_plain = median_ratio(rows[0].ms, row->ms, rounds, scratch);
        result->ratio_to_copy = median_ratio(row->copy_ms, row->ms, rounds, scratch);
        if (serial)
            result->ratio_to_serial = median_ratio(serial->ms, row->ms, rounds, scratch);
        memcpy(scratch, row->kernel_ms, (size_t)rounds * sizeof *scratch);
        result->kernel_ms = median(scratch, rounds);
        memcpy(scratch, row->ms, (size_t)rounds * sizeof *scratch);
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

/* What is 0 is not there. */
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
    printf("%d × %d, %s, %d bits, %d %s, %s, %d %s\n", job->width, job->height,
           job->channels == 1 ? "gray" : "RGB", job->bits, count_colours(job),
           job->palette ? "colours" : "levels", job->kernel_text, results->rounds,
           results->rounds == 1 ? "round" : "rounds");
    printf("%-14s %-7s %7s %7s %11s %11s %11s %11s %10s %9s %9s %9s\n", "engine", "isa", "threads",
           "size", "median ms", "least ms", "most ms", "kernel ms", "Mpx/s", "x plain", "x serial",
           "x copy");
    for (int i = 0; i < count; i++) {
        const struct bench_result *result = &results[i];
        char size[16], kernel[16], serial[16];
        write_or_dash(size, sizeof size, result->row.size);
        write_or_dash(kernel, sizeof kernel, result->kernel_ms);
        write_or_dash(serial, sizeof serial, result->ratio_to_serial);
        printf("%-14s %-7s %7d %7s %11.4g %11.4g %11.4g %11s %10.4g %9.3g %9s %9.3g\n",
               result->row.engine, *result->row.isa ? result->row.isa : "-", result->row.threads,
               size, result->median_ms, result->min_ms, result->max_ms, kernel, result->mpx_per_s,
               result->ratio_to_plain, serial, result->ratio_to_copy);
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
    json_write_positive(stdout, "kernel_ms", result->kernel_ms);
    json_write_number(stdout, "whole_ms", result->median_ms);
    json_write_positive(stdout, "size", result->row.size);
    json_write_number(stdout, "ratio_to_plain", result->ratio_to_plain);
    json_write_positive(stdout, "ratio_to_serial", result->ratio_to_serial);
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

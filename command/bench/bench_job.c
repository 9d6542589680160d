/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names a timed job by its properties, and writes these as JSON. */
#include "bench_job.h"

#include "bench_options.h"
#include "json.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int bench_job_colors(const struct bench_job *job)
{
    if (job->hogel > 0)
        return job->phases;
    return job->options.palette ? job->options.palette->count : job->options.levels[0];
}

static void append(char name[BENCH_NAME_SIZE], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void append(char name[BENCH_NAME_SIZE], const char *format, ...)
{
    size_t length = strlen(name);
    va_list values;
    va_start(values, format);
    vsnprintf(name + length, BENCH_NAME_SIZE - length, format, values);
    va_end(values);
}

static void append_colors(char name[BENCH_NAME_SIZE], const struct bench_job *job)
{
    const int *levels = job->options.levels;
    bool is_equal = levels[1] == levels[0] && levels[2] == levels[0];
    if (job->options.palette)
        append(name, ", %d colors", job->options.palette->count);
    else if (job->channels == 1 || is_equal)
        append(name, ", %d levels", levels[0]);
    else
        append(name, ", %d,%d,%d levels", levels[0], levels[1], levels[2]);
}

static void append_option(char name[BENCH_NAME_SIZE], const errdiff_option_info *info,
                          const errdiff_options *options)
{
    const void *value = (const char *)options + info->offset;
    append(name, ", %s", info->name);
    if (info->type == ERRDIFF_OPTION_CHOICE)
        append(name, " %s", info->choices[*(const int *)value]);
    else if (info->type == ERRDIFF_OPTION_INTEGER)
        append(name, " %d", *(const int *)value);
    else if (info->type == ERRDIFF_OPTION_SEED)
        append(name, " %u", *(const uint32_t *)value);
    else if (info->type == ERRDIFF_OPTION_REAL)
        append(name, " %g", *(const double *)value / info->factor);
    else if (info->type == ERRDIFF_OPTION_TEXT)
        append(name, " %s", *(const char *const *)value);
}

void bench_job_name(const struct bench_job *job, char name[BENCH_NAME_SIZE])
{
    *name = '\0';
    if (job->hogel > 0) {
        append(name, "hologram, %d phases, hogel %d, %d taps, slope %d", job->phases, job->hogel,
               job->tap_count, job->slope);
        append(name, "%s", job->method > 0 ? ", weights of the paper" : "");
        return;
    }
    append(name, "%s, %d bits", job->channels == 1 ? "gray" : "RGB", job->bits);
    append_colors(name, job);
    append(name, ", %s", job->options.kernel);
    errdiff_option_info info;
    for (int i = 0; (i = bench_options_next_changed(&job->options, i, &info)) >= 0; i++)
        append_option(name, &info, &job->options);
    if (job->has_mask)
        append(name, ", mask");
    if (job->copies > 0)
        append(name, ", %d images", job->copies + 1);
}

/* Writes only the options that are not as usual. */
static void write_options(const struct bench_job *job)
{
    const int *levels = job->options.levels;
    errdiff_option_info info;
    fputs("\"options\": {", stdout);
    if (!job->options.palette && job->channels == 3 &&
        (levels[1] != levels[0] || levels[2] != levels[0]))
        printf("\"levels\": [%d, %d, %d], ", levels[0], levels[1], levels[2]);
    for (int i = 0; (i = bench_options_next_changed(&job->options, i, &info)) >= 0; i++)
        json_write_option(stdout, &info, &job->options);
    printf("\"mask\": %d}, ", job->has_mask);
}

void bench_job_write_json(const struct bench_job *job)
{
    char name[BENCH_NAME_SIZE];
    bench_job_name(job, name);
    json_write_text(stdout, "job", name);
    json_write_number(stdout, "width", job->width);
    json_write_number(stdout, "height", job->height);
    if (job->hogel > 0) {
        json_write_number(stdout, "phases", job->phases);
        json_write_number(stdout, "hogel", job->hogel);
        json_write_number(stdout, "taps", job->tap_count);
        json_write_number(stdout, "slope", job->slope);
        return;
    }
    if (job->copies > 0)
        json_write_number(stdout, "images", job->copies + 1);
    json_write_number(stdout, "channels", job->channels);
    json_write_number(stdout, "bits", job->bits);
    json_write_text(stdout, "kernel", job->options.kernel);
    json_write_number(stdout, "colors", bench_job_colors(job));
    write_options(job);
}

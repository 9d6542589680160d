/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a job once, with the engine of a row or in the plain loop. */
#include "bench_run.h"

#include "bench_hologram.h"
#include "interrupt.h"
#include "naive_loop.h"
#include "process.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

const char bench_naive_name[] = "plain";
static const char serial_name[] = "serial-ec"; /* it can do every job */

/* In pixels; the serial engine would take a minute for the holograms of a paper. */
static const double MAX_SERIAL_HOLOGRAM = 1 << 28;

static const char *reference_engine(const struct bench_job *job)
{
    if (job->hogel > 0)
        return (double)job->width * job->height > MAX_SERIAL_HOLOGRAM ? bench_hologram_fastest
                                                                      : bench_hologram_serial;
    return naive_loop_can_run(job) ? bench_naive_name : serial_name;
}

struct bench_row bench_row_reference(const struct bench_job *job)
{
    return (struct bench_row){.engine = reference_engine(job), .isa = "", .threads = 1};
}

bool bench_row_is_naive(const struct bench_row *row)
{
    return row->engine == bench_naive_name;
}

static int ask_to_stop(void *user, double done)
{
    (void)user;
    (void)done;
    return interrupt_came();
}

/* The images of a call of errdiff_dither_many, and what came of each. */
struct many {
    const struct bench_image *image;
    errdiff_report *reports;
    errdiff_status *statuses;
};

static void dither_one(void *user, int number, const errdiff_options *options)
{
    const struct many *many = user;
    errdiff_image in = bench_image_in(many->image, number);
    errdiff_image out = bench_image_out(many->image, number);
    many->statuses[number] = errdiff_dither(&in, &out, options, &many->reports[number]);
}

/* Takes the first failure, or the first image's report. */
static errdiff_status outcome_of(const struct many *many, int count, errdiff_report *report)
{
    int found = 0;
    while (found < count && many->statuses[found] == ERRDIFF_OK)
        found++;
    *report = many->reports[found < count ? found : 0];
    return found < count ? many->statuses[found] : ERRDIFF_OK;
}

/* Dithers the image and its copies at the same time. The time is that of all, with what precedes
 * the dithering of each, divided by their number. That of the GPU's work alone is not known. */
static errdiff_status run_many(const struct bench_image *image, const errdiff_options *options,
                               errdiff_report *report)
{
    int count = image->copies + 1;
    *report = (errdiff_report){.engine = "", .isa = ""};
    struct many many = {image, calloc((size_t)count, sizeof *many.reports),
                        calloc((size_t)count, sizeof *many.statuses)};
    errdiff_status status = many.reports && many.statuses ? ERRDIFF_OK : ERRDIFF_NO_MEMORY;
    double start = omp_get_wtime();
    if (status == ERRDIFF_OK)
        status = errdiff_dither_many(count, options, dither_one, &many);
    double ms = 1e3 * (omp_get_wtime() - start) / count;
    if (status == ERRDIFF_OK)
        status = outcome_of(&many, count, report);
    if (status == ERRDIFF_NO_MEMORY && !*report->message.text)
        snprintf(report->message.text, sizeof report->message.text, "not enough memory");
    report->dither_ms = ms;
    report->prepare_ms = 0;
    report->kernel_ms = 0;
    report->threads = options->threads > 0 ? options->threads : omp_get_num_procs();
    free(many.reports);
    free(many.statuses);
    return status;
}

static errdiff_status run_naive(const struct bench_job *job, const struct bench_image *image,
                                errdiff_report *report)
{
    *report = (errdiff_report){.engine = bench_naive_name, .isa = "", .threads = 1};
    double start = omp_get_wtime();
    bool is_done = true;
    for (int i = 0; i <= image->copies && is_done && !interrupt_came(); i++) {
        errdiff_image in = bench_image_in(image, i), out = bench_image_out(image, i);
        is_done = naive_loop(&in, &out, &job->kernel, &job->options);
    }
    report->dither_ms = 1e3 * (omp_get_wtime() - start) / (image->copies + 1);
    if (interrupt_came())
        return ERRDIFF_CANCELLED;
    return is_done ? ERRDIFF_OK : ERRDIFF_NO_MEMORY;
}

static errdiff_status run_engine(const struct bench_row *row, const struct bench_job *job,
                                 const struct bench_image *image, errdiff_report *report)
{
    errdiff_options options = job->options;
    options.engine = row->engine;
    options.threads = row->threads;
    options.progress = ask_to_stop;
    return image->copies > 0 ? run_many(image, &options, report)
                             : errdiff_dither(&image->in, &image->out, &options, report);
}

errdiff_status bench_row_run(const struct bench_row *row, const struct bench_job *job,
                             const struct bench_image *image, errdiff_report *report)
{
    if (bench_row_is_naive(row))
        return run_naive(job, image, report);
    process_set_variable("ERRDIFF_ISA", row->isa && *row->isa ? row->isa : NULL);
    if (!getenv("OMP_DYNAMIC"))
        process_set_variable("OMP_DYNAMIC", "false"); /* the row is of this number of threads */
    for (int i = 0; i < BENCH_MAX_SETTINGS && row->settings[i].variable; i++)
        process_set_variable(row->settings[i].variable, row->settings[i].value);
    errdiff_status status = job->hogel > 0 ? bench_hologram_run(row, job, image, report)
                                           : run_engine(row, job, image, report);
    for (int i = 0; i < BENCH_MAX_SETTINGS && row->settings[i].variable; i++)
        process_set_variable(row->settings[i].variable, NULL);
    return status;
}

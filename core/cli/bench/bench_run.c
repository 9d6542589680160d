/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L

#include "bench_run.h"

#include "bench_hologram.h"
#include "interrupt.h"
#include "naive_loop.h"

#include <omp.h>
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

static errdiff_status run_naive(const struct bench_job *job, const struct bench_picture *picture,
                                errdiff_report *report)
{
    *report = (errdiff_report){.engine = bench_naive_name, .isa = "", .threads = 1};
    double start = omp_get_wtime();
    bool is_done = naive_loop(&picture->in, &picture->out, &job->kernel, &job->options);
    report->dither_ms = 1e3 * (omp_get_wtime() - start);
    if (interrupt_came())
        return ERRDIFF_CANCELLED;
    return is_done ? ERRDIFF_OK : ERRDIFF_NO_MEMORY;
}

static errdiff_status run_engine(const struct bench_row *row, const struct bench_job *job,
                                 const struct bench_picture *picture, errdiff_report *report)
{
    errdiff_options options = job->options;
    options.engine = row->engine;
    options.threads = row->threads;
    options.progress = ask_to_stop;
    return errdiff_dither(&picture->in, &picture->out, &options, report);
}

errdiff_status bench_row_run(const struct bench_row *row, const struct bench_job *job,
                             const struct bench_picture *picture, errdiff_report *report)
{
    if (bench_row_is_naive(row))
        return run_naive(job, picture, report);
    if (row->isa && *row->isa)
        setenv("ERRDIFF_ISA", row->isa, 1);
    else
        unsetenv("ERRDIFF_ISA");
    for (int i = 0; i < BENCH_MAX_SETTINGS && row->settings[i].variable; i++)
        setenv(row->settings[i].variable, row->settings[i].value, 1);
    errdiff_status status = job->hogel > 0 ? bench_hologram_run(row, job, picture, report)
                                           : run_engine(row, job, picture, report);
    for (int i = 0; i < BENCH_MAX_SETTINGS && row->settings[i].variable; i++)
        unsetenv(row->settings[i].variable);
    return status;
}

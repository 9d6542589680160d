/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L

#include "errdiff.h"

#include "config.h"
#include "engine.h"
#include "measure.h"
#include "message.h"

#include <stdlib.h>
#include <time.h>

const char *errdiff_version(void)
{
    return ERRDIFF_VERSION;
}

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static errdiff_status prepare(struct errdiff_job *job, const struct errdiff_engine **engine,
                              const errdiff_image *in, const errdiff_image *out,
                              const errdiff_options *options, errdiff_report *report)
{
    errdiff_status status = errdiff_job_prepare(job, in, out, options, &report->message);
    if (status != ERRDIFF_OK)
        return status;
    *engine = errdiff_engine_pick(options->engine, job, &report->passed_over, &report->message);
    return *engine ? ERRDIFF_OK : ERRDIFF_CANNOT_RUN;
}

static errdiff_status run(struct errdiff_job *job, const struct errdiff_engine *engine,
                          errdiff_report *report)
{
    double start = now_ms();
    errdiff_status status = engine->run(job, report);
    report->dither_ms = now_ms() - start;
    return status;
}

/* The light of the picture is summed up first, since the result may take the picture's place. */
static errdiff_status run_and_measure(struct errdiff_job *job, const struct errdiff_engine *engine,
                                      const errdiff_options *options, errdiff_report *report)
{
    uint16_t *table = malloc(sizeof *table << 16);
    if (!table)
        return ERRDIFF_NO_MEMORY;
    const uint8_t *mask = job->in.mask;
    ptrdiff_t mask_stride = job->in.mask_stride;
    double before[3], after[3];
    errdiff_measure_light(&job->in, mask, mask_stride, NULL, table, before);
    errdiff_status status = run(job, engine, report);
    if (status == ERRDIFF_OK) {
        const errdiff_palette *numbers = job->indexed ? options->palette : NULL;
        int64_t pixel_count =
            errdiff_measure_light(&job->out, mask, mask_stride, numbers, table, after);
        for (int c = 0; c < 3; c++)
            report->tone_error[c] = 100 * (after[c] - before[c]);
        if (pixel_count > 0)
            report->clamped = 100 * (double)job->clamped / (double)pixel_count;
    }
    free(table);
    return status;
}

errdiff_status errdiff_dither(const errdiff_image *in, const errdiff_image *out,
                              const errdiff_options *options, errdiff_report *report)
{
    errdiff_options defaults;
    errdiff_report unread;
    if (!options) {
        errdiff_options_init(&defaults);
        options = &defaults;
    }
    if (!report)
        report = &unread;
    *report = (errdiff_report){.engine = "", .isa = ""};

    struct errdiff_job job;
    const struct errdiff_engine *engine = NULL;
    double start = now_ms();
    errdiff_status status = prepare(&job, &engine, in, out, options, report);
    report->prepare_ms = now_ms() - start;
    if (status == ERRDIFF_OK) {
        report->engine = engine->info.name;
        report->isa = "";
        report->threads = 1;
        status = options->measure ? run_and_measure(&job, engine, options, report)
                                  : run(&job, engine, report);
    }
    errdiff_job_release(&job);
    if (status == ERRDIFF_NO_MEMORY)
        errdiff_fail(&report->message, status, "not enough memory to dither %d × %d pixels",
                     in->width, in->height);
    else if (status == ERRDIFF_CANCELLED)
        errdiff_fail(&report->message, status, "cancelled");
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L

#include "errdiff.h"

#include "config.h"
#include "engine.h"
#include "message.h"

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
    *report = (errdiff_report){.engine = ""};

    struct errdiff_job job;
    const struct errdiff_engine *engine = NULL;
    double start = now_ms();
    errdiff_status status = prepare(&job, &engine, in, out, options, report);
    double prepared = now_ms();
    report->prepare_ms = prepared - start;
    if (status != ERRDIFF_OK)
        return status;

    status = engine->run(&job);
    report->dither_ms = now_ms() - prepared;
    report->engine = engine->info.name;
    if (status == ERRDIFF_NO_MEMORY)
        errdiff_fail(&report->message, status, "not enough memory to dither %d × %d pixels",
                     in->width, in->height);
    else if (status == ERRDIFF_CANCELLED)
        errdiff_fail(&report->message, status, "cancelled");
    return status;
}

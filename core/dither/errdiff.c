/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "errdiff.h"

#include "config.h"
#include "measure.h"
#include "prepare/prepare.h"
#include "run.h"

#include <stdlib.h>

const char *errdiff_version(void)
{
    return ERRDIFF_VERSION;
}

/* Measures the picture before the result may replace it. */
static errdiff_status run_and_measure(struct errdiff_job *job, const struct errdiff_engine *engine,
                                      const errdiff_image *in, const errdiff_image *out,
                                      const errdiff_options *options, errdiff_report *report)
{
    uint16_t *table = malloc(sizeof *table << 16);
    if (!table)
        return ERRDIFF_NO_MEMORY;
    double before[3], after[3];
    errdiff_measure_light(in, in->mask, in->mask_stride, NULL, false, table, before);
    errdiff_status status = errdiff_run(job, engine, in, out, 0, report);
    if (status == ERRDIFF_OK) {
        bool has_sent = options->palette && options->sent && options->palette->has_sent;
        const errdiff_palette *palette = job->rule.indexed || has_sent ? options->palette : NULL;
        int64_t pixel_count = errdiff_measure_light(out, in->mask, in->mask_stride, palette,
                                                    job->rule.indexed, table, after);
        for (int c = 0; c < 3; c++)
            report->tone_error[c] = 100 * (after[c] - before[c]);
        if (pixel_count > 0)
            report->clamped = 100 * (double)job->run.clamped / (double)pixel_count;
        if (pixel_count > 0 && job->tables.preparation)
            report->mapped = 100 * (double)job->tables.preparation->mapped / (double)pixel_count;
    }
    free(table);
    return status;
}

errdiff_status errdiff_dither(const errdiff_image *in, const errdiff_image *out,
                              const errdiff_options *options, errdiff_report *report)
{
    errdiff_options defaults;
    errdiff_report unread;
    errdiff_run_complete(&options, &defaults, &report, &unread);

    /* It is too large for the stack of a small thread. */
    struct errdiff_job *job = malloc(sizeof *job);
    if (!job)
        return errdiff_run_explain(ERRDIFF_NO_MEMORY, in, report);
    const struct errdiff_engine *engine = NULL;
    errdiff_status status = errdiff_run_prepare(job, &engine, in, out, options, NULL, report);
    if (status == ERRDIFF_OK)
        status = options->measure ? run_and_measure(job, engine, in, out, options, report)
                                  : errdiff_run(job, engine, in, out, 0, report);
    errdiff_job_release(job);
    free(job);
    return errdiff_run_explain(status, in, report);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library's main function: dithers an image, and measures the result if that is asked for. */
#include "errdiff.h"

#include "colors.h"
#include "config.h"
#include "measure.h"
#include "prepare/prepare.h"
#include "run.h"

#include <stdlib.h>

const char *errdiff_version(void)
{
    return ERRDIFF_VERSION;
}

/* The palette of the colors that are seen if the result has their numbers, or what a device is sent
 * for them; NULL: it has what is seen. */
static const errdiff_palette *palette_of(const errdiff_options *options)
{
    const errdiff_palette *palette = options->palette;
    bool has_sent = palette && options->sent && palette->has_sent;
    return options->indexed || has_sent ? palette : NULL;
}

/* Measures the image, before the result may replace it, and the result. Without a job, `out` has
 * the result already. */
static errdiff_status run_and_measure(struct errdiff_job *job, const struct errdiff_engine *engine,
                                      const errdiff_image *in, const errdiff_image *out,
                                      const errdiff_options *options, errdiff_report *report)
{
    uint16_t *table = malloc(sizeof *table << 16);
    struct errdiff_gray gray = {.light = NULL};
    bool is_gray = options->gray && in->channels == 3;
    double before[3], after[3];
    errdiff_status status = ERRDIFF_OK;
    if (!table || (is_gray && !errdiff_gray_make(&gray, in->bits)))
        status = ERRDIFF_NO_MEMORY;
    if (status == ERRDIFF_OK)
        errdiff_measure_light(in, in->mask, in->mask_stride, is_gray ? &gray : NULL, NULL, false,
                              table, before);
    if (status == ERRDIFF_OK && job)
        status = errdiff_run(job, engine, in, out, 0, report);
    if (status == ERRDIFF_OK) {
        errdiff_measure_light(out, in->mask, in->mask_stride, NULL, palette_of(options),
                              options->indexed, table, after);
        for (int c = 0; c < 3; c++)
            report->tone_error[c] = 100 * (after[c] - before[c]);
    }
    errdiff_gray_release(&gray);
    free(table);
    return status;
}

errdiff_status errdiff_measure(const errdiff_image *in, const errdiff_image *out,
                               const errdiff_options *options, errdiff_report *report)
{
    return run_and_measure(NULL, NULL, in, out, options, report);
}

/* The number of pixels that are dithered. */
static int64_t count_pixels(const errdiff_image *in)
{
    int64_t count = 0;
    if (!in->mask)
        return (int64_t)in->width * in->height;
    for (int y = 0; y < in->height; y++)
        for (int x = 0; x < in->width; x++)
            count += in->mask[y * in->mask_stride + x] != 0;
    return count;
}

static void report_tone(const struct errdiff_job *job, errdiff_report *report)
{
    const struct errdiff_preparation *preparation = job->tables.preparation;
    if (!preparation || !preparation->tone.is_automatic)
        return;
    report->tone_white = 100 * preparation->tone.automatic_white;
    report->tone_gamma = preparation->tone.automatic_gamma;
}

static void report_shares(const struct errdiff_job *job, const errdiff_image *in,
                          errdiff_report *report)
{
    int64_t mapped = job->tables.preparation ? job->tables.preparation->mapped : 0;
    if (job->run.clamped == 0 && mapped == 0)
        return;
    double count = (double)count_pixels(in);
    report->clamped = 100 * (double)job->run.clamped / count;
    report->mapped = 100 * (double)mapped / count;
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
    errdiff_status status = errdiff_colors_prepare(job, &engine, in, out, options, NULL, report);
    if (status == ERRDIFF_OK)
        status = options->measure ? run_and_measure(job, engine, in, out, options, report)
                                  : errdiff_run(job, engine, in, out, 0, report);
    if (status == ERRDIFF_OK) {
        report_shares(job, in, report);
        report_tone(job, report);
    }
    errdiff_job_release(job);
    free(job);
    return errdiff_run_explain(status, in, report);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Serial error collection: EC(CPU) of Kasagi, Nakano and Ito 2014, section II, for any kernel and
 * every part of the rule. A pixel gathers what earlier pixels left:
 *
 *       rows above    e e e e e
 *       this row      e e X
 */
#include "engine.h"
#include "pixel.h"
#include "serial_ec_plain.h"
#include "translate.h"

#include <stdlib.h>

/* What pixels left: a ring of rows, the current one and those that taps still reach, with zeros at
 * both ends for taps that reach over the border; job->channels numbers a pixel. */
struct traces {
    int32_t *errors;
    uint8_t *tones; /* of the pixels that left them; NULL where weights do not depend on tone */
    int row_count;
    int margin; /* pixels at each end */
    ptrdiff_t row_length;
};

static bool allocate(struct traces *traces, const struct errdiff_job *job)
{
    *traces = (struct traces){.row_count = 1};
    for (int i = 0; i < job->kernel.tap_count; i++) {
        const errdiff_tap *tap = &job->kernel.taps[i];
        if (tap->dy >= traces->row_count)
            traces->row_count = tap->dy + 1;
        if (abs(tap->dx) > traces->margin)
            traces->margin = abs(tap->dx);
    }
    traces->row_length = ((ptrdiff_t)job->in.width + 2 * traces->margin) * job->channels;
    size_t length = (size_t)traces->row_count * (size_t)traces->row_length;
    traces->errors = calloc(length, sizeof *traces->errors);
    if (job->kernel.tone_keys)
        traces->tones = calloc(length, sizeof *traces->tones);
    return traces->errors && (traces->tones || !job->kernel.tone_keys);
}

/* Where the channels of the pixel at (x, y) are in errors and tones. */
static ptrdiff_t place(const struct traces *traces, const struct errdiff_job *job, int x, int y)
{
    return (y % traces->row_count) * traces->row_length +
           ((ptrdiff_t)x + traces->margin) * job->channels;
}

static void collect_by_kernel(const struct traces *traces, const struct errdiff_job *job, int x,
                              int y, int32_t correction[3])
{
    int32_t sums[3] = {0};
    for (int i = 0; i < job->kernel.tap_count; i++) {
        const errdiff_tap *tap = &job->kernel.taps[i];
        int from_y = y - tap->dy;
        if (from_y < 0)
            continue;
        int from_x = x - errdiff_direction(job, from_y) * tap->dx;
        const int32_t *errors = traces->errors + place(traces, job, from_x, from_y);
        for (int c = 0; c < job->channels; c++)
            sums[c] += tap->weight * errors[c];
    }
    for (int c = 0; c < job->channels; c++)
        correction[c] = errdiff_round(&job->rounding, job->rounding.kind, sums[c]);
}

/* What the pixel at `from`, a place, hands on in channel c. */
static struct errdiff_parts parts_from(const struct traces *traces, const struct errdiff_job *job,
                                       ptrdiff_t from, int c)
{
    return errdiff_parts_of(traces->errors[from + c], job->strength,
                            job->tones.weights[traces->tones[from + c]]);
}

static void collect_by_tone(const struct traces *traces, const struct errdiff_job *job, int x,
                            int y, int32_t correction[3])
{
    ptrdiff_t before = place(traces, job, x - errdiff_direction(job, y), y);
    for (int c = 0; c < job->channels; c++)
        correction[c] = parts_from(traces, job, before, c).right;
    if (y == 0)
        return;
    ptrdiff_t above = place(traces, job, x, y - 1);
    ptrdiff_t after_above = place(traces, job, x + errdiff_direction(job, y - 1), y - 1);
    for (int c = 0; c < job->channels; c++)
        correction[c] += parts_from(traces, job, above, c).below +
                         parts_from(traces, job, after_above, c).below_left;
}

static void dither_row(struct errdiff_job *job, const struct traces *traces, int y)
{
    const void *in = errdiff_row(&job->in, y, 0);
    void *out = errdiff_row(&job->out, y, 0);
    const uint8_t *mask = errdiff_mask_row(&job->in, y);
    int direction = errdiff_direction(job, y);
    for (int step = 0; step < job->in.width; step++) {
        int x = direction > 0 ? step : job->in.width - 1 - step;
        int32_t value[3], modified[3], level[3];
        int32_t *errors = traces->errors + place(traces, job, x, y);
        errdiff_load_pixel(job, in, x, value);
        if (mask && mask[x] == 0) {
            errdiff_keep_pixel(job, in, out, x, value);
            for (int c = 0; c < job->channels; c++)
                errors[c] = 0;
            continue;
        }
        if (traces->tones)
            collect_by_tone(traces, job, x, y, modified);
        else
            collect_by_kernel(traces, job, x, y, modified);
        for (int c = 0; c < job->channels; c++) {
            modified[c] += value[c] << ERRDIFF_FRACTION_BITS;
            if (traces->tones)
                traces->tones[errors - traces->errors + c] =
                    (uint8_t)errdiff_tone(value[c], job->max_value);
        }
        job->clamped += errdiff_decide(&job->decision, x, y, value, modified, errors, level);
        errdiff_store_pixel(job, out, x, level);
    }
}

static errdiff_status run(struct errdiff_job *job)
{
    if (job->is_plain)
        return errdiff_serial_ec_plain(job);

    struct traces traces;
    errdiff_status status = allocate(&traces, job) ? ERRDIFF_OK : ERRDIFF_NO_MEMORY;
    for (int y = 0; y < job->in.height && status == ERRDIFF_OK; y++) {
        dither_row(job, &traces, y);
        if (errdiff_progress_cancelled(&job->progress, y + 1))
            status = ERRDIFF_CANCELLED;
    }
    free(traces.errors);
    free(traces.tones);
    return status;
}

const struct errdiff_engine errdiff_serial_ec = {
    .info = {.name = "serial-ec",
             .title = N_("Serial, error collection"),
             .description =
                 N_("One thread, pixel by pixel; each pixel gathers its neighbours' errors")},
    .run = run,
};

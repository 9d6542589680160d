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
#include "ring.h"
#include "serial_ec_plain.h"
#include "translate.h"

#include <stdlib.h>

/* What pixels left: their errors, and, where weights depend on it, their tones, at the same places. */
struct traces {
    struct errdiff_ring errors;
    uint8_t *tones; /* NULL where weights are fixed */
};

static bool allocate(struct traces *traces, const struct errdiff_job *job)
{
    *traces = (struct traces){0};
    if (!errdiff_ring_make(&traces->errors, &job->kernel, job->in.width, job->channels))
        return false;
    if (job->kernel.tone_keys)
        traces->tones = calloc(errdiff_ring_length(&traces->errors), sizeof *traces->tones);
    return traces->tones || !job->kernel.tone_keys;
}

/* The tone of the pixel that left an error of the ring. */
static uint8_t *tone_of(const struct traces *traces, const int32_t *error)
{
    return traces->tones + (error - traces->errors.numbers);
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
        const int32_t *errors = errdiff_ring_at(&traces->errors, from_x, from_y);
        for (int c = 0; c < job->channels; c++)
            sums[c] += tap->weight * errors[c];
    }
    for (int c = 0; c < job->channels; c++)
        correction[c] = errdiff_round(&job->rounding, job->rounding.kind, sums[c]);
}

/* What a pixel that left `error` hands on. */
static struct errdiff_parts parts_from(const struct traces *traces, const struct errdiff_job *job,
                                       const int32_t *error)
{
    return errdiff_parts_of(*error, job->strength, job->tones.weights[*tone_of(traces, error)]);
}

static void collect_by_tone(const struct traces *traces, const struct errdiff_job *job, int x,
                            int y, int32_t correction[3])
{
    const struct errdiff_ring *errors = &traces->errors;
    const int32_t *before = errdiff_ring_at(errors, x - errdiff_direction(job, y), y);
    for (int c = 0; c < job->channels; c++)
        correction[c] = parts_from(traces, job, before + c).right;
    if (y == 0)
        return;
    const int32_t *above = errdiff_ring_at(errors, x, y - 1);
    const int32_t *after_above = errdiff_ring_at(errors, x + errdiff_direction(job, y - 1), y - 1);
    for (int c = 0; c < job->channels; c++)
        correction[c] += parts_from(traces, job, above + c).below +
                         parts_from(traces, job, after_above + c).below_left;
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
        int32_t *errors = errdiff_ring_at(&traces->errors, x, y);
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
                *tone_of(traces, errors + c) = (uint8_t)errdiff_tone(value[c], job->max_value);
        }
        job->clamped += errdiff_decide(&job->decision, x, y, value, modified, errors, level);
        errdiff_store_pixel(job, out, x, level);
    }
}

static errdiff_status run(struct errdiff_job *job, errdiff_report *report)
{
    (void)report;
    if (job->is_plain)
        return errdiff_serial_ec_plain(job);

    struct traces traces;
    errdiff_status status = allocate(&traces, job) ? ERRDIFF_OK : ERRDIFF_NO_MEMORY;
    for (int y = 0; y < job->in.height && status == ERRDIFF_OK; y++) {
        dither_row(job, &traces, y);
        if (errdiff_progress_cancelled(&job->progress, y + 1))
            status = ERRDIFF_CANCELLED;
    }
    errdiff_ring_release(&traces.errors);
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

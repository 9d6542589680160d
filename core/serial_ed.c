/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Serial error diffusion: ED(CPU) of Kasagi, Nakano and Ito 2014, section II; Algorithm 1 of
 * Deshpande, Misra and Narayanan 2011, for any kernel and every part of the rule. A pixel scatters
 * its error into the sums of later pixels:
 *
 *       this row          X S S
 *       rows below    S S S S S
 */
#include "engine.h"
#include "pixel.h"
#include "serial_ed_plain.h"
#include "translate.h"

#include <stdlib.h>
#include <string.h>

/* What pixels will find: a ring of rows, the current one and those that taps reach, with room at
 * both ends for what falls over the border; job->channels numbers a pixel. */
struct sums {
    int32_t *sums;
    int row_count;
    int margin; /* pixels at each end */
    ptrdiff_t row_length;
};

static bool allocate(struct sums *sums, const struct errdiff_job *job)
{
    *sums = (struct sums){.row_count = 1};
    for (int i = 0; i < job->kernel.tap_count; i++) {
        const errdiff_tap *tap = &job->kernel.taps[i];
        if (tap->dy >= sums->row_count)
            sums->row_count = tap->dy + 1;
        if (abs(tap->dx) > sums->margin)
            sums->margin = abs(tap->dx);
    }
    sums->row_length = ((ptrdiff_t)job->in.width + 2 * sums->margin) * job->channels;
    sums->sums = calloc((size_t)sums->row_count * (size_t)sums->row_length, sizeof *sums->sums);
    return sums->sums != NULL;
}

/* The channels of the pixel at (x, y). */
static int32_t *sums_at(const struct sums *sums, const struct errdiff_job *job, int x, int y)
{
    return sums->sums + (y % sums->row_count) * sums->row_length +
           ((ptrdiff_t)x + sums->margin) * job->channels;
}

static void scatter_by_kernel(const struct sums *sums, const struct errdiff_job *job, int x, int y,
                              const int32_t error[3])
{
    int direction = errdiff_direction(job, y);
    for (int i = 0; i < job->kernel.tap_count; i++) {
        const errdiff_tap *tap = &job->kernel.taps[i];
        int32_t *target = sums_at(sums, job, x + direction * tap->dx, y + tap->dy);
        for (int c = 0; c < job->channels; c++)
            target[c] += tap->weight * error[c];
    }
}

static void scatter_by_tone(const struct sums *sums, const struct errdiff_job *job, int x, int y,
                            const int32_t value[3], const int32_t error[3])
{
    int direction = errdiff_direction(job, y);
    int32_t *right = sums_at(sums, job, x + direction, y);
    int32_t *below_left = sums_at(sums, job, x - direction, y + 1);
    int32_t *below = sums_at(sums, job, x, y + 1);
    for (int c = 0; c < job->channels; c++) {
        int32_t tone = errdiff_tone(value[c], job->max_value);
        struct errdiff_parts parts =
            errdiff_parts_of(error[c], job->strength, job->tones.weights[tone]);
        right[c] += parts.right;
        below_left[c] += parts.below_left;
        below[c] += parts.below;
    }
}

static void dither_row(struct errdiff_job *job, const struct sums *sums, int y)
{
    const void *in = errdiff_row(&job->in, y, 0);
    void *out = errdiff_row(&job->out, y, 0);
    const uint8_t *mask = errdiff_mask_row(&job->in, y);
    bool by_tone = job->kernel.tone_keys != NULL;
    int direction = errdiff_direction(job, y);
    for (int step = 0; step < job->in.width; step++) {
        int x = direction > 0 ? step : job->in.width - 1 - step;
        int32_t value[3], modified[3], error[3], level[3];
        errdiff_load_pixel(job, in, x, value);
        if (mask && mask[x] == 0) {
            errdiff_keep_pixel(job, in, out, x, value);
            continue;
        }
        const int32_t *found = sums_at(sums, job, x, y);
        for (int c = 0; c < job->channels; c++) {
            int32_t correction =
                by_tone ? found[c] : errdiff_round(&job->rounding, job->rounding.kind, found[c]);
            modified[c] = (value[c] << ERRDIFF_FRACTION_BITS) + correction;
        }
        job->clamped += errdiff_decide(&job->decision, x, y, value, modified, error, level);
        errdiff_store_pixel(job, out, x, level);
        if (by_tone)
            scatter_by_tone(sums, job, x, y, value, error);
        else
            scatter_by_kernel(sums, job, x, y, error);
    }
    memset(sums->sums + (y % sums->row_count) * sums->row_length, 0,
           (size_t)sums->row_length * sizeof *sums->sums);
}

static errdiff_status run(struct errdiff_job *job)
{
    if (job->is_plain)
        return errdiff_serial_ed_plain(job);

    struct sums sums;
    errdiff_status status = allocate(&sums, job) ? ERRDIFF_OK : ERRDIFF_NO_MEMORY;
    for (int y = 0; y < job->in.height && status == ERRDIFF_OK; y++) {
        dither_row(job, &sums, y);
        if (errdiff_progress_cancelled(&job->progress, y + 1))
            status = ERRDIFF_CANCELLED;
    }
    free(sums.sums);
    return status;
}

const struct errdiff_engine errdiff_serial_ed = {
    .info = {.name = "serial-ed",
             .title = N_("Serial, error diffusion"),
             .description = N_("One thread, pixel by pixel; each pixel hands its error on")},
    .run = run,
};

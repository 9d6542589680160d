/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Serial error diffusion: ED of Kasagi, Nakano and Ito 2014, section II; Algorithm 1 of Deshpande,
 * Misra and Narayanan 2011, for any kernel and every part of the rule. A pixel scatters
 * its error into the sums of later pixels:
 *
 *       this row          X S S
 *       rows below    S S S S S
 */
#include "base/translate.h"
#include "engine.h"
#include "ring.h"
#include "rule/pixel.h"
#include "serial_ed_fast.h"

static void scatter_by_kernel(const struct errdiff_ring *sums, const struct errdiff_job *job, int x,
                              int y, const int32_t error[3])
{
    int direction = errdiff_direction(job, y);
    for (int i = 0; i < job->asked.kernel.tap_count; i++) {
        const errdiff_tap *tap = &job->asked.kernel.taps[i];
        int32_t *target = errdiff_ring_at(sums, x + direction * tap->dx, y + tap->dy);
        for (int c = 0; c < job->rule.channels; c++)
            target[c] += tap->weight * error[c];
    }
}

static void scatter_by_tone(const struct errdiff_ring *sums, const struct errdiff_job *job, int x,
                            int y, const int32_t value[3], const int32_t error[3])
{
    int direction = errdiff_direction(job, y);
    int32_t *right = errdiff_ring_at(sums, x + direction, y);
    int32_t *below_left = errdiff_ring_at(sums, x - direction, y + 1);
    int32_t *below = errdiff_ring_at(sums, x, y + 1);
    for (int c = 0; c < job->rule.channels; c++) {
        int32_t tone = errdiff_tone(value[c], job->rule.max_value);
        struct errdiff_parts parts = errdiff_parts_of(&job->rule, error[c], tone);
        right[c] += parts.right;
        below_left[c] += parts.below_left;
        below[c] += parts.below;
    }
}

static void dither_row(struct errdiff_job *job, const struct errdiff_ring *sums, int y)
{
    const void *in = errdiff_input_row(job, y, 0);
    void *out = errdiff_row(&job->out, y, 0);
    const uint8_t *mask = errdiff_mask_row(&job->in, y);
    bool by_tone = job->rule.tone_weights != NULL;
    int direction = errdiff_direction(job, y);
    for (int step = 0; step < job->in.width; step++) {
        int x = direction > 0 ? step : job->in.width - 1 - step;
        int32_t value[3], modified[3], error[3], level[3] = {0};
        errdiff_load_pixel(&job->rule, &job->in, in, x, value);
        if (mask && mask[x] == 0) {
            errdiff_keep_pixel(&job->rule, &job->in, &job->out, in, out, x, value);
            continue;
        }
        const int32_t *found = errdiff_ring_at(sums, x, y);
        for (int c = 0; c < job->rule.channels; c++) {
            int32_t correction =
                by_tone ? found[c]
                        : errdiff_round(&job->rule.rounding, job->rule.rounding.kind, found[c]);
            modified[c] = (value[c] << ERRDIFF_FRACTION_BITS) + correction;
        }
        job->run.clamped += errdiff_decide(&job->rule, x, y, value, modified, error, level);
        errdiff_store_pixel(&job->rule, &job->out, out, x, level);
        if (by_tone)
            scatter_by_tone(sums, job, x, y, value, error);
        else
            scatter_by_kernel(sums, job, x, y, error);
    }
    errdiff_ring_clear_row(sums, y);
}

static errdiff_status run(struct errdiff_job *job, errdiff_report *report)
{
    (void)report;
    if (job->analysis.has_fast_path)
        return errdiff_serial_ed_fast(job);

    struct errdiff_ring sums; /* of the parts of errors that each pixel has received */
    errdiff_status status = ERRDIFF_OK;
    if (!errdiff_ring_make(&sums, &job->analysis.kernel, job->in.width, job->rule.channels))
        status = ERRDIFF_NO_MEMORY;
    for (int y = 0; y < job->in.height && status == ERRDIFF_OK; y++) {
        dither_row(job, &sums, y);
        if (errdiff_progress_cancelled(&job->run.progress, y + 1))
            status = ERRDIFF_CANCELLED;
    }
    errdiff_ring_release(&sums);
    return status;
}

const struct errdiff_engine errdiff_serial_ed = {
    .info = {.name = "serial-ed",
             .title = N_("Serial, error diffusion"),
             .description = N_("One thread, pixel by pixel; each pixel passes its error on")},
    .run = run,
};

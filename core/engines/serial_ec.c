/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Serial error collection: EC(CPU) of Kasagi, Nakano and Ito 2014, section II, for any kernel and
 * every part of the rule. A pixel gathers the errors of earlier pixels:
 *
 *       rows above    e e e e e
 *       this row      e e X
 */
#include "base/translate.h"
#include "engine.h"
#include "ring.h"
#include "span.h"

#include <stdlib.h>

static void dither_row(struct errdiff_job *job, const struct errdiff_ring *errors, uint8_t *tones,
                       int y)
{
    struct errdiff_span span = {.y = y, .end = job->in.width, .end_channel = job->rule.channels};
    for (int dy = 0; dy < errors->row_count; dy++) {
        /* The ring is 0 at first: the errors of the rows above the image. */
        span.errors[dy] = errdiff_ring_at(errors, 0, y - dy + errors->row_count);
        if (tones)
            span.tones[dy] = tones + (span.errors[dy] - errors->numbers);
    }
    job->run.clamped += errdiff_span_dither(job, &span);
}

static errdiff_status run(struct errdiff_job *job, errdiff_report *report)
{
    (void)report;
    struct errdiff_ring errors;
    uint8_t *tones = NULL; /* of the pixels with these errors, at the same indices */
    errdiff_status status = ERRDIFF_OK;
    if (!errdiff_ring_make(&errors, &job->analysis.kernel, job->in.width, job->rule.channels))
        status = ERRDIFF_NO_MEMORY;
    if (job->rule.tone_weights) {
        tones = calloc(errdiff_ring_length(&errors), sizeof *tones);
        if (!tones)
            status = ERRDIFF_NO_MEMORY;
    }
    for (int y = 0; y < job->in.height && status == ERRDIFF_OK; y++) {
        dither_row(job, &errors, tones, y);
        if (errdiff_progress_cancelled(&job->run.progress, y + 1))
            status = ERRDIFF_CANCELLED;
    }
    errdiff_ring_release(&errors);
    free(tones);
    return status;
}

const struct errdiff_engine errdiff_serial_ec = {
    .info = {.name = "serial-ec",
             .title = N_("Serial, error collection"),
             .description =
                 N_("One thread, pixel by pixel; each pixel collects its neighbors' errors")},
    .run = run,
};

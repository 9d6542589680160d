/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Begins a call that dithers: checks its options, completes its colors, and prepares its job. */
#include "colors.h"

#include "base/clock.h"
#include "base/message.h"
#include "options.h"
#include "rule/image.h"
#include "run.h"

/*
 * Replaces automatic levels with those of a gray image, or with a palette that is made for a
 * color image and kept in *made. Meanwhile the caller's progress stays at 0, but can cancel.
 */
static errdiff_status complete_colors(const errdiff_image *in, bool in_pieces,
                                      errdiff_options *options, errdiff_palette *made,
                                      errdiff_message *message)
{
    int *levels = options->levels;
    if (levels[0] == 0 && (in->channels == 1 || options->gray))
        levels[0] = 2;
    for (int c = 1; c < 3; c++)
        levels[c] = levels[c] == 0 ? levels[c - 1] : levels[c];
    if (options->palette || levels[0] != 0)
        return ERRDIFF_OK;
    if (in_pieces)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "levels: without levels or a palette, colors are made for the whole "
                            "image, not for pieces of it");
    errdiff_progress_share still = {options->progress, options->progress_user, 0, 0};
    errdiff_options own = *options;
    own.progress = errdiff_progress_share_report;
    own.progress_user = &still;
    options->palette = made;
    return errdiff_palette_make(in, ERRDIFF_USUAL_COLORS, NULL, &own, made, message);
}

static errdiff_status check_and_complete(const errdiff_image *in, bool in_pieces,
                                         errdiff_options *options, errdiff_palette *made,
                                         errdiff_message *message)
{
    errdiff_status status = errdiff_options_check_values(options, message);
    if (status == ERRDIFF_OK)
        status = errdiff_image_check_shape(in, "in", message);
    return status == ERRDIFF_OK ? complete_colors(in, in_pieces, options, made, message) : status;
}

errdiff_status errdiff_colors_prepare(struct errdiff_job *job, const struct errdiff_engine **engine,
                                      const errdiff_image *in, const errdiff_image *out,
                                      const errdiff_options *options, struct errdiff_carry *carry,
                                      errdiff_report *report)
{
    double start = errdiff_now_ms();
    errdiff_options completed = *options;
    errdiff_palette made;
    *report = (errdiff_report){.engine = "", .isa = ""};
    *job = (struct errdiff_job){.in = {.data = NULL}}; /* so that the caller can release it */
    errdiff_status status =
        check_and_complete(in, carry != NULL, &completed, &made, &report->message);
    if (status == ERRDIFF_OK)
        status = errdiff_run_prepare(job, engine, in, out, &completed, carry, report);
    report->prepare_ms = errdiff_now_ms() - start;
    return status;
}

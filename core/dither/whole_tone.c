/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds what the changes of tone depend on in an image as a whole, for calls that have a part. */
#include "options.h"
#include "prepare/tone_range.h"
#include "rule/image.h"
#include "run.h"

errdiff_status errdiff_tone_range_find(const errdiff_image *in, const errdiff_options *options,
                                       errdiff_tone_range *range, errdiff_report *report)
{
    errdiff_options defaults;
    errdiff_report unread;
    errdiff_run_complete(&options, &defaults, &report, &unread);
    *report = (errdiff_report){.engine = "", .isa = ""};
    errdiff_options own = *options;
    own.tone_range = NULL;
    errdiff_status status = errdiff_image_check(in, "in", &report->message);
    if (status == ERRDIFF_OK)
        status = errdiff_options_check_values(&own, &report->message);
    if (status != ERRDIFF_OK)
        return status;
    struct errdiff_tone tone = errdiff_tone_of(&own);
    struct errdiff_gray gray = {.light = NULL};
    bool is_gray = options->gray && in->channels == 3;
    struct errdiff_progress_state progress;
    errdiff_progress_start(&progress, options, in->height, (int64_t)in->width * in->channels);
    status = is_gray && !errdiff_gray_make(&gray, in->bits)
                 ? ERRDIFF_NO_MEMORY
                 : errdiff_tone_find_range(&tone, in, is_gray ? &gray : NULL,
                                           errdiff_threads_wanted(options->threads), &progress);
    errdiff_gray_release(&gray);
    *range =
        (errdiff_tone_range){tone.black, tone.white, tone.automatic_white, tone.automatic_gamma};
    return errdiff_run_explain(status, in, report);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of a call that dithers: prepares the job, runs it, and explains a failure. */
#include "run.h"

#include "base/clock.h"
#include "base/message.h"
#include "base/translate.h"
#include "engines/engine_choice.h"
#include "engines/follow.h"
#include "refine/refinement.h"

#include <string.h>

void errdiff_run_complete(const errdiff_options **options, errdiff_options *defaults,
                          errdiff_report **report, errdiff_report *unread)
{
    if (!*options) {
        errdiff_options_init(defaults);
        *options = defaults;
    }
    if (!*report)
        *report = unread;
}

errdiff_status errdiff_run_prepare(struct errdiff_job *job, const struct errdiff_engine **engine,
                                   const errdiff_image *in, const errdiff_image *out,
                                   const errdiff_options *options, struct errdiff_carry *carry,
                                   errdiff_report *report)
{
    *report = (errdiff_report){.engine = "", .isa = ""};
    double start = errdiff_now_ms();
    *job = (struct errdiff_job){.in = {.data = NULL}}; /* so that the caller can release it */
    errdiff_status status = errdiff_job_prepare(job, in, out, options, carry, &report->message);
    if (status == ERRDIFF_OK) {
        job->run.any_engine = strcmp(options->engine, "auto") == 0;
        *engine = errdiff_engine_pick(options->engine, job, &report->passed_over, &report->message);
        status = *engine ? ERRDIFF_OK : ERRDIFF_CANNOT_RUN;
    }
    report->prepare_ms = errdiff_now_ms() - start;
    return status;
}

/* The share of the progress that the dithering has, if a search follows. */
static const double dithering_share = 0.1;

/* Runs an engine, and keeps errors for the next frame if they are wanted. */
static errdiff_status run_and_follow(struct errdiff_job *job, const struct errdiff_engine *engine,
                                     errdiff_report *report)
{
    errdiff_status status = engine->run(job, report);
    return status == ERRDIFF_OK && job->run.kept ? errdiff_follow(job) : status;
}

/* Does so, and searches. */
static errdiff_status run_and_refine(struct errdiff_job *job, const struct errdiff_engine *engine,
                                     errdiff_report *report)
{
    struct errdiff_progress_state *progress = &job->run.progress;
    struct errdiff_progress_state before = *progress;
    double first = before.reported, end = first + (1 - first) * dithering_share;
    errdiff_progress_share share = {before.callback, before.user, first, end};
    progress->callback = errdiff_progress_share_report;
    progress->user = &share;
    progress->reported = 0;
    errdiff_status status = run_and_follow(job, engine, report);
    progress->callback = before.callback;
    progress->user = before.user;
    progress->reported = end;
    return status == ERRDIFF_OK ? errdiff_refine(job, engine->is_on_gpu, &report->message) : status;
}

static errdiff_status run_engines(struct errdiff_job *job, const struct errdiff_engine *engine,
                                  errdiff_report *report)
{
    errdiff_status status = ERRDIFF_CANNOT_RUN;
    bool drops_out = true;
    while (engine && drops_out) {
        report->engine = engine->info.name;
        report->isa = "";
        report->threads = 1;
        status = job->asked.passes > 0 ? run_and_refine(job, engine, report)
                                       : run_and_follow(job, engine, report);
        drops_out = status == ERRDIFF_CANNOT_RUN && job->run.any_engine && engine->may_drop_out;
        if (drops_out)
            engine = errdiff_engine_pick_after(engine, job, &report->passed_over, &report->message);
    }
    return status;
}

errdiff_status errdiff_run(struct errdiff_job *job, const struct errdiff_engine *engine,
                           const errdiff_image *in, const errdiff_image *out, int first_row,
                           errdiff_report *report)
{
    double start = errdiff_now_ms();
    struct errdiff_offset_patterns patterns;
    job->run.has_no_plane =
        engine->reads_pattern && errdiff_offsets_repeat(&job->tables.offsets, &patterns);
    uint64_t of_search = job->asked.passes > 0
                             ? errdiff_refinement_bytes(in->width, in->height, job->rule.channels)
                             : 0;
    errdiff_status status = errdiff_job_check_memory(job, in, out, of_search, &report->message);
    if (status == ERRDIFF_OK)
        status = errdiff_job_set_images(job, in, out, first_row);
    double prepared = errdiff_now_ms();
    if (status == ERRDIFF_OK)
        status = run_engines(job, engine, report);
    report->prepare_ms += prepared - start;
    report->dither_ms = errdiff_now_ms() - prepared;
    return status;
}

errdiff_status errdiff_run_explain(errdiff_status status, const errdiff_image *in,
                                   errdiff_report *report)
{
    if (status == ERRDIFF_NO_MEMORY && *report->message.text == '\0')
        errdiff_fail(&report->message, status, N_("not enough memory to dither %d × %d pixels"),
                     in->width, in->height);
    else if (status == ERRDIFF_CANCELLED)
        errdiff_fail(&report->message, status, N_("cancelled"));
    return status;
}

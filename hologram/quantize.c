/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantizes a hologram with an engine, and refines the phases before if that is asked for. */
#include "added_phase.h"
#include "base/clock.h"
#include "base/message.h"
#include "base/translate.h"
#include "hologram_engines.h"
#include "refine.h"

static errdiff_status run(const struct errdiff_hologram_job *job, const char *name,
                          uint16_t *levels, errdiff_hologram_report *report)
{
    const struct errdiff_hologram_engine *engine = errdiff_hologram_engine_find(name);
    double start = errdiff_now_ms();
    report->engine = engine->info.name;
    report->isa = "";
    report->threads = 1;
    errdiff_status status = engine->run(job, levels, report);
    report->diffuse_ms = errdiff_now_ms() - start;
    return status;
}

static void show(const uint16_t *levels, const struct errdiff_hologram_quantizer *quantizer,
                 errdiff_field *field)
{
    size_t pixels = (size_t)field->width * (size_t)field->height;
    for (size_t i = 0; i < pixels; i++)
        field->values[i] = errdiff_hologram_value(quantizer, levels[i]);
}

static errdiff_status stopped(errdiff_status status, errdiff_hologram_report *report)
{
    return errdiff_fail(&report->message, status,
                        status == ERRDIFF_CANCELLED ? N_("cancelled") : N_("not enough memory"));
}

/* Replaces the job's hologram by refined phases. They begin with those that error diffusion makes
 * of the hologram if the phases are as good as continuous. */
static errdiff_status refine(struct errdiff_hologram_job *job, const errdiff_field *hologram,
                             const errdiff_hologram_options *options, uint16_t *levels,
                             errdiff_hologram_report *report)
{
    errdiff_field shown;
    errdiff_progress_share diffusion = job->diffusion;
    job->quantizer.levels = ERRDIFF_HOLOGRAM_MAX_LEVELS;
    job->quantizer.values = NULL;
    job->diffusion = job->start;
    errdiff_status status = run(job, options->engine, levels, report);
    job->diffusion = diffusion;
    if (status != ERRDIFF_OK)
        return status;
    status = errdiff_field_make(&shown, job->hologram.width, job->hologram.height);
    if (status == ERRDIFF_OK) {
        show(levels, &job->quantizer, &shown);
        errdiff_added_phase_apply(&shown, options, true);
        status = errdiff_hologram_refine(&shown, hologram, job, options,
                                         errdiff_hologram_engine_find(options->engine)->uses_gpu,
                                         report);
        errdiff_added_phase_apply(&shown, options, false);
    }
    errdiff_field_free(&job->hologram);
    job->hologram = shown;
    job->quantizer = errdiff_hologram_quantizer_of(options);
    report->clipped = 0;
    return status == ERRDIFF_OK ? ERRDIFF_OK : stopped(status, report);
}

static errdiff_status quantize(const errdiff_field *hologram,
                               const errdiff_hologram_options *options, bool is_preview,
                               uint16_t *levels, errdiff_hologram_report *report)
{
    errdiff_hologram_report own;
    struct errdiff_hologram_job job = {.weights = NULL}; /* so that it can be released */
    errdiff_hologram_report *used_report = report ? report : &own;
    *used_report = (errdiff_hologram_report){.engine = NULL};
    errdiff_status status = errdiff_hologram_options_check(options, &used_report->message);
    if (status == ERRDIFF_OK)
        status = errdiff_hologram_job_make(&job, hologram, options, is_preview, used_report);
    bool is_seen = used_report->hogels_unseen < used_report->hogels;
    if (status == ERRDIFF_OK && is_seen && errdiff_hologram_is_refined(options))
        status = refine(&job, hologram, options, levels, used_report);
    if (status == ERRDIFF_OK)
        status = run(&job, options->engine, levels, used_report);
    /* An engine with threads need not have reported that it is done. */
    if (status == ERRDIFF_OK && job.progress(job.progress_user, 1))
        status = stopped(ERRDIFF_CANCELLED, used_report);
    errdiff_hologram_job_release(&job);
    return status;
}

errdiff_status errdiff_hologram_quantize(const errdiff_field *hologram,
                                         const errdiff_hologram_options *options, uint16_t *levels,
                                         errdiff_hologram_report *report)
{
    return quantize(hologram, options, false, levels, report);
}

errdiff_status errdiff_hologram_preview_quantize(const errdiff_field *part,
                                                 const errdiff_hologram_options *options,
                                                 uint16_t *levels, errdiff_hologram_report *report)
{
    return quantize(part, options, true, levels, report);
}

void errdiff_hologram_show(const uint16_t *levels, const errdiff_hologram_options *options,
                           errdiff_field *field)
{
    struct errdiff_hologram_quantizer quantizer = errdiff_hologram_quantizer_of(options);
    show(levels, &quantizer, field);
    errdiff_added_phase_apply(field, options, true);
}

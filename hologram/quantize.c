/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantizes a hologram with an engine, and refines the phases before and the levels after that if
 * it is asked for; several times if a brightness is asked for, or if rounding may be better. */
#include "added_phase.h"
#include "base/clock.h"
#include "base/message.h"
#include "base/translate.h"
#include "gain_search.h"
#include "hologram_engines.h"
#include "hologram_rounding.h"
#include "leak.h"
#include "plane.h"
#include "quantize_with_aim.h"
#include "refine.h"
#include "refine_levels.h"
#include "scale.h"
#include "shown_levels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static errdiff_status run(const struct errdiff_hologram_job *job, const char *name,
                          uint16_t *levels, errdiff_hologram_report *report)
{
    bool is_auto = strcmp(name, "auto") == 0;
    const struct errdiff_hologram_engine *engine =
        errdiff_hologram_engine_find(is_auto && job->crosstalk > 0 ? "serial" : name);
    double start = errdiff_now_ms();
    report->engine = engine->info.name;
    report->isa = "";
    report->threads = 1;
    errdiff_status status = engine->run(job, levels, report);
    report->diffuse_ms = errdiff_now_ms() - start;
    return status;
}

static errdiff_status stopped(errdiff_status status, errdiff_hologram_report *report)
{
    return errdiff_fail(&report->message, status,
                        status == ERRDIFF_CANCELLED ? N_("cancelled") : N_("not enough memory"));
}

/* Lets phases of modulus 1 be refined so that the display shows the hologram. */
static errdiff_status refine_shown(errdiff_field *shown, const errdiff_field *hologram,
                                   struct errdiff_hologram_job *job,
                                   const errdiff_hologram_options *options,
                                   errdiff_hologram_report *report)
{
    struct errdiff_leak leak = errdiff_leak_of(options);
    bool prefers_gpu = errdiff_hologram_engine_find(options->engine)->uses_gpu;
    errdiff_field wanted = {0}, constant = {0};
    if (errdiff_leak_is_none(&leak))
        return errdiff_hologram_refine(shown, hologram, job, options, prefers_gpu, report);
    errdiff_status status = ERRDIFF_NO_MEMORY;
    if (errdiff_field_make(&wanted, hologram->width, hologram->height) == ERRDIFF_OK &&
        errdiff_field_make(&constant, hologram->width, hologram->height) == ERRDIFF_OK) {
        errdiff_field_copy(&wanted, hologram);
        errdiff_leak_constant(&leak, options, &constant);
        errdiff_leak_take_away(&leak, &wanted, &constant, report->scale);
        status = errdiff_hologram_refine(shown, &wanted, job, options, prefers_gpu, report);
    }
    errdiff_field_free(&wanted);
    errdiff_field_free(&constant);
    return status;
}

/* Replaces the job's hologram by refined phases. They begin with those that error diffusion makes
 * of the hologram if the phases are as good as continuous. */
static errdiff_status refine_phases(struct errdiff_hologram_job *job, const errdiff_field *hologram,
                                    const errdiff_hologram_options *options, uint16_t *levels,
                                    errdiff_hologram_report *report)
{
    errdiff_field shown;
    errdiff_progress_share diffusion = job->diffusion;
    double crosstalk = job->crosstalk;
    job->quantizer.levels = ERRDIFF_HOLOGRAM_MAX_LEVELS;
    job->quantizer.values = NULL;
    job->crosstalk = 0;
    job->diffusion = job->start;
    errdiff_status status = run(job, options->engine, levels, report);
    job->diffusion = diffusion;
    job->crosstalk = crosstalk;
    if (status != ERRDIFF_OK)
        return status;
    status = errdiff_field_make(&shown, job->hologram.width, job->hologram.height);
    if (status == ERRDIFF_OK) {
        errdiff_hologram_show_levels(levels, &job->quantizer, &shown);
        errdiff_added_phase_apply(&shown, options, true);
        status = refine_shown(&shown, hologram, job, options, report);
        errdiff_added_phase_apply(&shown, options, false);
    }
    errdiff_field_free(&job->hologram);
    job->hologram = shown;
    job->quantizer = errdiff_hologram_quantizer_of(options);
    report->clipped = 0;
    return status == ERRDIFF_OK ? ERRDIFF_OK : stopped(status, report);
}

static errdiff_status refine_levels(struct errdiff_hologram_job *job, const errdiff_field *hologram,
                                    const errdiff_hologram_options *options, uint16_t *levels,
                                    errdiff_hologram_report *report)
{
    errdiff_status status = errdiff_hologram_refine_levels(levels, hologram, job, options, report);
    return status == ERRDIFF_OK ? ERRDIFF_OK : stopped(status, report);
}

/* Quantizes with options that have been checked, and whose method is not AUTO; `filtered` is as in
 * errdiff_hologram_job_make, and `aim` as in gain_search.h. */
static errdiff_status quantize_with(const errdiff_field *hologram,
                                    const errdiff_hologram_options *options, bool is_preview,
                                    double aim, errdiff_field *filtered, uint16_t *levels,
                                    errdiff_hologram_report *report)
{
    struct errdiff_hologram_job job = {.weights = NULL}; /* so that it can be released */
    errdiff_status status =
        errdiff_hologram_job_make(&job, hologram, options, is_preview, filtered, report);
    bool is_seen = report->hogels_unseen < report->hogels;
    job.aim = report->aim = aim;
    if (status == ERRDIFF_OK && is_seen && errdiff_hologram_refines_phases(options))
        status = refine_phases(&job, hologram, options, levels, report);
    if (status == ERRDIFF_OK)
        status = run(&job, options->engine, levels, report);
    if (status == ERRDIFF_OK && is_seen && errdiff_hologram_is_refined(options))
        status = refine_levels(&job, hologram, options, levels, report);
    /* An engine with threads need not have reported that it is done. */
    if (status == ERRDIFF_OK && errdiff_progress_share_report(&job.search, 1))
        status = stopped(ERRDIFF_CANCELLED, report);
    errdiff_hologram_job_release(&job);
    report->method = options->method;
    return status;
}

/* The shares of the progress after which diffusion and rounding are done. */
static const double diffused_share = 0.6, rounded_share = 0.65;

/* Whether rounding is compared with the levels of a report: not if no light is seen, or if the
 * window is so far away that following the light takes gigabytes. That is a number of its own, not
 * what the machine has, on which no result may depend. */
static bool is_comparable(const errdiff_field *hologram, const errdiff_hologram_options *options,
                          bool is_preview, const errdiff_hologram_report *report)
{
    const uint64_t max_bytes = UINT64_C(1) << 31;
    struct errdiff_plane plane;
    errdiff_plane_lay_out(&plane, hologram->width, hologram->height, &options->optics, 0);
    return (is_preview || errdiff_plane_bytes(&plane, false) <= max_bytes) && !report->is_dark &&
           report->hogels_unseen < report->hogels;
}

/* Compares levels with those of rounding, and replaces them if these leave less noise. `other` is
 * the report of rounding. Without memory for the comparison this fails: the result must not depend
 * on the machine. */
static errdiff_status take_better(const errdiff_field *hologram,
                                  const errdiff_hologram_options *options, bool is_preview,
                                  uint16_t *levels, uint16_t *rounded,
                                  const errdiff_hologram_report *other,
                                  errdiff_hologram_report *report)
{
    uint16_t *const both[] = {levels, rounded};
    errdiff_hologram_similarity similarities[2];
    errdiff_message message = {.text = ""};
    errdiff_status status = errdiff_hologram_compare_levels(hologram, options, is_preview, both, 2,
                                                            similarities, &message);
    bool is_phase_only = errdiff_hologram_is_phase_only(hologram, options);
    if (status != ERRDIFF_OK) {
        report->message = message;
        return *message.text ? status : stopped(status, report);
    }
    if (similarities[1].snr > similarities[0].snr) {
        memcpy(levels, rounded, errdiff_field_pixels(hologram) * sizeof *levels);
        int64_t beyond_levels = is_phase_only ? 0 : report->beyond_levels;
        *report = *other;
        report->is_rounded = 1;
        report->beyond_levels = beyond_levels; /* with a smaller scale diffusion may be better */
    }
    report->is_compared = 1;
    report->diffused = similarities[0];
    report->rounded = similarities[1];
    return ERRDIFF_OK;
}

/* Quantizes by error diffusion and by rounding, to `rounded`, of which what leaves less noise is
 * copied to `levels`. Both share the filtered hologram, if rounding takes that. */
static errdiff_status quantize_twice(const errdiff_field *hologram,
                                     const errdiff_hologram_options *options, bool is_preview,
                                     errdiff_field *filtered, uint16_t *levels, uint16_t *rounded,
                                     errdiff_hologram_report *report)
{
    errdiff_progress progress = options->progress;
    void *user = options->progress_user;
    errdiff_progress_share shares[] = {{progress, user, 0, diffused_share},
                                       {progress, user, diffused_share, rounded_share},
                                       {progress, user, rounded_share, 1}};
    errdiff_hologram_options diffusion = *options,
                             rounding = errdiff_hologram_rounding(options, hologram);
    errdiff_hologram_options comparison = rounding;
    errdiff_field *shared = rounding.view_filter ? filtered : NULL;
    errdiff_hologram_report other;
    diffusion.method = ERRDIFF_HOLOGRAM_OPT;
    diffusion.progress = rounding.progress = comparison.progress = errdiff_progress_share_report;
    diffusion.progress_user = &shares[0];
    rounding.progress_user = &shares[1];
    comparison.progress_user = &shares[2];
    errdiff_status status =
        quantize_with(hologram, &diffusion, is_preview, 1, shared, levels, report);
    if (status != ERRDIFF_OK || !is_comparable(hologram, options, is_preview, report))
        return status;
    status = quantize_with(hologram, &rounding, is_preview, 1, shared, rounded, &other);
    if (status != ERRDIFF_OK) {
        *report = other;
        return status;
    }
    errdiff_field_free(filtered);
    return take_better(hologram, &comparison, is_preview, levels, rounded, &other, report);
}

static errdiff_status quantize_auto(const errdiff_field *hologram,
                                    const errdiff_hologram_options *options, bool is_preview,
                                    uint16_t *levels, errdiff_hologram_report *report)
{
    errdiff_field filtered = {.values = NULL};
    uint16_t *rounded = malloc(errdiff_field_pixels(hologram) * sizeof *rounded);
    errdiff_status status =
        rounded ? quantize_twice(hologram, options, is_preview, &filtered, levels, rounded, report)
                : stopped(ERRDIFF_NO_MEMORY, report);
    errdiff_progress_share whole = {options->progress, options->progress_user, 0, 1};
    errdiff_field_free(&filtered);
    free(rounded);
    if (status == ERRDIFF_OK && !report->is_compared && errdiff_progress_share_report(&whole, 1))
        status = stopped(ERRDIFF_CANCELLED, report);
    return status;
}

/* Quantizes with a scale and an aim, and finds the gain; the progress goes from `from` to `to`. */
static errdiff_status try_gain(const errdiff_field *hologram,
                               const errdiff_hologram_options *options, bool is_preview, double aim,
                               double from, double to, uint16_t *levels,
                               errdiff_hologram_report *report, double *gain)
{
    double between = from + diffused_share * (to - from);
    errdiff_progress_share shares[] = {{options->progress, options->progress_user, from, between},
                                       {options->progress, options->progress_user, between, to}};
    errdiff_hologram_options own = *options;
    errdiff_hologram_similarity similarity;
    own.progress = errdiff_progress_share_report;
    own.progress_user = &shares[0];
    errdiff_status status = quantize_with(hologram, &own, is_preview, aim, NULL, levels, report);
    if (status != ERRDIFF_OK)
        return status;
    own.progress_user = &shares[1];
    status = errdiff_hologram_compare_levels(hologram, &own, is_preview, &levels, 1, &similarity,
                                             &report->message);
    *gain = similarity.gain;
    return status == ERRDIFF_OK || *report->message.text ? status : stopped(status, report);
}

/* Quantizes with the scale and the aim that give the gain that was asked for, a method that is not
 * AUTO, and a hologram that is not 0 everywhere. */
static errdiff_status quantize_for_gain(const errdiff_field *hologram,
                                        const errdiff_hologram_options *options, double rms,
                                        bool is_preview, uint16_t *levels,
                                        errdiff_hologram_report *report)
{
    bool can_aim =
        errdiff_hologram_is_refined(options) && !errdiff_hologram_refines_phases(options);
    struct errdiff_gain_search search = errdiff_gain_search_begin(options->gain / rms, can_aim);
    errdiff_hologram_options tried = *options;
    enum errdiff_gain_found found = ERRDIFF_GAIN_AGAIN;
    errdiff_status status = ERRDIFF_OK;
    while (status == ERRDIFF_OK && found == ERRDIFF_GAIN_AGAIN) {
        /* Nobody knows how many tries there will be, so each takes half of what is left. */
        double left = ldexp(1, -search.tries), gain;
        tried.scale = search.scale;
        status = try_gain(hologram, &tried, is_preview, search.aim, 1 - left, 1 - left / 2, levels,
                          report, &gain);
        if (status == ERRDIFF_OK)
            found = errdiff_gain_search_take(&search, gain);
    }
    if (status == ERRDIFF_OK && found == ERRDIFF_GAIN_IMPOSSIBLE)
        return errdiff_fail(&report->message, ERRDIFF_BAD_ARGUMENT,
                            N_("gain: %g cannot be reached for this hologram; the nearest is %.3g"),
                            options->gain, search.nearest * rms);
    errdiff_progress_share whole = {options->progress, options->progress_user, 0, 1};
    if (status == ERRDIFF_OK && errdiff_progress_share_report(&whole, 1))
        return stopped(ERRDIFF_CANCELLED, report);
    return status;
}

/* A hologram that is larger is refused without being read. */
static bool has_possible_size(const errdiff_field *hologram)
{
    return hologram->width >= 1 && hologram->width <= ERRDIFF_HOLOGRAM_MAX_SIDE &&
           hologram->height >= 1 && hologram->height <= ERRDIFF_HOLOGRAM_MAX_SIDE;
}

static errdiff_status quantize(const errdiff_field *hologram,
                               const errdiff_hologram_options *options, bool is_preview, double aim,
                               uint16_t *levels, errdiff_hologram_report *report)
{
    errdiff_hologram_report own;
    errdiff_hologram_report *used = report ? report : &own;
    *used = (errdiff_hologram_report){.engine = NULL};
    errdiff_status status = errdiff_hologram_options_check(options, &used->message);
    if (status != ERRDIFF_OK)
        return status;
    bool is_possible = has_possible_size(hologram);
    bool is_phase_only = is_possible && errdiff_hologram_is_phase_only(hologram, options);
    double rms = is_possible && options->gain > 0 ? errdiff_field_rms(hologram) : 0;
    if (options->method == ERRDIFF_HOLOGRAM_AUTO && is_possible && options->gain == 0) {
        status = quantize_auto(hologram, options, is_preview, levels, used);
    } else {
        errdiff_hologram_options chosen = *options;
        if (chosen.method == ERRDIFF_HOLOGRAM_AUTO)
            chosen.method = ERRDIFF_HOLOGRAM_OPT;
        status = rms > 0 ? quantize_for_gain(hologram, &chosen, rms, is_preview, levels, used)
                         : quantize_with(hologram, &chosen, is_preview, aim, NULL, levels, used);
    }
    used->is_phase_only = is_phase_only;
    return status;
}

errdiff_status errdiff_hologram_quantize(const errdiff_field *hologram,
                                         const errdiff_hologram_options *options, uint16_t *levels,
                                         errdiff_hologram_report *report)
{
    return quantize(hologram, options, false, 1, levels, report);
}

errdiff_status errdiff_hologram_quantize_with_aim(const errdiff_field *hologram,
                                                  const errdiff_hologram_options *options,
                                                  double aim, uint16_t *levels,
                                                  errdiff_hologram_report *report)
{
    return quantize(hologram, options, false, aim, levels, report);
}

errdiff_status errdiff_hologram_preview_quantize(const errdiff_field *part,
                                                 const errdiff_hologram_options *options,
                                                 uint16_t *levels, errdiff_hologram_report *report)
{
    return quantize(part, options, true, 1, levels, report);
}

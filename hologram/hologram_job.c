/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prepares a hologram for the engines: designs weights, removes light that misses the viewer's
 * window, and scales the rest. */
#include "hologram_job.h"

#include "added_phase.h"
#include "base/message.h"
#include "base/option_value.h"
#include "base/translate.h"
#include "hogels.h"
#include "leak.h"
#include "plane.h"
#include "preview_field.h"
#include "scale.h"

#include <stdlib.h>
#include <string.h>

struct errdiff_hologram_quantizer
errdiff_hologram_quantizer_of(const errdiff_hologram_options *options)
{
    bool is_real = errdiff_hologram_is_real(options);
    return (struct errdiff_hologram_quantizer){
        .levels = options->levels,
        .is_real = is_real,
        .is_binary = is_real && !errdiff_hologram_is_amplitude(options),
        .error_is_from_hologram = options->method == ERRDIFF_HOLOGRAM_PAPER,
        .values = is_real ? NULL : options->level_values,
    };
}

static errdiff_status no_memory(errdiff_hologram_report *report)
{
    return errdiff_fail(&report->message, ERRDIFF_NO_MEMORY, N_("not enough memory"));
}

static errdiff_status cancelled(errdiff_hologram_report *report)
{
    return errdiff_fail(&report->message, ERRDIFF_CANCELLED, N_("cancelled"));
}

static bool takes_leak_away(const errdiff_hologram_options *options)
{
    struct errdiff_leak leak = errdiff_leak_of(options);
    return !errdiff_leak_is_none(&leak);
}

/* Divides the progress of options->progress among the stages, by rough estimates of their times in
 * nanoseconds. */
static void divide_progress(struct errdiff_hologram_job *job,
                            const errdiff_hologram_options *options, errdiff_progress_share *design,
                            errdiff_progress_share *filter)
{
    double pixels = (double)job->hologram.width * job->hologram.height, count = options->tap_count;
    double hogels = (double)job->hogel_columns * job->hogel_rows;
    /* For phases, most hogels share a design. */
    double each = errdiff_hologram_is_real(options) ? 16 * count * count : 200 * count;
    double designing = errdiff_hologram_is_optimal(options) ? each * hogels : 0;
    int passes =
        (options->view_filter ? 1 : 0) + (takes_leak_away(options) ? ERRDIFF_LEAK_PASSES : 0);
    double filtering = 300 * pixels * passes;
    double diffusing = (10 + 2 * count) * pixels;
    bool refines_phases = errdiff_hologram_refines_phases(options);
    double refining = refines_phases ? 300 * pixels * options->refine : 0;
    double starting = refines_phases ? diffusing : 0;
    double searching =
        errdiff_hologram_is_refined(options) ? 500 * pixels * (options->refine + 2) : 0;
    double all = designing + filtering + starting + refining + diffusing + searching;
    *design = *filter = job->start = job->refinement = job->diffusion = job->search =
        (errdiff_progress_share){options->progress, options->progress_user, 0, 1};
    design->to = filter->from = designing / all;
    filter->to = job->start.from = (designing + filtering) / all;
    job->start.to = job->refinement.from = filter->to + starting / all;
    job->refinement.to = job->diffusion.from = job->start.to + refining / all;
    job->diffusion.to = job->search.from = job->diffusion.from + diffusing / all;
}

static errdiff_status design_weights(struct errdiff_hologram_job *job,
                                     const errdiff_hologram_options *options,
                                     errdiff_progress_share *share, errdiff_hologram_report *report)
{
    report->hogels = (int64_t)job->hogel_columns * job->hogel_rows;
    job->weights = malloc((size_t)report->hogels * sizeof *job->weights);
    if (!job->weights)
        return no_memory(report);
    errdiff_status status = errdiff_hogels_design(job->weights, job->hologram.width,
                                                  job->hologram.height, options, share, report);
    job->slope = report->slope;
    if (status != ERRDIFF_OK)
        return status == ERRDIFF_CANCELLED ? cancelled(report) : no_memory(report);
    return ERRDIFF_OK;
}

/* Removes the light that misses the viewer's window from a hologram: nobody sees it, and it would
 * use up the quantizer's range. ERRDIFF_OK, ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED. */
static errdiff_status filter_to_view(errdiff_field *hologram, const errdiff_optics *optics,
                                     int threads, errdiff_progress_share *share)
{
    struct errdiff_plane plane;
    errdiff_progress_share to_window = {errdiff_progress_share_report, share, 0, 0.5};
    errdiff_progress_share from_window = {errdiff_progress_share_report, share, 0.5, 1};
    errdiff_status status = ERRDIFF_NO_MEMORY;
    if (errdiff_plane_make(&plane, hologram, optics, 0)) {
        plane.threads = threads;
        status = errdiff_plane_propagate(&plane, optics->view_distance, &to_window);
    }
    if (status == ERRDIFF_OK) {
        errdiff_plane_filter(&plane);
        status = errdiff_plane_propagate(&plane, -optics->view_distance, &from_window);
    }
    if (status == ERRDIFF_OK)
        errdiff_plane_store(&plane, hologram);
    errdiff_plane_release(&plane);
    return status;
}

/* Filters the job's hologram to the view, or takes what a job before has filtered. */
static errdiff_status filter_once(struct errdiff_hologram_job *job, const errdiff_optics *optics,
                                  errdiff_progress_share *share)
{
    errdiff_field *own = &job->hologram, *shared = job->filtered;
    if (shared && shared->values) {
        errdiff_field_copy(own, shared);
        return ERRDIFF_OK;
    }
    errdiff_status status = job->is_preview
                                ? errdiff_preview_filter(own, optics, errdiff_view_margin(optics))
                                : filter_to_view(own, optics, job->threads, share);
    if (status == ERRDIFF_OK && shared) {
        status = errdiff_field_make(shared, own->width, own->height);
        if (status == ERRDIFF_OK)
            errdiff_field_copy(shared, own);
    }
    return status;
}

/* Replaces the scaled hologram by the values of levels that show it. Rounding alone does not make
 * up for light that the display does not modulate. */
static errdiff_status take_leak_away(struct errdiff_hologram_job *job,
                                     const errdiff_hologram_options *options, bool is_seen,
                                     errdiff_progress_share *share, errdiff_hologram_report *report)
{
    struct errdiff_leak leak = errdiff_leak_of(options);
    errdiff_field taken;
    errdiff_status status = errdiff_field_make(&taken, job->hologram.width, job->hologram.height);
    if (status == ERRDIFF_OK && is_seen && options->method != ERRDIFF_HOLOGRAM_NONE)
        status = errdiff_leak_find_taken(&leak, options, job->is_preview, report->hogels_twin > 0,
                                         share, &taken);
    if (status == ERRDIFF_OK)
        errdiff_leak_take_away(&leak, &job->hologram, &taken, 1);
    errdiff_field_free(&taken);
    return status;
}

/* Filters and scales the job's own copy of the hologram. */
static errdiff_status prepare_hologram(struct errdiff_hologram_job *job,
                                       const errdiff_field *hologram,
                                       const errdiff_hologram_options *options,
                                       errdiff_progress_share *share,
                                       errdiff_hologram_report *report)
{
    errdiff_field *own = &job->hologram;
    report->not_finite = errdiff_field_copy(own, hologram);
    report->is_dark = errdiff_field_is_dark(own);
    report->rms = errdiff_field_rms(own);
    /* If no light of any hogel reaches the window, the filter would leave only zeros. */
    bool is_seen = report->hogels_unseen < report->hogels;
    struct errdiff_leak leak = errdiff_leak_of(options);
    errdiff_progress_share first = {errdiff_progress_share_report, share, 0, 0.5};
    errdiff_progress_share second = {errdiff_progress_share_report, share, 0.5, 1};
    report->is_filtered = options->view_filter && is_seen;
    errdiff_status status = ERRDIFF_OK;
    if (report->is_filtered)
        status = filter_once(job, &options->optics, errdiff_leak_is_none(&leak) ? share : &first);
    if (status != ERRDIFF_OK)
        return status == ERRDIFF_CANCELLED ? cancelled(report) : no_memory(report);
    report->scale = options->scale;
    if (report->scale == 0 && !errdiff_field_scale(own, &report->scale))
        return no_memory(report);
    if (options->scale == 0 && !report->is_dark)
        report->scale *= leak.modulated;
    errdiff_field_multiply(own, report->scale);
    if (!errdiff_leak_is_none(&leak))
        status = take_leak_away(job, options, is_seen, &second, report);
    if (status != ERRDIFF_OK)
        return status == ERRDIFF_CANCELLED ? cancelled(report) : no_memory(report);
    errdiff_added_phase_apply(own, options, false);
    bool is_rounded_phase =
        options->method == ERRDIFF_HOLOGRAM_NONE && !errdiff_hologram_is_real(options);
    if (!is_rounded_phase)
        report->beyond_levels = errdiff_field_beyond(own, errdiff_hologram_is_real(options));
    return ERRDIFF_OK;
}

/* Checks the memory for the job's own hologram, for its weights, and for what it takes besides
 * while the hologram is filtered or refined. A preview filters with less. Nothing is shared with
 * other jobs if there is no memory for it. */
static errdiff_status check_memory(struct errdiff_hologram_job *job, const errdiff_field *hologram,
                                   const errdiff_hologram_options *options,
                                   errdiff_hologram_report *report)
{
    enum { REFINING_FIELDS = 4 /* the last one is for phases that are added */, LEAK_FIELDS = 3 };
    struct errdiff_plane plane;
    bool is_refined = errdiff_hologram_is_refined(options);
    bool has_leak = takes_leak_away(options);
    uint64_t field = errdiff_field_pixels(hologram) * sizeof *hologram->values, bytes = field;
    bytes += (uint64_t)job->hogel_columns * (uint64_t)job->hogel_rows * sizeof *job->weights;
    if (is_refined)
        bytes += REFINING_FIELDS * field + errdiff_field_pixels(hologram) * sizeof(uint16_t);
    errdiff_plane_lay_out(&plane, hologram->width, hologram->height, &options->optics, 0);
    if (has_leak)
        bytes += LEAK_FIELDS * field;
    if (options->display.crosstalk > 0)
        bytes += 2 * field; /* the errors, and the phases before they are smoothed */
    if (!job->is_preview && (is_refined || options->view_filter || has_leak))
        bytes += errdiff_plane_bytes(&plane, is_refined || has_leak);
    if (job->filtered && errdiff_memory_check(bytes + field, options->max_memory, hologram->width,
                                              hologram->height, NULL) != ERRDIFF_OK)
        job->filtered = NULL;
    errdiff_status status = errdiff_memory_check(bytes, options->max_memory, hologram->width,
                                                 hologram->height, &report->message);
    return status == ERRDIFF_OK || *report->message.text ? status : no_memory(report);
}

errdiff_status errdiff_hologram_job_make(struct errdiff_hologram_job *job,
                                         const errdiff_field *hologram,
                                         const errdiff_hologram_options *options, bool is_preview,
                                         errdiff_field *filtered, errdiff_hologram_report *report)
{
    errdiff_progress_share design, filter;
    *job = (struct errdiff_hologram_job){.progress = errdiff_progress_share_report,
                                         .progress_user = &job->diffusion,
                                         .threads = options->threads,
                                         .filtered = filtered,
                                         .is_preview = is_preview,
                                         .slope = 1,
                                         .aim = 1};
    *report = (errdiff_hologram_report){
        .pixels = (int64_t)hologram->width * hologram->height,
    };
    if (hologram->width < 1 || hologram->width > ERRDIFF_HOLOGRAM_MAX_SIDE ||
        hologram->height < 1 || hologram->height > ERRDIFF_HOLOGRAM_MAX_SIDE)
        return errdiff_fail(&report->message, ERRDIFF_BAD_ARGUMENT,
                            N_("%d × %d pixels are not possible; each side must be 1 to %d"),
                            hologram->width, hologram->height, ERRDIFF_HOLOGRAM_MAX_SIDE);
    job->hogel = report->hogel = errdiff_hogel_side(options);
    job->hogel_columns = errdiff_hogel_count(hologram->width, job->hogel);
    job->hogel_rows = errdiff_hogel_count(hologram->height, job->hogel);
    errdiff_status status = check_memory(job, hologram, options, report);
    if (status == ERRDIFF_OK && !is_preview &&
        (options->view_filter || errdiff_hologram_is_refined(options) || takes_leak_away(options)))
        status = errdiff_hologram_room_check(hologram->width, hologram->height, &options->optics, 0,
                                             &report->message);
    if (status != ERRDIFF_OK)
        return status;
    job->quantizer = errdiff_hologram_quantizer_of(options);
    if (options->method != ERRDIFF_HOLOGRAM_NONE)
        job->crosstalk = options->display.crosstalk;
    if (errdiff_field_make(&job->hologram, hologram->width, hologram->height) != ERRDIFF_OK)
        return no_memory(report);
    divide_progress(job, options, &design, &filter);
    status = design_weights(job, options, &design, report);
    return status == ERRDIFF_OK ? prepare_hologram(job, hologram, options, &filter, report)
                                : status;
}

void errdiff_hologram_progress_start(struct errdiff_progress_state *progress,
                                     const struct errdiff_hologram_job *job)
{
    errdiff_options options = {.progress = job->progress, .progress_user = job->progress_user};
    /* A hologram's pixel counts as much work as 16 samples of an image, because of its many
     * weights. */
    errdiff_progress_start(progress, &options, job->hologram.height,
                           (int64_t)job->hologram.width * 16);
}

void errdiff_hologram_job_release(struct errdiff_hologram_job *job)
{
    errdiff_field_free(&job->hologram);
    free(job->weights);
    job->weights = NULL;
}

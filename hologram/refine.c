/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Refines the phases of a hologram before they are quantized. */
/*
 * Alternating projections, after Gerchberg and Saxton 1972. In each pass the window's light is
 * replaced by the wanted light, which is propagated back, and then every pixel gets modulus 1
 * again. Momentum (Polyak 1964) takes the next pass further in the direction of the last one, which
 * needs far fewer passes.
 */
#include "refine.h"

#include "base/message.h"
#include "base/translate.h"
#include "hologram_cuda.h"
#include "refined_pixel.h"
#include "scale.h"
#include "view_projection.h"

#include <string.h>

struct refinement {
    errdiff_field *shown; /* modulus 1 */
    const errdiff_field *hologram;
    float scale;           /* the factor that the hologram is multiplied by */
    errdiff_field ahead;   /* `shown` with momentum, also of modulus 1 */
    errdiff_field missing; /* what it lacks of the hologram's light in the window */
    struct errdiff_view_projection projection;
};

static bool make(struct refinement *refinement, const errdiff_optics *optics, int threads,
                 bool is_preview)
{
    const errdiff_field *shown = refinement->shown;
    if (errdiff_field_make(&refinement->ahead, shown->width, shown->height) != ERRDIFF_OK ||
        errdiff_field_make(&refinement->missing, shown->width, shown->height) != ERRDIFF_OK ||
        !errdiff_view_projection_make(&refinement->projection, shown, optics, threads, is_preview))
        return false;
    memcpy(refinement->ahead.values, shown->values,
           errdiff_field_pixels(shown) * sizeof *shown->values);
    return true;
}

static void release(struct refinement *refinement)
{
    errdiff_field_free(&refinement->ahead);
    errdiff_field_free(&refinement->missing);
    errdiff_view_projection_release(&refinement->projection);
}

/* Sets refinement->missing to the difference of the hologram from `ahead`. */
static void subtract(struct refinement *refinement)
{
    const errdiff_complex *wanted = refinement->hologram->values, *ahead = refinement->ahead.values;
    for (size_t i = 0; i < errdiff_field_pixels(refinement->hologram); i++)
        refinement->missing.values[i] =
            errdiff_refining_missing(wanted[i], refinement->scale, ahead[i]);
}

static void take_missing(struct refinement *refinement)
{
    for (size_t i = 0; i < errdiff_field_pixels(refinement->shown); i++)
        errdiff_refining_take(&refinement->shown->values[i], &refinement->ahead.values[i],
                              refinement->missing.values[i]);
}

static errdiff_status refine_on_cpu(errdiff_field *shown, const errdiff_field *hologram,
                                    const struct errdiff_hologram_job *job,
                                    const errdiff_hologram_options *options, double scale,
                                    errdiff_progress_share *progress)
{
    struct refinement refinement = {.shown = shown, .hologram = hologram, .scale = (float)scale};
    errdiff_status status = make(&refinement, &options->optics, options->threads, job->is_preview)
                                ? ERRDIFF_OK
                                : ERRDIFF_NO_MEMORY;
    for (int pass = 0; pass < options->refine && status == ERRDIFF_OK; pass++) {
        errdiff_progress_share share = {errdiff_progress_share_report, progress,
                                        (double)pass / options->refine,
                                        (double)(pass + 1) / options->refine};
        subtract(&refinement);
        status = errdiff_view_project(&refinement.projection, &refinement.missing, &share);
        if (status == ERRDIFF_OK)
            take_missing(&refinement);
    }
    release(&refinement);
    return status;
}

/* Leaves `shown` as it is unless it returns ERRDIFF_OK. */
static errdiff_status refine_on_gpu(errdiff_field *shown, const errdiff_field *hologram,
                                    const errdiff_hologram_options *options, double scale,
                                    struct errdiff_progress_state *progress,
                                    errdiff_message *reason)
{
    struct errdiff_plane plane;
    errdiff_field refined;
    errdiff_plane_lay_out(&plane, shown->width, shown->height, &options->optics, 0);
    plane.is_tapered = true;
    struct errdiff_hologram_refinement refinement = {
        .shown = shown,
        .hologram = hologram,
        .scale = (float)scale,
        .passes = options->refine,
        .transfer = errdiff_plane_transfer_of(&plane, options->optics.view_distance),
        .left = plane.left,
        .top = plane.top,
        .window = errdiff_plane_window(&plane),
        .threads = errdiff_threads_wanted(options->threads),
        .progress = progress};
    errdiff_status status = errdiff_field_make(&refined, shown->width, shown->height);
    if (status == ERRDIFF_OK)
        status = errdiff_hologram_cuda_refine(&refinement, &refined, reason);
    if (status == ERRDIFF_OK)
        memcpy(shown->values, refined.values, errdiff_field_pixels(shown) * sizeof *shown->values);
    errdiff_field_free(&refined);
    return status;
}

errdiff_status errdiff_hologram_refine(errdiff_field *shown, const errdiff_field *hologram,
                                       struct errdiff_hologram_job *job,
                                       const errdiff_hologram_options *options, bool prefers_gpu,
                                       errdiff_hologram_report *report)
{
    struct errdiff_progress_state progress = {.callback = errdiff_progress_share_report,
                                              .user = &job->refinement};
    errdiff_status status = ERRDIFF_CANNOT_RUN;
    if (prefers_gpu && options->optics.geometry == ERRDIFF_HOLOGRAM_FOURIER)
        errdiff_fail(&report->not_refined_on_gpu, status,
                     N_("the GPU follows light to a distance only, not through a lens"));
    else if (prefers_gpu && !job->is_preview)
        status = refine_on_gpu(shown, hologram, options, report->scale, &progress,
                               &report->not_refined_on_gpu);
    report->refined_on_gpu = status == ERRDIFF_OK;
    if (status == ERRDIFF_CANNOT_RUN) {
        /* Progress goes on from where the GPU failed. */
        errdiff_progress_share rest = {errdiff_progress_share_report, &job->refinement,
                                       progress.reported, 1};
        status = refine_on_cpu(shown, hologram, job, options, report->scale, &rest);
    }
    if (status == ERRDIFF_OK)
        report->refined = options->refine;
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Alternating projections, after Gerchberg and Saxton 1972. In each pass the window's light is
 * replaced by the wanted light, which is propagated back, and then every pixel gets modulus 1
 * again. Momentum (Polyak 1964) takes the next pass further in the direction of the last one, which
 * needs far fewer passes.
 */
#include "refine.h"

#include "plane.h"
#include "preview_field.h"
#include "scale.h"

#include <math.h>
#include <string.h>

/* How much of the last change each pass adds. */
static const float momentum = 0.9f;

struct refinement {
    errdiff_field *shown; /* modulus 1 */
    const errdiff_field *hologram;
    const errdiff_optics *optics;
    double scale;          /* the factor that the hologram is multiplied by */
    errdiff_field ahead;   /* `shown` with momentum, also of modulus 1 */
    errdiff_field missing; /* what it lacks of the hologram's light in the window */
    bool is_preview;       /* the plane is not used */
    struct errdiff_plane plane;
};

static bool make(struct refinement *refinement, int threads)
{
    const errdiff_field *shown = refinement->shown;
    if (errdiff_field_make(&refinement->ahead, shown->width, shown->height) != ERRDIFF_OK ||
        errdiff_field_make(&refinement->missing, shown->width, shown->height) != ERRDIFF_OK)
        return false;
    if (!refinement->is_preview &&
        !(errdiff_plane_make(&refinement->plane, shown, refinement->optics, 0) &&
          errdiff_plane_keep_factors(&refinement->plane)))
        return false;
    refinement->plane.threads = threads;
    refinement->plane.is_tapered = true;
    memcpy(refinement->ahead.values, shown->values,
           errdiff_field_pixels(shown) * sizeof *shown->values);
    return true;
}

static void release(struct refinement *refinement)
{
    errdiff_field_free(&refinement->ahead);
    errdiff_field_free(&refinement->missing);
    errdiff_plane_release(&refinement->plane);
}

/* Sets refinement->missing to the difference of the hologram from `ahead`. */
static void subtract(struct refinement *refinement)
{
    const errdiff_complex *wanted = refinement->hologram->values, *ahead = refinement->ahead.values;
    float scale = (float)refinement->scale;
    for (size_t i = 0; i < errdiff_field_pixels(refinement->hologram); i++) {
        errdiff_complex value = {.re = scale * wanted[i].re, .im = scale * wanted[i].im};
        if (!isfinite(value.re) || !isfinite(value.im))
            value = (errdiff_complex){0};
        refinement->missing.values[i] =
            (errdiff_complex){.re = value.re - ahead[i].re, .im = value.im - ahead[i].im};
    }
}

/* Removes what misses the window from refinement->missing, by propagation. */
static errdiff_status keep_view(struct refinement *refinement, errdiff_progress_share *share)
{
    double distance = refinement->optics->view_distance;
    errdiff_progress_share to_window = {errdiff_progress_share_report, share, 0, 0.5};
    errdiff_progress_share from_window = {errdiff_progress_share_report, share, 0.5, 1};
    errdiff_plane_load(&refinement->plane, &refinement->missing);
    errdiff_status status = errdiff_plane_propagate(&refinement->plane, distance, &to_window);
    if (status != ERRDIFF_OK)
        return status;
    errdiff_plane_crop(&refinement->plane);
    status = errdiff_plane_propagate(&refinement->plane, -distance, &from_window);
    errdiff_plane_store(&refinement->plane, &refinement->missing);
    return status;
}

static errdiff_status keep_view_of_part(struct refinement *refinement,
                                        errdiff_progress_share *share)
{
    errdiff_status status = errdiff_preview_filter(&refinement->missing, refinement->optics, 0);
    return status == ERRDIFF_OK && errdiff_progress_share_report(share, 1) ? ERRDIFF_CANCELLED
                                                                           : status;
}

/* The value of modulus 1 with the same phase, or `otherwise` for 0. */
static errdiff_complex unit(errdiff_complex value, errdiff_complex otherwise)
{
    /* In single precision squares of large values would overflow. */
    double re = value.re, im = value.im, modulus = sqrt(re * re + im * im);
    if (!(modulus > 0))
        return otherwise;
    return (errdiff_complex){.re = (float)(re / modulus), .im = (float)(im / modulus)};
}

static void take_missing(struct refinement *refinement)
{
    for (size_t i = 0; i < errdiff_field_pixels(refinement->shown); i++) {
        errdiff_complex *shown = &refinement->shown->values[i],
                        *ahead = &refinement->ahead.values[i], last = *shown;
        errdiff_complex missing = refinement->missing.values[i];
        *shown = unit((errdiff_complex){ahead->re + missing.re, ahead->im + missing.im}, last);
        *ahead = unit((errdiff_complex){shown->re + momentum * (shown->re - last.re),
                                        shown->im + momentum * (shown->im - last.im)},
                      *shown);
    }
}

errdiff_status errdiff_hologram_refine(errdiff_field *shown, const errdiff_field *hologram,
                                       struct errdiff_hologram_job *job,
                                       const errdiff_hologram_options *options, double scale)
{
    struct refinement refinement = {.shown = shown,
                                    .hologram = hologram,
                                    .optics = &options->optics,
                                    .scale = scale,
                                    .is_preview = job->is_preview};
    errdiff_status status = make(&refinement, options->threads) ? ERRDIFF_OK : ERRDIFF_NO_MEMORY;
    for (int pass = 0; pass < options->refine && status == ERRDIFF_OK; pass++) {
        errdiff_progress_share share = {errdiff_progress_share_report, &job->refinement,
                                        (double)pass / options->refine,
                                        (double)(pass + 1) / options->refine};
        subtract(&refinement);
        status = job->is_preview ? keep_view_of_part(&refinement, &share)
                                 : keep_view(&refinement, &share);
        if (status == ERRDIFF_OK)
            take_missing(&refinement);
    }
    release(&refinement);
    return status;
}

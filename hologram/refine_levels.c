/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Refines levels in passes, of which each follows the light to the window and back. */
#include "refine_levels.h"

#include "level_search.h"
#include "scale.h"
#include "shown_levels.h"
#include "view_projection.h"

#include <complex.h>
#include <stdlib.h>
#include <string.h>

/* By how much the kernel's frequencies are widened, in cycles per pixel: at first, at least and at
 * most. With less than in the beginning, many changes may be worth less than predicted; with more,
 * changes that would be good are not made. */
static const double first_widened = 0.15 / ERRDIFF_VIEW_RADIUS,
                    least_widened = 0.01 / ERRDIFF_VIEW_RADIUS, most_widened = 0.1;

struct level_refinement {
    const errdiff_hologram_options *options;
    struct errdiff_level_set set;
    struct errdiff_view_kernel kernel;
    struct errdiff_view_projection projection;
    errdiff_field wanted; /* the hologram, times the factor */
    errdiff_field shown;  /* what the display shows */
    errdiff_field seen;   /* what is seen of shown - wanted */
    errdiff_field turned; /* as in struct errdiff_level_search; without values: NULL there */
    uint16_t *best;       /* the levels with the least noise so far */
    double least;         /* this noise, relative to the light in the window that is no noise */
    double light;         /* the light in the window of `wanted` */
    double widened;       /* as in errdiff_view_kernel_fill */
    bool has_failed;      /* a pass made the levels worse: the kernel is not to become narrower */
    struct errdiff_level_search search;
};

static bool factors_depend_on_levels(const errdiff_hologram_options *options)
{
    return options->display.crosstalk > 0;
}

/* Whether what a level shows is multiplied by a factor that is not the same for all pixels. */
static bool has_turns(const errdiff_hologram_options *options)
{
    const errdiff_added_phase *added = &options->added;
    return added->lens != 0 || added->grating_x != 0 || added->grating_y != 0 ||
           added->correction || factors_depend_on_levels(options);
}

static bool make_fields(struct level_refinement *refinement, const errdiff_field *hologram)
{
    errdiff_field *fields[] = {&refinement->wanted, &refinement->shown, &refinement->seen};
    int width = hologram->width, height = hologram->height;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (errdiff_field_make(fields[i], width, height) != ERRDIFF_OK)
            return false;
    if (!has_turns(refinement->options))
        return true;
    if (errdiff_field_make(&refinement->turned, width, height) != ERRDIFF_OK)
        return false;
    if (!factors_depend_on_levels(refinement->options))
        errdiff_hologram_factors(NULL, refinement->options, &refinement->turned);
    return true;
}

static bool make(struct level_refinement *refinement, uint16_t *levels,
                 const errdiff_field *hologram, const struct errdiff_hologram_job *job)
{
    const errdiff_hologram_options *options = refinement->options;
    int width = hologram->width, height = hologram->height;
    refinement->best = malloc(errdiff_field_pixels(hologram) * sizeof *refinement->best);
    if (!refinement->best || !make_fields(refinement, hologram) ||
        !errdiff_level_set_make(&refinement->set, options) ||
        !errdiff_view_kernel_make(&refinement->kernel, width, height) ||
        !errdiff_view_projection_make(&refinement->projection, hologram, &options->optics,
                                      options->threads, job->is_preview))
        return false;
    refinement->search = (struct errdiff_level_search){.levels = levels,
                                                       .width = width,
                                                       .height = height,
                                                       .set = &refinement->set,
                                                       .kernel = &refinement->kernel,
                                                       .seen = refinement->seen.values,
                                                       .turned = refinement->turned.values};
    return true;
}

static void release(struct level_refinement *refinement)
{
    errdiff_field_free(&refinement->wanted);
    errdiff_field_free(&refinement->shown);
    errdiff_field_free(&refinement->seen);
    errdiff_field_free(&refinement->turned);
    free(refinement->best);
    errdiff_level_set_release(&refinement->set);
    errdiff_view_kernel_release(&refinement->kernel);
    errdiff_view_projection_release(&refinement->projection);
}

static double square(double complex value)
{
    return creal(value) * creal(value) + cimag(value) * cimag(value);
}

/* Sets refinement->wanted to the hologram times the factor with which what is seen of it is closest
 * to what is seen of the levels, and times `aim`. */
static errdiff_status find_wanted(struct level_refinement *refinement,
                                  const errdiff_field *hologram, double scale, double aim,
                                  errdiff_progress_share *share)
{
    errdiff_field *wanted = &refinement->wanted, *seen = &refinement->seen;
    errdiff_field_copy(wanted, hologram);
    errdiff_field_multiply(wanted, scale);
    memcpy(seen->values, wanted->values, errdiff_field_pixels(seen) * sizeof *seen->values);
    errdiff_status status = errdiff_view_project(&refinement->projection, seen, share);
    if (status != ERRDIFF_OK)
        return status;
    double energy = creal(errdiff_field_product(wanted, seen));
    errdiff_hologram_show(refinement->search.levels, refinement->options, &refinement->shown);
    double complex factor =
        energy > 0 ? aim * errdiff_field_product(seen, &refinement->shown) / energy : 0;
    refinement->light = square(factor) * energy;
    for (size_t i = 0; i < errdiff_field_pixels(wanted); i++) {
        errdiff_complex *value = &wanted->values[i];
        double complex product = factor * (value->re + I * value->im);
        *value = (errdiff_complex){.re = (float)creal(product), .im = (float)cimag(product)};
    }
    return ERRDIFF_OK;
}

/*
 * Sets refinement->seen to what is seen of shown - wanted, and *noise to the noise in the window,
 * relative to the other light there.
 *
 * If P propagates to the window, the projection is P*·P. So the product of what is projected with
 * what that becomes is the light of P(shown - wanted), and if P·shown is closest to f·P·wanted,
 * Σ(P·wanted)*·P(shown - wanted) is f - 1 times the light of `wanted`.
 */
static errdiff_status look(struct level_refinement *refinement, double *noise,
                           errdiff_progress_share *share)
{
    errdiff_field *shown = &refinement->shown, *seen = &refinement->seen;
    errdiff_hologram_show(refinement->search.levels, refinement->options, shown);
    if (factors_depend_on_levels(refinement->options))
        errdiff_hologram_factors(refinement->search.levels, refinement->options,
                                 &refinement->turned);
    for (size_t i = 0; i < errdiff_field_pixels(shown); i++) {
        shown->values[i].re -= refinement->wanted.values[i].re;
        shown->values[i].im -= refinement->wanted.values[i].im;
        seen->values[i] = shown->values[i];
    }
    errdiff_status status = errdiff_view_project(&refinement->projection, seen, share);
    if (status != ERRDIFF_OK)
        return status;
    double off = creal(errdiff_field_product(shown, seen)), light = refinement->light;
    double complex excess =
        light > 0 ? errdiff_field_product(&refinement->wanted, seen) / light : 0;
    *noise = off - square(excess) * light;
    if (light > 0)
        *noise /= square(1 + excess) * light;
    return ERRDIFF_OK;
}

static void copy_levels(const struct level_refinement *refinement, uint16_t *to,
                        const uint16_t *from)
{
    memcpy(to, from, errdiff_field_pixels(&refinement->shown) * sizeof *to);
}

/* Adapts the kernel to a pass that left `noise` after `changes` of levels. Returns false if another
 * pass would not help. */
static bool adapt(struct level_refinement *refinement, double noise, int64_t changes)
{
    const double little = 0.95;
    if (changes > 0 && !(noise < refinement->least)) {
        refinement->has_failed = true;
        refinement->widened *= 2;
        return refinement->widened <= most_widened;
    }
    bool can_be_narrower = !refinement->has_failed && refinement->widened > least_widened;
    if (can_be_narrower && !(noise < little * refinement->least))
        refinement->widened /= 2;
    return changes > 0 || can_be_narrower;
}

/* Searches, and looks at the levels. If they became worse, the next pass begins again with the best
 * ones. Sets *is_done if there need not be another one. */
static errdiff_status run_pass(struct level_refinement *refinement, bool is_preview,
                               errdiff_progress_share *share, bool *is_done)
{
    errdiff_progress_share searching = {errdiff_progress_share_report, share, 0, 0.4};
    errdiff_progress_share looking = {errdiff_progress_share_report, share, 0.4, 1};
    errdiff_progress_share again = {errdiff_progress_share_report, share, 1, 1};
    struct errdiff_level_search *search = &refinement->search;
    const errdiff_hologram_options *options = refinement->options;
    double noise = refinement->least;
    int64_t changes = 0;
    errdiff_view_kernel_fill(&refinement->kernel, search->width, search->height, &options->optics,
                             refinement->widened, is_preview);
    errdiff_status status = errdiff_level_search_run(
        search, errdiff_threads_wanted(options->threads), &searching, &changes);
    if (status == ERRDIFF_OK && changes > 0)
        status = look(refinement, &noise, &looking);
    if (status != ERRDIFF_OK)
        return status;
    bool is_worse = changes > 0 && !(noise < refinement->least);
    *is_done = !adapt(refinement, noise, changes);
    if (is_worse) {
        copy_levels(refinement, search->levels, refinement->best);
        return *is_done ? ERRDIFF_OK : look(refinement, &noise, &again);
    }
    refinement->least = noise;
    copy_levels(refinement, refinement->best, search->levels);
    return ERRDIFF_OK;
}

static errdiff_status run(struct level_refinement *refinement, const errdiff_field *hologram,
                          struct errdiff_hologram_job *job, double scale)
{
    int passes = refinement->options->refine;
    double each = 1.0 / (passes + 2);
    errdiff_progress_share share = {errdiff_progress_share_report, &job->search, 0, each};
    errdiff_status status = find_wanted(refinement, hologram, scale, job->aim, &share);
    bool is_done = false;
    share = (errdiff_progress_share){errdiff_progress_share_report, &job->search, each, 2 * each};
    if (status == ERRDIFF_OK)
        status = look(refinement, &refinement->least, &share);
    if (status == ERRDIFF_OK)
        copy_levels(refinement, refinement->best, refinement->search.levels);
    for (int pass = 0; pass < passes && status == ERRDIFF_OK && !is_done; pass++) {
        share.from = share.to;
        share.to = pass + 1 < passes ? share.from + each : 1;
        status = run_pass(refinement, job->is_preview, &share, &is_done);
    }
    if (status == ERRDIFF_OK)
        copy_levels(refinement, refinement->search.levels, refinement->best);
    return status;
}

errdiff_status errdiff_hologram_refine_levels(uint16_t *levels, const errdiff_field *hologram,
                                              struct errdiff_hologram_job *job,
                                              const errdiff_hologram_options *options,
                                              errdiff_hologram_report *report)
{
    struct level_refinement refinement = {.options = options, .widened = first_widened};
    errdiff_status status =
        make(&refinement, levels, hologram, job) ? ERRDIFF_OK : ERRDIFF_NO_MEMORY;
    if (status == ERRDIFF_OK)
        status = run(&refinement, hologram, job, report->scale);
    release(&refinement);
    if (status == ERRDIFF_OK)
        report->refined = options->refine;
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "forms.h"

#include <stdio.h>

enum { MAX_FORMS = 512, NAME_SIZE = 120 };

static struct form all_forms[MAX_FORMS];
static long jobs_of[MAX_FORMS];
static int form_count;
static long other_jobs; /* in serpentine order */

/* ---- Which there are ----------------------------------------------------------------------- */

static void add_parts(struct form form)
{
    for (int channels = 1; channels <= 3; channels += 2) {
        if (form.decision == ERRDIFF_WIDE_FEW_COLOURS && channels == 1)
            continue;
        for (int part = 0; part < FORM_PARTS; part++) {
            form.channels = channels;
            form.part = (enum form_part)part;
            all_forms[form_count++] = form;
        }
    }
}

static void add_narrow(void)
{
    for (int kernel = ERRDIFF_NARROW_FLOYD_STEINBERG; kernel <= ERRDIFF_NARROW_ANY; kernel++)
        for (int levels = ERRDIFF_NARROW_TWO; levels <= ERRDIFF_NARROW_MANY; levels++)
            add_parts((struct form){.lanes = ERRDIFF_WAVEFRONT_NARROW,
                                    .narrow_kernel = (enum errdiff_narrow_kernel)kernel,
                                    .levels = (enum errdiff_narrow_levels)levels});
}

static void add_wide(enum errdiff_wide_kernel kernel, enum errdiff_wide_decision decision)
{
    for (int rounding = ERRDIFF_WIDE_SHIFT; rounding <= ERRDIFF_WIDE_DOUBLE; rounding++) {
        struct form form = {.lanes = ERRDIFF_WAVEFRONT_WIDE,
                            .wide_kernel = kernel,
                            .decision = decision,
                            .rounding = (enum errdiff_wide_rounding)rounding};
        if (decision == ERRDIFF_WIDE_TWO_LEVELS && rounding == ERRDIFF_WIDE_DOUBLE)
            continue;
        add_parts(form);
        form.is_near = kernel == ERRDIFF_WIDE_FLOYD_STEINBERG && rounding == ERRDIFF_WIDE_SHIFT &&
                       decision <= ERRDIFF_WIDE_FEW_LEVELS;
        if (form.is_near)
            add_parts(form);
    }
}

static void add_all(void)
{
    add_narrow();
    for (int kernel = ERRDIFF_WIDE_FLOYD_STEINBERG; kernel <= ERRDIFF_WIDE_ANY; kernel++)
        for (int decision = ERRDIFF_WIDE_TWO_LEVELS; decision <= ERRDIFF_WIDE_FEW_COLOURS;
             decision++)
            add_wide((enum errdiff_wide_kernel)kernel, (enum errdiff_wide_decision)decision);
    add_wide(ERRDIFF_WIDE_ANY, ERRDIFF_WIDE_LANE_BY_LANE);
    /* What a pixel leaves is rounded by another rule. */
    add_parts((struct form){.lanes = ERRDIFF_WAVEFRONT_WIDE,
                            .wide_kernel = ERRDIFF_WIDE_TONES,
                            .decision = ERRDIFF_WIDE_LANE_BY_LANE});
}

int forms_count(void)
{
    if (form_count == 0)
        add_all();
    return form_count;
}

const struct form *forms_get(int index)
{
    return index < forms_count() ? &all_forms[index] : NULL;
}

/* ---- How many jobs they had ---------------------------------------------------------------- */

static int is_choice(const struct form *form, const struct errdiff_wavefront_choice *choice)
{
    if (form->lanes != choice->lanes || form->channels != choice->channels)
        return 0;
    if (form->lanes == ERRDIFF_WAVEFRONT_NARROW)
        return form->narrow_kernel == choice->narrow_kernel && form->levels == choice->levels;
    int has_rounding = form->wide_kernel != ERRDIFF_WIDE_TONES;
    return form->wide_kernel == choice->wide_kernel && form->decision == choice->decision &&
           (!has_rounding || form->rounding == choice->rounding) &&
           form->is_near == choice->is_near;
}

static int has_part(const struct errdiff_wavefront_choice *choice, enum form_part part)
{
    return part == FORM_MASKED  ? choice->has_mask
           : part == FORM_INNER ? choice->has_inner_tiles
                                : !choice->has_mask;
}

void forms_note(void)
{
    const struct errdiff_wavefront_choice *choice = &errdiff_wavefront_choice;
    int is_known = 0;

    for (int i = 0; i < forms_count(); i++) {
        if (is_choice(&all_forms[i], choice) && has_part(choice, all_forms[i].part)) {
            jobs_of[i]++;
            is_known = 1;
        }
    }
    other_jobs += !is_known;
}

static void name_form(const struct form *form, char name[NAME_SIZE])
{
    static const char *const narrow_kernels[] = {"floyd-steinberg", "sierra-lite", "atkinson",
                                                 "any kernel"};
    static const char *const levels[] = {"two levels", "few levels", "many levels"};
    static const char *const wide_kernels[] = {"floyd-steinberg", "5 x 3", "pairs", "any kernel",
                                               "weights by tone"};
    static const char *const decisions[] = {"two levels", "few levels", "few colours",
                                            "lane by lane"};
    static const char *const roundings[] = {"shift", "float", "double"};
    static const char *const parts[] = {"edges", "inner", "masked"};
    int is_narrow = form->lanes == ERRDIFF_WAVEFRONT_NARROW;

    snprintf(name, NAME_SIZE, "%s: %s, %s, %s%s%s, %s", is_narrow ? "narrow" : "wide",
             is_narrow ? narrow_kernels[form->narrow_kernel] : wide_kernels[form->wide_kernel],
             is_narrow ? levels[form->levels] : decisions[form->decision],
             is_narrow ? "" : roundings[form->rounding],
             is_narrow       ? ""
             : form->is_near ? " by 4, "
                             : ", ",
             form->channels == 1 ? "gray" : "RGB", parts[form->part]);
}

int forms_report(int all, long least)
{
    long fewest = -1, most = 0;
    int missing = 0;
    char name[NAME_SIZE];

    for (int i = 0; i < forms_count(); i++) {
        name_form(&all_forms[i], name);
        if (all)
            printf("  %8ld jobs  %s\n", jobs_of[i], name);
        fewest = fewest < 0 || jobs_of[i] < fewest ? jobs_of[i] : fewest;
        most = jobs_of[i] > most ? jobs_of[i] : most;
        if (jobs_of[i] < least) {
            printf("FAILED: only %ld jobs had the form \"%s\", %ld are wanted\n", jobs_of[i], name,
                   least);
            missing++;
        }
    }
    printf("%d forms of the wavefront, %ld to %ld jobs each; %ld jobs in serpentine order\n",
           forms_count(), fewest, most, other_jobs);
    return missing;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The forms of the wavefront: a kind of job, for which it has code of its own, and which part of
 * that code runs. Where the rows of a picture begin and end, and with a mask, it is other code than
 * where all lanes of a vector take part, which only pictures that are wide enough have at all.
 */
#ifndef EQUALITY_FORMS_H
#define EQUALITY_FORMS_H

#include "engines/wavefront/wavefront_choice.h"

enum form_part { FORM_EDGES, FORM_INNER, FORM_MASKED, FORM_PARTS };

struct form {
    enum errdiff_wavefront_lanes lanes;
    int channels;
    enum form_part part;
    enum errdiff_narrow_kernel narrow_kernel;
    enum errdiff_narrow_levels levels;
    enum errdiff_wide_kernel wide_kernel;
    enum errdiff_wide_decision decision;
    enum errdiff_wide_rounding rounding;
    int is_near;
};

/* They are the same on every machine. */
int forms_count(void);
const struct form *forms_get(int index);

/* Counts the job that this thread had the wavefront run last. */
void forms_note(void);

/* Prints how many jobs each form had, where `all`, or else the fewest and the most. Returns how
 * many forms had less than `least`, and names them. */
int forms_report(int all, long least);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs that are drawn for a form of the wavefront, so that each form has as many as the others. */
#ifndef EQUALITY_DRAW_FORM_H
#define EQUALITY_DRAW_FORM_H

#include "../support/random.h"
#include "forms.h"
#include "job.h"

/* Fills a job of zeros with one of those that have the form; nearly always, as which form a job has
 * is the library's to say. */
void draw_form_job(struct random *random, const struct form *form, struct job *job);

#endif

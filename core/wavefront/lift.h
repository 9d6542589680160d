/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors that are held with a number added to them, so that none is negative (narrow.h says why). */
#ifndef ERRDIFF_LIFT_H
#define ERRDIFF_LIFT_H

#include "band.h"

/* Whether what a pixel collects is a mean of errors, or less, so that it is in their range. */
bool errdiff_can_lift(const struct errdiff_job *job);

/* Adds to wave->nothing what is handed down where each error is held as `no_error`. Returns the sum
 * that a pixel collects then. */
int32_t errdiff_lift_lines(struct errdiff_wave *wave, int32_t no_error);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two levels with errors that are never negative (narrow_plan.h says why): the code that both forms
 * share. */
#ifndef ERRDIFF_TWO_LEVELS_H
#define ERRDIFF_TWO_LEVELS_H

#include "band.h"

/* Whether no weight is negative and their sum, with the strength, is at most the divisor. A
 * correction is then at most a weighted mean of errors, so no error leaves the range that two
 * levels give it. */
bool errdiff_is_mean(const struct errdiff_job *job);

/* `no_error` is the number that stands for an error of 0. Adds the sums that such errors cause in
 * each line to wave->nothing, and returns the sum that they cause in a pixel: Σ weight ·
 * no_error. */
int32_t errdiff_hand_no_error(struct errdiff_wave *wave, int32_t no_error);

#endif

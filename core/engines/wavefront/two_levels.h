/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two levels with errors that are never negative (narrow_plan.h says why): the code that both forms
 * share. */
#ifndef ERRDIFF_TWO_LEVELS_H
#define ERRDIFF_TWO_LEVELS_H

#include "band.h"

/* `no_error` is the number that stands for an error of 0. Adds the sums that such errors cause in
 * each line to wave->nothing, and returns the sum that they cause in a pixel: Σ weight ·
 * no_error. */
int32_t errdiff_hand_no_error(struct errdiff_wave *wave, int32_t no_error);

#endif

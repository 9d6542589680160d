/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two levels with errors that are never negative (narrow.h says why): what all forms reckon alike. */
#ifndef ERRDIFF_TWO_LEVELS_H
#define ERRDIFF_TWO_LEVELS_H

#include "band.h"

/* Whether corrections are means of errors, or less, so that no error leaves the range that two levels
 * give it. */
bool errdiff_is_mean(const struct errdiff_job *job);

/* Adds what pixels without an error, for which lanes hold `no_error`, hand down to the lines of
 * wave->nothing. Returns what they hand to one pixel in all. */
int32_t errdiff_hand_no_error(struct errdiff_wave *wave, int32_t no_error);

#endif

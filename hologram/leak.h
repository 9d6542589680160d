/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Light that a display does not modulate: the zero order, and the mean of positive amplitudes. */
#ifndef ERRDIFF_LEAK_H
#define ERRDIFF_LEAK_H

#include "base/progress.h"
#include "errdiff_hologram.h"

#include <stdbool.h>

/* Passes that find what to take away. More leave hardly less of an amplitude from 0 to 1 that is
 * seen from the side. */
enum { ERRDIFF_LEAK_PASSES = 6 };

/* A pixel whose level has the value v shows modulated · v + constant. */
struct errdiff_leak {
    double modulated, constant;
};

struct errdiff_leak errdiff_leak_of(const errdiff_hologram_options *options);

/* Returns TRUE if pixels show the values of their levels. */
bool errdiff_leak_is_none(const struct errdiff_leak *leak);

/* Replaces values of levels by what pixels show, before phases that were added are taken away. */
void errdiff_leak_show(const struct errdiff_leak *leak, errdiff_field *field);

/* Replaces a field by the constant, with the phases that were added taken away. */
void errdiff_leak_constant(const struct errdiff_leak *leak, const errdiff_hologram_options *options,
                           errdiff_field *field);

/*
 * Finds what a display is to show in addition, without phases that were added, so that nothing of
 * the constant is seen: *taken is a field of zeros, to which the part of constant - taken that is
 * seen is added several times (Landweber). Light that misses the window stays, so that it takes
 * nothing of the quantizer's range. An output of real values can only show the real part, of which
 * half the light is the twin image.
 *
 * is_preview  the projection only approximates
 * has_twin    the twin image reaches the window
 *
 * Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED.
 */
errdiff_status errdiff_leak_find_taken(const struct errdiff_leak *leak,
                                       const errdiff_hologram_options *options, bool is_preview,
                                       bool has_twin, errdiff_progress_share *share,
                                       errdiff_field *taken);

/* Replaces what is to be shown by the values of levels that show it: field becomes (field -
 * constant / scale) / modulated. */
void errdiff_leak_take_away(const struct errdiff_leak *leak, errdiff_field *field,
                            const errdiff_field *constant, double scale);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_HOLOGRAM_SHOWN_LEVELS_H
#define ERRDIFF_HOLOGRAM_SHOWN_LEVELS_H

#include "hologram_rule.h"

/* What the display shows for levels. These are not exactly the values that they are quantized to if
 * they are rounded to samples, or if there are two, which are quantized to 1 and -1. */
struct errdiff_shown_levels {
    struct errdiff_hologram_quantizer samples; /* which has the samples as its levels, if they are
                                                * rounded to them */
    int levels;                                /* K */
};

/* Of options that have been checked. */
struct errdiff_shown_levels errdiff_shown_levels_of(const errdiff_hologram_options *options);

/* What level k shows, without what errdiff_leak_show and errdiff_hologram_factors change. */
errdiff_complex errdiff_shown_level(const struct errdiff_shown_levels *shown, int k);

/* Writes the values of the levels to those of *field, which has the hologram's size. */
void errdiff_hologram_show_levels(const uint16_t *levels,
                                  const struct errdiff_hologram_quantizer *quantizer,
                                  errdiff_field *field);

/* Writes factors to *field, by which the values of the levels are multiplied where they are shown:
 * the phases that were added are taken away, and crosstalk changes phases. Only with crosstalk they
 * depend on the levels, which may be NULL without. The factors do not contain those of
 * errdiff_leak_show. */
void errdiff_hologram_factors(const uint16_t *levels, const errdiff_hologram_options *options,
                              errdiff_field *field);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_HOLOGRAM_SHOWN_LEVELS_H
#define ERRDIFF_HOLOGRAM_SHOWN_LEVELS_H

#include "hologram_rule.h"

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

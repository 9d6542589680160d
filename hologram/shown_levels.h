/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_HOLOGRAM_SHOWN_LEVELS_H
#define ERRDIFF_HOLOGRAM_SHOWN_LEVELS_H

#include "hologram_rule.h"

/* Writes what the display shows for the levels, with the phases that were added, to the values of
 * *field, which has the hologram's size. */
void errdiff_hologram_show_levels(const uint16_t *levels,
                                  const struct errdiff_hologram_quantizer *quantizer,
                                  errdiff_field *field);

#endif

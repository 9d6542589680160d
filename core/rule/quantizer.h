/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_QUANTIZER_H
#define ERRDIFF_QUANTIZER_H

#include "rule.h"

/*
 * Fills *quantizer with L = `level_count` levels, 2..ERRDIFF_MAX_FINE_LEVELS, evenly spaced over
 * the display values 0..W: level i is floor((2·i·W + L − 1) / (2·(L − 1))).
 *
 * fine               gets the tables of more than ERRDIFF_MAX_LEVELS levels, whose samples have 16
 *                    bits, and must be there as long as the quantizer; NULL: there are fewer
 * in_bits, out_bits  8 or 16, of the samples that are read and written; out_bits ≤ in_bits. Levels
 *                    are spaced in out_bits and then scaled to in_bits, so that errors are those of
 *                    the samples that are written
 * light              the light of each display value of in_bits bits (errdiff_light_table); NULL:
 *                    display values are diffused, not light
 */
void errdiff_quantizer_make(struct errdiff_quantizer *quantizer, struct errdiff_fine_levels *fine,
                            int level_count, int in_bits, int out_bits, const uint16_t *light);

#endif

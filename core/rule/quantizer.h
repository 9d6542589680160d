/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_QUANTIZER_H
#define ERRDIFF_QUANTIZER_H

#include "rule.h"

/*
 * `level_count` levels, 2..256, evenly spaced over the display values 0..W: level i has
 * floor((2·i·W + L − 1) / (2·(L − 1))).
 *
 * in_bits, out_bits  8 or 16, of the samples that are read and written; out_bits ≤ in_bits. Levels
 *                    are spaced in the coarser of the two, so that what is written is what the
 *                    rule reckons with.
 * light              the light of each display value of in_bits bits (errdiff_light_table), or NULL
 *                    where display values are diffused
 */
void errdiff_quantizer_make(struct errdiff_quantizer *quantizer, int level_count, int in_bits,
                            int out_bits, const uint16_t *light);

#endif

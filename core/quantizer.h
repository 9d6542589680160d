/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_QUANTIZER_H
#define ERRDIFF_QUANTIZER_H

#include "rule.h"

/* `level_count` levels, 2..256, evenly spaced over 0..max_value: o(i) = floor((2·i·W + L − 1) /
 * (2·(L − 1))). max_value is 255 or 65535. */
void errdiff_quantizer_make(struct errdiff_quantizer *quantizer, int level_count,
                            int32_t max_value);

#endif

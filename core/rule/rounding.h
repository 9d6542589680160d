/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_ROUNDING_H
#define ERRDIFF_ROUNDING_H

#include "errdiff.h"
#include "rule.h"

/* How sums of this kernel are rounded at `strength` percent, 0..100, for values up to
 * `max_value`. */
struct errdiff_rounding errdiff_rounding_make(const errdiff_kernel *kernel, int strength,
                                              int32_t max_value);

#endif

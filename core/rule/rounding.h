/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_ROUNDING_H
#define ERRDIFF_ROUNDING_H

#include "errdiff.h"
#include "rule.h"

/* The rounding of a kernel's sums at `strength` percent, 0..100, for samples up to `max_value`. */
struct errdiff_rounding errdiff_rounding_make(const errdiff_kernel *kernel, int strength,
                                              int32_t max_value);

#endif

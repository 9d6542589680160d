/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_SLOPE_H
#define ERRDIFF_SLOPE_H

#include "errdiff.h"

/* errdiff_kernel_slope for taps without a kernel. */
int errdiff_slope_of_taps(const errdiff_tap *taps, int tap_count);

#endif

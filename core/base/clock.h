/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_CLOCK_H
#define ERRDIFF_CLOCK_H

#include "errdiff.h"

/* Milliseconds on a monotonic clock. Only differences between two calls have a meaning. */
ERRDIFF_API double errdiff_now_ms(void);

#endif

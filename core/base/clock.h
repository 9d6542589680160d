/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_CLOCK_H
#define ERRDIFF_CLOCK_H

/* Milliseconds on a monotonic clock. Only differences between two calls have a meaning. */
double errdiff_now_ms(void);

#endif

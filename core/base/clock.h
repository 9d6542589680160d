/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_CLOCK_H
#define ERRDIFF_CLOCK_H

/* Milliseconds since some moment, which later calls share; it never falls. */
double errdiff_now_ms(void);

#endif

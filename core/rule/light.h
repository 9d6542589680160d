/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tone curve of sRGB (IEC 61966-2-1), which converts between display values and light. */
#ifndef ERRDIFF_LIGHT_H
#define ERRDIFF_LIGHT_H

#include <stdint.h>

/* The light, 0..1, of a display value, 0..1, and the inverse function. */
double errdiff_light(double value);
double errdiff_display(double light);

/* Sets table[0..2^bits − 1] to the light, 0..65535, of each display value of 8 or 16 bits. */
void errdiff_light_table(uint16_t *table, int bits);

#endif

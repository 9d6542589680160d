/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tone curve of sRGB (IEC 61966-2-1): between display values and light. */
#ifndef ERRDIFF_LIGHT_H
#define ERRDIFF_LIGHT_H

#include <stdint.h>

/* Light, 0..1, of a display value, 0..1, and the way back. */
double errdiff_light(double value);
double errdiff_display(double light);

/* The light of each display value of `bits` bits, 8 or 16, as 0..65535: table[0..2^bits − 1]. */
void errdiff_light_table(uint16_t *table, int bits);

#endif

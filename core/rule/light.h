/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of the sRGB curve, from display values to light, in integers. errdiff.h declares the
 * curve for real numbers. */
#ifndef ERRDIFF_LIGHT_H
#define ERRDIFF_LIGHT_H

#include <stdint.h>

/* Sets table[0..2^bits − 1] to the light, 0..65535, of each display value of 8 or 16 bits. */
void errdiff_light_table(uint16_t *table, int bits);

#endif

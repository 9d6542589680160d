/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gamut mapping in the reference: colors that a palette cannot mix are replaced first. */
#ifndef REFERENCE_GAMUT_H
#define REFERENCE_GAMUT_H

#include <stdint.h>

struct reference_gamut;

/*
 * For `count` colors with values of 0..W. `is_light`: the values are light, else display values.
 * `compress` is in percent; 0: colors are only clipped. Freed with free(). NULL: not enough
 * memory.
 */
struct reference_gamut *reference_gamut_make(const int64_t colors[][3], int count, int64_t W,
                                             int is_light, int compress);

/* Replaces a color outside the hull of the palette, or any where lightness is compressed. */
void reference_gamut_map(struct reference_gamut *gamut, int64_t v[3]);

#endif

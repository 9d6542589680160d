/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_COLOR_NUMBERS_H
#define PLUGIN_COLOR_NUMBERS_H

#include "dithering.h"

enum { COLOR_NUMBER_SLOTS = 1024, NO_COLOR_NUMBER = -1 };

/* A hash table with open addressing, a quarter full at most. */
typedef struct {
    guint32 color[COLOR_NUMBER_SLOTS];
    gint number[COLOR_NUMBER_SLOTS]; /* NO_COLOR_NUMBER: the slot is empty */
} ColorNumbers;

/* Prepares the numbers of a palette. A color that is in it twice has the number of the first. */
void color_numbers_begin(ColorNumbers *numbers, const errdiff_palette *palette);

/* Sets of_pixels[x] to the number of pixel x of row y, for all of the row: NO_COLOR_NUMBER if the
 * pixel was not dithered, or if its color is not in the palette. A result that has numbers itself
 * has them here, too, whatever the palette. */
void color_numbers_of_row(const ColorNumbers *numbers, const DitherResult *result, gint y,
                          gint *of_pixels);

#endif

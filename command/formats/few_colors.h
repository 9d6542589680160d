/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Images of few colors, which files store as numbers of few bits. */
#ifndef CLI_FEW_COLORS_H
#define CLI_FEW_COLORS_H

#include "memory_image.h"

/* With so many slots at least half of all multipliers give each of 256 colors a slot of its own
 * (Dietzfelbinger, Hagerup, Katajainen and Penttonen 1997). */
enum { FEW_COLORS_SLOT_BITS = 17 };

/* How the numbers of the colors image->few are found. */
struct few_colors {
    const errdiff_palette *palette;
    int channels, bits; /* of the image */
    int number_bits;    /* the fewest of 1, 2, 4 and 8 that hold the numbers of all colors */
    int gray_bits;      /* as many bits hold all colors as a gray from black to white; 0: no 1, 2
                          * or 4 do */
    uint32_t colors[ERRDIFF_MAX_COLORS]; /* 0xRRGGBB */
    uint32_t multiplier;                 /* gives colors their slots */
    uint8_t numbers[1 << FEW_COLORS_SLOT_BITS];
};

/* Prepares numbers for the rows of an image of this shape, which has `few`. */
void few_colors_prepare(struct few_colors *few, const struct image *shape);

/* Sets `numbers` to those of the `width` pixels of a row of samples. Returns false if a pixel has
 * none of the colors. */
bool few_colors_of_row(const struct few_colors *few, const void *row, int width, uint8_t *numbers);

/* The gray of color `number` with `few->gray_bits` bits. */
uint8_t few_colors_gray(const struct few_colors *few, int number);

#endif

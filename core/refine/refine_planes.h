/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a search by the processor keeps of an image. */
#ifndef ERRDIFF_REFINE_PLANES_H
#define ERRDIFF_REFINE_PLANES_H

#include "refine_rule.h"
#include "refine_spread.h"

#include <stddef.h>
#include <stdint.h>

enum {
    ERRDIFF_REFINE_SIDE = ERRDIFF_REFINE_TILE + 2 * ERRDIFF_REFINE_MARGIN,
    ERRDIFF_REFINE_TILE_BLOCKS = ERRDIFF_REFINE_SIDE / ERRDIFF_REFINE_BLOCK,
    ERRDIFF_REFINE_ALIGNMENT = 64, /* of tiles and seen errors: that of the longest vectors */
};

/* `numbers` and `stays` have a number for each pixel, row by row. */
struct errdiff_refine_planes {
    const struct errdiff_refine_tables *tables;
    const struct errdiff_refine_spread *spreads;
    int32_t part[ERRDIFF_EYE_CHANNELS][ERRDIFF_REFINE_COLORS]; /* of the colors, if listed */
    int width, height;
    const errdiff_image *in;               /* the original */
    const struct errdiff_pixel_rule *rule; /* how its values are read */
    const uint8_t *mask;   /* 0: the pixel does not count, and stays; NULL: all count */
    ptrdiff_t mask_stride; /* bytes */
    const uint8_t *stays;  /* 1: the pixel counts but stays; NULL: none stays so */
    int32_t *numbers;      /* of each pixel's color */
    /* The seen errors: those of each block together, row by row of blocks, and of a block those of
     * each part, row by row. A tile with what surrounds it is then in few pages of memory. */
    int32_t *errors;
    int32_t *sums; /* of luminance's differences in each block, row by row of blocks */
    int blocks_across;
};

#endif

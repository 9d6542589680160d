/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A tile of the search after the dithering, with what surrounds it as far as changes in it reach.
 * The code is compiled once for each instruction set.
 */
#ifndef ERRDIFF_REFINE_TILE_H
#define ERRDIFF_REFINE_TILE_H

#include "refine_rule.h"
#include "refine_spread.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ERRDIFF_REFINE_SIDE = ERRDIFF_REFINE_TILE + 2 * ERRDIFF_REFINE_MARGIN,
    ERRDIFF_REFINE_TILE_BLOCKS = ERRDIFF_REFINE_SIDE / ERRDIFF_REFINE_BLOCK
};

/* What a search by the processor keeps of an image. Planes have `width` numbers in each row. */
struct errdiff_refine_planes {
    const struct errdiff_refine_tables *tables;
    const struct errdiff_refine_spread *spreads;
    int width, height;
    uint16_t *values;      /* 0..65535, of each channel of each pixel */
    const uint8_t *mask;   /* 0: the pixel does not count, and stays; NULL: all count */
    ptrdiff_t mask_stride; /* bytes */
    const uint8_t *stays;  /* 1: the pixel counts but stays, without gaps; NULL: none stays so */
    int32_t *numbers;      /* of each pixel's color */
    int32_t *errors;       /* the planes of seen errors, one after the other */
    int32_t *sums;         /* of luminance's differences in each block, row by row of blocks */
    int blocks_across;
};

/* Pixel (x, y) of the tile is in column ERRDIFF_REFINE_MARGIN + x of row ERRDIFF_REFINE_MARGIN + y
 * of each plane. */
struct errdiff_refine_tile {
    int32_t error[ERRDIFF_EYE_CHANNELS]
                 [ERRDIFF_REFINE_SIDE * ERRDIFF_REFINE_SIDE + ERRDIFF_EYE_ROW];
    int32_t rough[ERRDIFF_EYE_CHANNELS][ERRDIFF_REFINE_SIDE * ERRDIFF_REFINE_SIDE];
    int32_t number[ERRDIFF_REFINE_SIDE * ERRDIFF_REFINE_SIDE];
    int32_t may_change[ERRDIFF_REFINE_SIDE * ERRDIFF_REFINE_SIDE]; /* 0 or −1 */
    int32_t sum[ERRDIFF_REFINE_TILE_BLOCKS][ERRDIFF_REFINE_TILE_BLOCKS];
    int32_t of_block[ERRDIFF_REFINE_TILE_BLOCKS][ERRDIFF_REFINE_TILE_BLOCKS]; /* for these sums */
};

/* The functions for one instruction set. `column` and `row` count tiles. */
struct errdiff_refine_code {
    /* Finds the seen errors of the tile's pixels and the sums of its blocks. */
    void (*start)(const struct errdiff_refine_planes *planes, int column, int row,
                  struct errdiff_refine_tile *scratch);
    /* Visits the pixels of the tile once. Returns whether any has changed. */
    bool (*visit)(const struct errdiff_refine_planes *planes, int column, int row,
                  struct errdiff_refine_tile *scratch);
};

extern const struct errdiff_refine_code errdiff_refine_avx512, errdiff_refine_avx2,
    errdiff_refine_sse41, errdiff_refine_neon, errdiff_refine_c;

#endif

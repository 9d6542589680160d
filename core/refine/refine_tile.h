/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A tile of the search after the dithering, with what surrounds it as far as changes in it reach.
 * The code is compiled once for each instruction set.
 */
#ifndef ERRDIFF_REFINE_TILE_H
#define ERRDIFF_REFINE_TILE_H

#include "refine_start.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>

/* Pixel (x, y) of the tile is in column ERRDIFF_REFINE_MARGIN + x of row ERRDIFF_REFINE_MARGIN + y
 * of each plane. */
struct errdiff_refine_tile {
    alignas(ERRDIFF_REFINE_ALIGNMENT) int32_t
        error[ERRDIFF_EYE_CHANNELS][ERRDIFF_REFINE_SIDE * ERRDIFF_REFINE_SIDE + ERRDIFF_EYE_ROW];
    int32_t rough[ERRDIFF_EYE_CHANNELS][ERRDIFF_REFINE_SIDE * ERRDIFF_REFINE_SIDE];
    int32_t number[ERRDIFF_REFINE_SIDE * ERRDIFF_REFINE_SIDE];
    int32_t may_change[ERRDIFF_REFINE_SIDE * ERRDIFF_REFINE_SIDE]; /* 0 or −1 */
    int32_t sum[ERRDIFF_REFINE_TILE_BLOCKS][ERRDIFF_REFINE_TILE_BLOCKS];
    int32_t of_block[ERRDIFF_REFINE_TILE_BLOCKS][ERRDIFF_REFINE_TILE_BLOCKS]; /* for these sums */
};

/* The functions for one instruction set. */
struct errdiff_refine_code {
    errdiff_refine_start_function *start;
    /* Visits the pixels of the tile in this column and row of tiles once. Returns whether any has
     * changed. */
    bool (*visit)(const struct errdiff_refine_planes *planes, int column, int row,
                  struct errdiff_refine_tile *scratch);
};

extern const struct errdiff_refine_code errdiff_refine_avx512, errdiff_refine_avx2,
    errdiff_refine_sse41, errdiff_refine_neon, errdiff_refine_c;

#endif

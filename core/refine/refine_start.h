/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The seen errors of a result, from which a search starts. The code is compiled once for each
 * instruction set. */
#ifndef ERRDIFF_REFINE_START_H
#define ERRDIFF_REFINE_START_H

#include "refine_planes.h"

#include <stdalign.h>
#include <stdint.h>

enum {
    /* The first seen errors are found for so many tiles together, of a row and in rows. */
    ERRDIFF_REFINE_GROUP_ACROSS = 4,
    ERRDIFF_REFINE_GROUP_DOWN = 2,
    ERRDIFF_REFINE_GROUP_WIDTH =
        ERRDIFF_REFINE_GROUP_ACROSS * ERRDIFF_REFINE_TILE + 2 * ERRDIFF_REFINE_MARGIN,
    ERRDIFF_REFINE_GROUP_HEIGHT =
        ERRDIFF_REFINE_GROUP_DOWN * ERRDIFF_REFINE_TILE + 2 * ERRDIFF_REFINE_MARGIN
};

/* The differences of a group of tiles' pixels, and of those that they see. Pixel (x, y) of the
 * group is in column ERRDIFF_REFINE_MARGIN + x of row ERRDIFF_REFINE_MARGIN + y. */
struct errdiff_refine_group {
    alignas(ERRDIFF_REFINE_ALIGNMENT) int32_t
        difference[ERRDIFF_EYE_CHANNELS][ERRDIFF_REFINE_GROUP_HEIGHT][ERRDIFF_REFINE_GROUP_WIDTH];
};

/* Finds the seen errors of the pixels of a group of tiles, and the sums of their blocks. The first
 * tile is the one in this column and row of tiles. */
typedef void errdiff_refine_start_function(const struct errdiff_refine_planes *planes, int column,
                                           int row, struct errdiff_refine_group *scratch);

extern errdiff_refine_start_function errdiff_refine_start_avx512, errdiff_refine_start_avx2,
    errdiff_refine_start_sse41, errdiff_refine_start_neon, errdiff_refine_start_c;

#endif

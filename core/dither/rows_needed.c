/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Says how many rows of an image decide the first rows of its result. */
#include "errdiff.h"

#include "refine/refine_rule.h"

/* In a pass a tile of the second row of tiles depends on the first and the third one, and the third
 * one on the fourth of the pass before. The errors that are seen in the last one of these reach
 * into one more. */
static int64_t searched_rows(int rows, int passes)
{
    const int64_t tile = ERRDIFF_REFINE_TILE;
    return (rows + tile - 1) / tile * tile + (2 * passes + 1) * tile;
}

int errdiff_rows_needed(const errdiff_options *options, int rows)
{
    int64_t needed =
        options->refine > 0 ? searched_rows(rows, options->refine) : rows + (options->detail != 0);
    return needed < ERRDIFF_MAX_SIDE ? (int)needed : ERRDIFF_MAX_SIDE;
}

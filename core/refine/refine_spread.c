/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the weights that changes add to the seen errors around them. */
#include "refine_spread.h"

#include <stdbool.h>
#include <string.h>

static int32_t weight_at(const struct errdiff_eye *eye, int part, int x, int y)
{
    int down = y < 0 ? -y : y;
    return down > eye->reach ? 0 : eye->weight[part][down][ERRDIFF_EYE_CENTER + x];
}

static void make(const struct errdiff_eye *eye, int number, struct errdiff_refine_spread *spread)
{
    bool is_swap = number != ERRDIFF_REFINE_ALONE;
    int dx = 0, dy = 0;
    if (is_swap)
        errdiff_refine_neighbor(number, &dx, &dy);
    memset(spread, 0, sizeof *spread);
    spread->left = eye->reach + is_swap;
    spread->top = eye->reach + is_swap;
    spread->columns = 2 * spread->left + 1;
    spread->rows = spread->top + 1 + eye->reach;
    for (int kind = 0; kind < 2; kind++)
        for (int row = 0; row < spread->rows; row++)
            for (int column = 0; column < spread->columns; column++) {
                int x = column - spread->left, y = row - spread->top;
                int32_t weight = weight_at(eye, kind, x, y);
                if (is_swap)
                    weight -= weight_at(eye, kind, x - dx, y - dy);
                spread->weight[kind][row][ERRDIFF_REFINE_SPREAD_BEFORE + column] = (uint16_t)weight;
            }
}

void errdiff_refine_spreads_make(const struct errdiff_eye *eye,
                                 struct errdiff_refine_spread spreads[ERRDIFF_REFINE_SPREADS])
{
    for (int i = 0; i < ERRDIFF_REFINE_SPREADS; i++)
        make(eye, i, &spreads[i]);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support.h"

#include "mask.h"

#include <stdbool.h>
#include <stdlib.h>

struct candidate {
    int dx, dy;
    double size; /* |M|, or 0 for all */
};

enum { MAX_CANDIDATES = (ERRDIFF_HOLOGRAM_REACH + 1) * (2 * ERRDIFF_HOLOGRAM_REACH + 1) };

static int compare(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    if (a->size != b->size)
        return a->size > b->size ? -1 : 1;
    int a_square = a->dx * a->dx + a->dy * a->dy, b_square = b->dx * b->dx + b->dy * b->dy;
    if (a_square != b_square)
        return a_square - b_square;
    return a->dy != b->dy ? a->dy - b->dy : a->dx - b->dx;
}

/* Chooses the first `count` candidates, ordered by |M| and then by distance or, if mask is NULL,
 * only by distance. */
static struct errdiff_hologram_support choose(int count, int slope,
                                              const struct errdiff_hologram_mask *mask)
{
    struct candidate candidates[MAX_CANDIDATES];
    size_t found = 0;
    for (int dy = 0; dy <= ERRDIFF_HOLOGRAM_REACH; dy++)
        for (int dx = -ERRDIFF_HOLOGRAM_REACH; dx <= ERRDIFF_HOLOGRAM_REACH; dx++) {
            bool is_before = dy == 0 ? dx > 0 : slope == 0 || dx > -dy * slope;
            if (is_before)
                candidates[found++] = (struct candidate){
                    .dx = dx,
                    .dy = dy,
                    .size = mask ? cabs(errdiff_hologram_mask_at(mask, dx, dy)) : 0,
                };
        }
    qsort(candidates, found, sizeof *candidates, compare);
    struct errdiff_hologram_support support = {.count = count};
    for (int i = 0; i < count; i++) {
        support.dx[i] = (int8_t)candidates[i].dx;
        support.dy[i] = (int8_t)candidates[i].dy;
    }
    return support;
}

struct errdiff_hologram_support errdiff_hologram_nearest_support(int count, int slope)
{
    return choose(count, slope, NULL);
}

struct errdiff_hologram_support
errdiff_hologram_largest_support(int count, int slope, const struct errdiff_hologram_mask *mask)
{
    return choose(count, slope, mask);
}

struct errdiff_hologram_support errdiff_hologram_fs_support(void)
{
    return (struct errdiff_hologram_support){.count = 4, .dx = {1, -1, 0, 1}, .dy = {0, 1, 1, 1}};
}

int errdiff_hologram_support_slope(const struct errdiff_hologram_support *support)
{
    int slope = 1;
    for (int i = 0; i < support->count; i++) {
        int needed = support->dx[i] < 0 ? -support->dx[i] / support->dy[i] + 1 : 1;
        slope = needed > slope ? needed : slope;
    }
    return slope;
}

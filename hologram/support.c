/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the neighbors that a pixel collects errors from: the support of a hogel's weights. */
#include "support.h"

#include <stdbool.h>
#include <stdlib.h>

static int compare(const void *left, const void *right)
{
    const struct errdiff_hologram_neighbor *a = left, *b = right;
    if (a->size != b->size)
        return a->size > b->size ? -1 : 1;
    int a_square = a->dx * a->dx + a->dy * a->dy, b_square = b->dx * b->dx + b->dy * b->dy;
    if (a_square != b_square)
        return a_square - b_square;
    return a->dy != b->dy ? a->dy - b->dy : a->dx - b->dx;
}

int errdiff_hologram_neighbors_list(
    int slope, struct errdiff_hologram_neighbor neighbors[ERRDIFF_HOLOGRAM_NEIGHBORS])
{
    int count = 0;
    for (int dy = 0; dy <= ERRDIFF_HOLOGRAM_REACH; dy++)
        for (int dx = -ERRDIFF_HOLOGRAM_REACH; dx <= ERRDIFF_HOLOGRAM_REACH; dx++) {
            bool is_before = dy == 0 ? dx > 0 : slope == 0 || dx > -dy * slope;
            if (is_before)
                neighbors[count++] = (struct errdiff_hologram_neighbor){.dx = dx, .dy = dy};
        }
    return count;
}

void errdiff_hologram_neighbors_sort(struct errdiff_hologram_neighbor *neighbors, int count)
{
    qsort(neighbors, (size_t)count, sizeof *neighbors, compare);
}

struct errdiff_hologram_support
errdiff_hologram_support_of(const struct errdiff_hologram_neighbor *neighbors, int count)
{
    struct errdiff_hologram_support support = {.count = count};
    for (int i = 0; i < count; i++) {
        support.dx[i] = (int8_t)neighbors[i].dx;
        support.dy[i] = (int8_t)neighbors[i].dy;
    }
    return support;
}

struct errdiff_hologram_support errdiff_hologram_nearest_support(int count, int slope)
{
    struct errdiff_hologram_neighbor neighbors[ERRDIFF_HOLOGRAM_NEIGHBORS];
    errdiff_hologram_neighbors_sort(neighbors, errdiff_hologram_neighbors_list(slope, neighbors));
    return errdiff_hologram_support_of(neighbors, count);
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

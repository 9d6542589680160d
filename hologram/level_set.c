/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists what a display shows for its levels, and which of them are alike. */
#include "leak.h"
#include "level_search.h"
#include "shown_levels.h"

#include <math.h>
#include <stdlib.h>

/* Puts a level into a list of the nearest ones if it is one of them. Distances rise; equal ones
 * stay in the order in which they come. */
static void insert(uint16_t *nearest, float *distances, int tries, int level, float distance)
{
    int place = tries;
    while (place > 0 && distance < distances[place - 1])
        place--;
    if (place == tries)
        return;
    for (int i = tries - 1; i > place; i--) {
        nearest[i] = nearest[i - 1];
        distances[i] = distances[i - 1];
    }
    nearest[place] = (uint16_t)level;
    distances[place] = distance;
}

/* Levels that were not measured are in order, and those near in the table are near in value. */
static void find_nearest(struct errdiff_level_set *set, int level, bool is_in_order)
{
    float distances[ERRDIFF_LEVEL_TRIES];
    int count = is_in_order && set->count > 4 * ERRDIFF_LEVEL_TRIES ? 2 * ERRDIFF_LEVEL_TRIES + 1
                                                                    : set->count;
    int first = count < set->count ? level + set->count - ERRDIFF_LEVEL_TRIES : 0;
    for (int i = 0; i < ERRDIFF_LEVEL_TRIES; i++)
        distances[i] = INFINITY;
    for (int i = 0; i < count; i++) {
        int other = (first + i) % set->count;
        if (other != level)
            insert(set->nearest[level], distances, set->tries, other,
                   errdiff_hologram_distance(set->values[other], set->values[level]));
    }
}

bool errdiff_level_set_make(struct errdiff_level_set *set, const errdiff_hologram_options *options)
{
    struct errdiff_shown_levels shown = errdiff_shown_levels_of(options);
    size_t count = (size_t)options->levels;
    *set = (struct errdiff_level_set){
        .values = malloc(count * sizeof *set->values),
        .nearest = calloc(count, sizeof *set->nearest),
        .count = options->levels,
        .tries = options->levels > ERRDIFF_LEVEL_TRIES ? ERRDIFF_LEVEL_TRIES : options->levels - 1};
    if (!set->values || !set->nearest)
        return false;
    float modulated = (float)errdiff_leak_of(options).modulated;
    for (int k = 0; k < set->count; k++) {
        errdiff_complex value = errdiff_shown_level(&shown, k);
        set->values[k] = (errdiff_complex){modulated * value.re, modulated * value.im};
    }
    for (int k = 0; k < set->count; k++)
        find_nearest(set, k, !options->level_values);
    return true;
}

void errdiff_level_set_release(struct errdiff_level_set *set)
{
    free(set->values);
    free(set->nearest);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colors that are in the palette, or are levels, and so need no dithering. */
#ifndef ERRDIFF_EXACT_H
#define ERRDIFF_EXACT_H

#include "rule/rule.h"

enum { ERRDIFF_EXACT_SLOTS = 1024 };

/* A hash table of the colors of a palette; with levels it is not used. */
struct errdiff_exact {
    const struct errdiff_pixel_rule *rule;
    int16_t slots[ERRDIFF_EXACT_SLOTS]; /* the number of a color; −1: none */
};

/* `rule` must stay where it is as long as *exact is used. */
void errdiff_exact_make(struct errdiff_exact *exact, const struct errdiff_pixel_rule *rule);

/* Whether the values of a pixel, one for each dithered channel, are those of a level each, or of a
 * color of the palette. Sets level[] to the numbers of the levels; with a palette level[0] is that
 * of the first such color. */
bool errdiff_exact_find(const struct errdiff_exact *exact, const int32_t value[3],
                        int32_t level[3]);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Colors that are in the palette, or are levels, and so need no dithering. What counts is the
 * display value, in 8 bits if W is 255, else in 16: in linear light, several dark ones have the
 * same value v.
 */
#ifndef ERRDIFF_EXACT_H
#define ERRDIFF_EXACT_H

#include "rule/rule.h"

enum { ERRDIFF_EXACT_SLOTS = 1024 };

/* A hash table of the colors of a palette; with levels it is not used. */
struct errdiff_exact {
    const struct errdiff_pixel_rule *rule;
    bool by_light;  /* v is light, so that display values count */
    int level_unit; /* of the samples of levels, in display values: 1, or 257 for 8 bits in 16 */
    int16_t slots[ERRDIFF_EXACT_SLOTS]; /* the number of a color; −1: none */
};

/* For results with samples of `out_bits` bits. If `is_relative`, pixels are compared with colors
 * after they became relative to the palette, by v alone. `rule` must stay where it is as long as
 * *exact is used. */
void errdiff_exact_make(struct errdiff_exact *exact, const struct errdiff_pixel_rule *rule,
                        int out_bits, bool is_relative);

/* Whether a pixel, with the values v and the display values of each dithered channel, is at a level
 * in each, or is a color of the palette. Sets level[] to the numbers of the levels; with a palette
 * level[0] is that of the first such color. */
bool errdiff_exact_find(const struct errdiff_exact *exact, const int32_t value[3],
                        const int32_t display[3], int32_t level[3]);

#endif

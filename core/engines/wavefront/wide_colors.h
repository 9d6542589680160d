/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds colors of any palette in 32-bit lanes: among all colors, or in the cells of the rule's
 * search, whichever is faster. struct errdiff_wide_palette says how. */
#ifndef ERRDIFF_WIDE_COLORS_H
#define ERRDIFF_WIDE_COLORS_H

#include "base/vector.h"
#include "wide_oklab.h"
#include "wide_plan.h"

/* A color in each lane. */
struct color {
    v32 color;     /* as in errdiff_wide_palette.packed */
    v32 red_green; /* of light: p of red, and that of green << 16 */
};

INLINE v32 number_of(struct color found)
{
    return (v32)((v32u)found.color >> 24);
}

/* An entry of a table with one for each color. */
INLINE v32 look_up(const struct errdiff_wide_palette *palette, const int32_t table[256], v32 number)
{
    return palette->count <= 32 ? v32_look_up_32(table, number) : v32_gather(table, number);
}

/* ---- Among all colors ----------------------------------------------------------------------- */

SEPARATE static v32 nearest_in_integers(const struct errdiff_wide_palette *palette, v32 red,
                                        v32 green, v32 blue)
{
    const struct errdiff_wide_factors *factors = &palette->factors;
    v16 red_green = (v16)((red << 1 & UINT16_MAX) | green << 17);
    v16 only_blue = (v16)(blue << 1 & UINT16_MAX);
    v32 nearest = v32_all(INT32_MAX);
    for (int i = 0; i < palette->count; i++)
        nearest =
            v32_min(nearest, v16_sum_of_products(red_green, (v16)v32_all(factors->red_green[i])) +
                                 v16_sum_of_products(only_blue, (v16)v32_all(factors->blue[i])) +
                                 v32_all(factors->constant[i]));
    return v32_gather(palette->packed, nearest & UINT8_MAX);
}

SEPARATE static v32 nearest_in_doubles(const struct errdiff_wide_palette *palette, v32 red,
                                       v32 green, v32 blue)
{
    const struct errdiff_wide_double_factors *factors = &palette->double_factors;
    const struct v32_doubles u[3] = {v32_to_doubles(red), v32_to_doubles(green),
                                     v32_to_doubles(blue)};
    struct v32_doubles nearest;
    nearest.half[0] = nearest.half[1] = v64f_all(0x1p51);
    for (int i = 0; i < palette->count; i++)
        for (int h = 0; h < 2; h++) {
            v64f sum = v64f_all(factors->constant[i]);
            for (int c = 0; c < 3; c++)
                sum = v64f_multiply_add(u[c].half[h], v64f_all(factors->color[i][c]), sum);
            nearest.half[h] = v64f_min(nearest.half[h], sum);
        }
    return look_up(palette, palette->packed, v32_from_doubles(nearest) & UINT8_MAX);
}

/* ---- In cells ------------------------------------------------------------------------------- */

/* The numbers of the parts in which u lies, in cells with parts 2^shift wide. */
INLINE v32 number_of_parts(int32_t shift, const v32 sought[3])
{
    v32 number = {0};
    for (int c = 0; c < 3; c++)
        number = number << ERRDIFF_PART_BITS |
                 (sought[c] >> shift & v32_all((1 << ERRDIFF_PART_BITS) - 1));
    return number;
}

/* The numbers of the cells of the exact search, not of their parts. A cell outside of 0..16·W is
 * twice as wide as those inside, of which there are 16. */
INLINE v32 number_of_cells(const struct errdiff_search *search, const v32 sought[3])
{
    const v32 inside = v32_all(ERRDIFF_CELLS_PER_SIDE / 2);
    v32 number = {0};
    for (int c = 0; c < 3; c++) {
        v32 cell = sought[c] >> search->cell_shift, within = v32_clamp(cell, v32_all(0), inside);
        number = number * ERRDIFF_CELLS_PER_SIDE +
                 (((cell - within) >> 1) + within + v32_all(ERRDIFF_CELLS_PER_SIDE / 4));
    }
    return number;
}

/* The entries in which the lanes find their colors; `colors` are those of the first one. `count` is
 * 0 or 1 for a single entry. */
struct entries {
    v32 first, count, colors[ERRDIFF_ENTRY_COLORS];
};

INLINE struct entries find_entries(const struct errdiff_search *search, const v32 sought[3])
{
    const int32_t *from = (const int32_t *)search->entries;
    struct entries entries = {.first = number_of_cells(search, sought)};
    v32 *colors = entries.colors;
    v32_load_eights(from, entries.first, colors);
    for (int32_t shift = search->cell_shift;;) {
        v32 next = colors[ERRDIFF_ENTRY_COLORS - 1];
        mask32 is_elsewhere = v32u_above((v32u)colors[0], (v32u)next);
        if (!mask32_is_any(is_elsewhere))
            return entries;
        shift -= ERRDIFF_PART_BITS;
        next += number_of_parts(shift, sought) & (colors[1] == 0);
        entries.count = v32_choose(is_elsewhere, entries.count, colors[1]);
        entries.first = v32_choose(is_elsewhere, entries.first, next);
        v32_load_eights(from, entries.first, colors);
    }
}

/* Goes to the next entry in the lanes that have one, and returns whether any of them has. */
INLINE bool find_next(const struct errdiff_search *search, struct entries *entries)
{
    mask32 is_left = v32_above(entries->count, v32_all(1));
    if (!mask32_is_any(is_left))
        return false;
    entries->first = v32_add_where(is_left, entries->first, v32_all(1));
    entries->count = v32_sub_where(is_left, entries->count, v32_all(1));
    v32_load_eights((const int32_t *)search->entries, entries->first, entries->colors);
    return true;
}

/* The nearest color of a lane, and the squared distances from it and from the nearest one after it,
 * which is set only if it is needed. */
struct nearest {
    v32 color, distance, second;
};

/* `sought` says in which cells u lies, and `u` what the 8-bit colors are compared with. */
INLINE struct nearest compare_entries(const struct errdiff_search *search, const v32 sought[3],
                                      const v32 u[3], bool needs_second)
{
    struct entries entries = find_entries(search, sought);
    v16 red_blue = (v16)((u[0] & UINT16_MAX) | u[2] << 16), only_green = (v16)(u[1] & UINT16_MAX);
    struct nearest nearest = {.distance = v32_all(INT32_MAX), .second = v32_all(INT32_MAX)};
    do {
#pragma GCC unroll 8
        for (int i = 0; i < ERRDIFF_ENTRY_COLORS; i++) {
            v32 color = entries.colors[i];
            v32 reds_and_blues = (color & 0xFF00FF) << ERRDIFF_FRACTION_BITS;
            v32 greens = color >> (8 - ERRDIFF_FRACTION_BITS) & UINT8_MAX << ERRDIFF_FRACTION_BITS;
            v16 one = red_blue - (v16)reds_and_blues, other = only_green - (v16)greens;
            v32 distance = v16_sum_of_products(one, one) + v16_sum_of_products(other, other);
            /* The nearest color may come again, since entries repeat colors. */
            v32 farther = v32_max(nearest.distance, distance) | (color == nearest.color);
            if (needs_second)
                nearest.second = (v32)v32u_min((v32u)nearest.second, (v32u)farther);
            nearest.color = v32_choose(v32_above(nearest.distance, distance), nearest.color, color);
            nearest.distance = v32_min(nearest.distance, distance);
        }
    } while (find_next(search, &entries));
    return nearest;
}

SEPARATE static v32 nearest_in_entries(const struct errdiff_search *search, v32 red, v32 green,
                                       v32 blue)
{
    const v32 sought[3] = {red, green, blue};
    return compare_entries(search, sought, sought, false).color;
}

/* u of 8-bit values from that of 16-bit values: u / 257, rounded. */
INLINE v32 as_bytes(v32 u)
{
    const int32_t white = UINT8_MAX << ERRDIFF_FRACTION_BITS;
    return v32_floor_of_product(u + (white * 257 + 128), 1.0f / 257) - white;
}

/*
 * In which lanes another color may be the nearest one, since u was rounded. By this, u moved by r <
 * 0.51 · √3, and |u − b|² − |u − a|² changed by at most 2 · r · |b − a| < 2 · (A + B), where A and
 * B are the distances from the colors a and b. So a is nearer before if it is after, and B² − A² ≥
 * 2 · (A + B), that is, B − A ≥ 2, or B² − A² − 4 ≥ 4 · A.
 */
INLINE mask32 is_uncertain(const struct nearest *nearest)
{
    enum { LARGEST = 46340 }; /* its square has 31 bits */
    v32 gap = v32_clamp(nearest->second - nearest->distance - 4, v32_all(0), v32_all(LARGEST));
    return v32u_above((v32u)(nearest->distance << 4) + 1, (v32u)(gap * gap));
}

/* Decides some lanes by the rule, one by one. They are rare. */
SEPARATE static struct color decide_by_rule(const struct errdiff_wide_palette *palette,
                                            const struct errdiff_search *search, v32 red, v32 green,
                                            v32 blue, v32 is_open, struct color found)
{
    for (int lane = 0; lane < LANES_32; lane++)
        if (is_open[lane]) {
            const int32_t one[3] = {red[lane], green[lane], blue[lane]};
            int32_t number = errdiff_nearest(search, one);
            found.color[lane] = palette->packed[number];
            found.red_green[lane] = palette->reds_and_greens[number];
        }
    return found;
}

/* The nearest colors for u of 16-bit values that are not light. These are rounded to 8 bits, and
 * the few lanes in which that may matter are decided by the rule. */
SEPARATE static v32 nearest_in_entries_of_bytes(const struct errdiff_wide_palette *palette,
                                                const struct errdiff_search *search, v32 red,
                                                v32 green, v32 blue)
{
    const v32 sought[3] = {red, green, blue};
    const v32 u[3] = {as_bytes(red), as_bytes(green), as_bytes(blue)};
    struct nearest nearest = compare_entries(search, sought, u, true);
    mask32 are_uncertain = is_uncertain(&nearest);
    if (!mask32_is_any(are_uncertain))
        return nearest.color;
    struct color found = {.color = nearest.color};
    return decide_by_rule(palette, search, red, green, blue, v32_where(are_uncertain, v32_all(1)),
                          found)
        .color;
}

/* The entries of light, or of OKLab, in which the lanes find their colors. */
struct word_entries {
    v32 colors[ERRDIFF_ENTRY_COLORS], reds_and_greens[ERRDIFF_ENTRY_COLORS];
};

/* The nearest color of light, and the squared distances from it and from the next nearest one: the
 * bits of floats that are not negative, which have the same order as integers. */
struct nearest_light {
    struct color at;
    v32 distance, second;
};

/* The nearest color of two, without the second distance. */
INLINE struct nearest_light nearer_light(const struct nearest_light *one,
                                         const struct nearest_light *other)
{
    mask32 is_other = v32_above(one->distance, other->distance);
    return (struct nearest_light){
        .at = {.color = v32_choose(is_other, one->at.color, other->at.color),
               .red_green = v32_choose(is_other, one->at.red_green, other->at.red_green)},
        .distance = v32_min(one->distance, other->distance)};
}

/* The nearest color of two sets. */
INLINE struct nearest_light nearest_of_sets(const struct nearest_light *one,
                                            const struct nearest_light *other)
{
    struct nearest_light nearest = nearer_light(one, other);
    nearest.second =
        v32_min(v32_max(one->distance, other->distance), v32_min(one->second, other->second));
    return nearest;
}

/* The color in place i of the entries of light, without a second distance. A place without a color
 * is far away, since its ERRDIFF_ENTRY_KIND counts as a part of blue. */
INLINE struct nearest_light light_at(const struct word_entries *entries, int i, const v32f u[3])
{
    v32 color = entries->colors[i], red_green = entries->reds_and_greens[i];
    v32f red = u[0] - v32_to_floats(red_green & UINT16_MAX);
    v32f green = u[1] - v32_to_floats((v32)((v32u)red_green >> 16));
    v32f blue = u[2] - v32_to_floats(color & (ERRDIFF_ENTRY_KIND | UINT16_MAX));
    v32f sum = v32f_multiply_add(red, red, v32f_multiply_add(green, green, blue * blue));
    return (struct nearest_light){.at = {color, red_green}, .distance = (v32)sum};
}

INLINE struct nearest_light nearest_of_entries(const struct word_entries *entries, const v32f u[3])
{
    enum { PAIRS = ERRDIFF_ENTRY_COLORS / 2 };
    struct nearest_light nearest[PAIRS];
#pragma GCC unroll 4
    for (int i = 0; i < PAIRS; i++) {
        struct nearest_light one = light_at(entries, i, u), other = light_at(entries, i + PAIRS, u);
        nearest[i] = nearer_light(&one, &other);
        nearest[i].second = v32_max(one.distance, other.distance);
    }
    for (int count = PAIRS / 2; count > 0; count /= 2)
        for (int i = 0; i < count; i++)
            nearest[i] = nearest_of_sets(&nearest[i], &nearest[i + count]);
    return nearest[0];
}

INLINE struct word_entries load_word_entries(const struct errdiff_search *search, v32 number)
{
    const int32_t *from = (const int32_t *)search->entries;
    struct word_entries entries;
    v32_load_eights(from, 2 * number, entries.colors);
    v32_load_eights(from, 2 * number + 1, entries.reds_and_greens);
    return entries;
}

/* Among the colors of all entries of the lanes' cells. */
INLINE struct nearest_light nearest_in_cells(const struct errdiff_search *search,
                                             const v32 sought[3], const v32f u[3])
{
    enum { LAST = ERRDIFF_ENTRY_COLORS - 1 };
    struct word_entries entries = load_word_entries(search, number_of_cells(search, sought));
    struct nearest_light nearest = nearest_of_entries(&entries, u);
    v32 kind = entries.colors[LAST] & ERRDIFF_ENTRY_KIND, next = entries.reds_and_greens[LAST];
    for (int32_t shift = search->cell_shift;;) {
        mask32 is_left = v32_above(kind, v32_all(ERRDIFF_ENTRY_EMPTY));
        if (!mask32_is_any(is_left))
            return nearest;
        /* Only parts need the width; a list may have more entries than a cell can be subdivided. */
        shift = shift > ERRDIFF_PART_BITS ? shift - ERRDIFF_PART_BITS : 0;
        mask32 is_divided = v32_equal(kind, v32_all(ERRDIFF_ENTRY_PARTS));
        next = v32_add_where(is_divided, next, number_of_parts(shift, sought));
        entries = load_word_entries(search, v32_where(is_left, next));
        struct nearest_light more = nearest_of_entries(&entries, u);
        more.distance = v32_choose(is_left, v32_all(INT32_MAX), more.distance);
        more.second = v32_choose(is_left, v32_all(INT32_MAX), more.second);
        nearest = nearest_of_sets(&nearest, &more);
        kind = v32_where(is_left, entries.colors[LAST] & ERRDIFF_ENTRY_KIND);
        next = entries.reds_and_greens[LAST];
    }
}

/* The nearest colors for u of light. Differences of components are exact in floats. A squared
 * distance is rounded three times, by at most 2^-24 of it each time, so two of them that differ by
 * 8 units in their last places have the right order. */
SEPARATE static struct color nearest_in_light_entries(const struct errdiff_wide_palette *palette,
                                                      const struct errdiff_search *search, v32 red,
                                                      v32 green, v32 blue)
{
    const v32 sought[3] = {red, green, blue};
    const float unit = 1.0f / (1 << ERRDIFF_FRACTION_BITS);
    const v32f u[3] = {v32_to_floats(red) * unit, v32_to_floats(green) * unit,
                       v32_to_floats(blue) * unit};
    struct nearest_light nearest = nearest_in_cells(search, sought, u);
    mask32 are_uncertain = v32_above(v32_all(8), nearest.second - nearest.distance);
    if (!mask32_is_any(are_uncertain))
        return nearest.at;
    return decide_by_rule(palette, search, red, green, blue, v32_where(are_uncertain, v32_all(1)),
                          nearest.at);
}

/* ---- With OKLab ---------------------------------------------------------------------------- */

/* The nearest colors, of few. */
SEPARATE static struct color nearest_in_oklab(const struct errdiff_wide_palette *palette,
                                              const struct errdiff_search *search, v32 red,
                                              v32 green, v32 blue)
{
    const v32 sought[3] = {red, green, blue};
    const int32_t last = palette->count <= 32 ? 31 : 255;
    v32f roots[3];
    roots_of(palette, sought, roots);
    v32 nearest = v32_all(INT32_MAX), second = v32_all(INT32_MAX);
    for (int i = 0; i < palette->count; i++) {
        const struct errdiff_wide_look *look = &palette->oklab.looks[i];
        v32f sum = v32f_all(look->constant);
        for (int k = 0; k < 3; k++)
            sum = v32f_multiply_add(roots[k], v32f_all(look->weights[k]), sum);
        v32 one = ((v32)sum & ~v32_all(last)) | v32_all(i);
        second = v32_min(second, v32_max(nearest, one));
        nearest = v32_min(nearest, one);
    }
    struct color found = {.color = look_up(palette, palette->packed, nearest & last)};
    if (palette->is_light)
        found.red_green = look_up(palette, palette->reds_and_greens, nearest & last);
    mask32 are_certain = v32f_above((v32f)second - (v32f)nearest, v32f_all(palette->oklab.margin));
    v32 is_open = v32_all(1) - v32_where(are_certain, v32_all(1));
    if (palette->count == 1 || !mask32_is_any(v32_above(is_open, v32_all(0))))
        return found;
    return decide_by_rule(palette, search, red, green, blue, is_open, found);
}

/* Distances to the nearest two colors: squared, in units of errdiff_entry_place, but with the number
 * of the color in the last eight bits. */
struct nearest_looks {
    v32 first, second;
};

INLINE struct nearest_looks nearest_looks_of(const struct word_entries *entries, const v32 at[3])
{
    struct nearest_looks nearest = {v32_all(INT32_MAX), v32_all(INT32_MAX)};
    v16 red_green = (v16)(at[0] | at[1] << 16), blue = (v16)at[2];
    mask32 is_elsewhere = v32_above(entries->colors[ERRDIFF_ENTRY_COLORS - 1] & ERRDIFF_ENTRY_KIND,
                                    v32_all(0));
#pragma GCC unroll 8
    for (int i = 0; i < ERRDIFF_ENTRY_COLORS; i++) {
        v16 one = red_green - (v16)entries->reds_and_greens[i];
        v16 other = (v16)((v32)(blue - (v16)entries->colors[i]) & UINT16_MAX);
        v32 distance = v16_sum_of_products(one, one) + v16_sum_of_products(other, other);
        v32 number = (v32)((v32u)entries->colors[i] >> 24);
        distance = (distance & ~UINT8_MAX) | number;
        if (i == ERRDIFF_ENTRY_COLORS - 1)
            distance = v32_choose(is_elsewhere, distance, v32_all(INT32_MAX));
        nearest.second = v32_min(nearest.second, v32_max(nearest.first, distance));
        nearest.first = v32_min(nearest.first, distance);
    }
    return nearest;
}

/* Where the mask holds, a lane has no color yet. */
INLINE void forget_looks(struct nearest_looks *nearest, mask32 mask)
{
    nearest->first = v32_choose(mask, nearest->first, v32_all(INT32_MAX));
    nearest->second = v32_choose(mask, nearest->second, v32_all(INT32_MAX));
}

INLINE struct nearest_looks nearest_looks_in_cells(const struct errdiff_search *search,
                                                   const v32 at[3])
{
    enum { LAST = ERRDIFF_ENTRY_COLORS - 1 };
    int32_t shift = search->cell_shift - ERRDIFF_ENTRY_SHIFT;
    v32 number = ((at[0] >> (shift + 1)) * ERRDIFF_CELLS_PER_SIDE + (at[1] >> shift)) *
                     ERRDIFF_CELLS_PER_SIDE +
                 (at[2] >> shift);
    struct word_entries entries = load_word_entries(search, number);
    struct nearest_looks nearest = nearest_looks_of(&entries, at);
    v32 kind = entries.colors[LAST] & ERRDIFF_ENTRY_KIND, next = entries.reds_and_greens[LAST];
    forget_looks(&nearest, v32_equal(kind, v32_all(ERRDIFF_ENTRY_PARTS)));
    for (;;) {
        mask32 is_left = v32_above(kind, v32_all(0));
        if (!mask32_is_any(is_left))
            return nearest;
        shift = shift > ERRDIFF_PART_BITS ? shift - ERRDIFF_PART_BITS : 0;
        mask32 is_divided = v32_equal(kind, v32_all(ERRDIFF_ENTRY_PARTS));
        const v32 part[3] = {at[0] >> 1, at[1], at[2]};
        next = v32_add_where(is_divided, next, number_of_parts(shift, part));
        entries = load_word_entries(search, v32_where(is_left, next));
        struct nearest_looks more = nearest_looks_of(&entries, at);
        kind = v32_where(is_left, entries.colors[LAST] & ERRDIFF_ENTRY_KIND);
        next = entries.reds_and_greens[LAST];
        forget_looks(&more, v32_equal(kind, v32_all(ERRDIFF_ENTRY_PARTS)));
        more.first = v32_choose(is_left, v32_all(INT32_MAX), more.first);
        more.second = v32_choose(is_left, v32_all(INT32_MAX), more.second);
        nearest.second =
            v32_min(v32_max(nearest.first, more.first), v32_min(nearest.second, more.second));
        nearest.first = v32_min(nearest.first, more.first);
    }
}

/*
 * In which lanes the nearest color is certain. Places are off by less than R = 2.2 units: each of
 * three components of u and of the color is rounded by half a unit, and that of u is off by 0.6
 * more. So the distances A and B of two colors have the right order if B − A > 2 · R, which is so if
 * B² − A² > 2 · R · (2 · A + 2 · R). 256 more are for the bits that numbers have replaced.
 */
INLINE mask32 are_certain_looks(const struct nearest_looks *nearest)
{
    const float twice = 2 * 2.2f;
    v32f gap = v32_to_floats(nearest->second - nearest->first) - (twice * twice + 256);
    gap = (v32f)v32_max((v32)gap, v32_all(0));
    return v32f_above(gap * gap, v32_to_floats(nearest->first) * (4 * twice * twice));
}

/* The nearest colors, of many. */
SEPARATE static struct color nearest_in_oklab_entries(const struct errdiff_wide_palette *palette,
                                                      const struct errdiff_search *search, v32 red,
                                                      v32 green, v32 blue)
{
    const v32 sought[3] = {red, green, blue};
    v32f roots[3];
    v32 at[3];
    roots_of(palette, sought, roots);
    entry_places_of(roots, at);
    struct nearest_looks nearest = nearest_looks_in_cells(search, at);
    v32 number = nearest.first & UINT8_MAX;
    struct color found = {.color = v32_gather(palette->packed, number)};
    if (palette->is_light)
        found.red_green = v32_gather(palette->reds_and_greens, number);
    v32 is_open = v32_all(1) - v32_where(are_certain_looks(&nearest), v32_all(1));
    if (!mask32_is_any(v32_above(is_open, v32_all(0))))
        return found;
    return decide_by_rule(palette, search, red, green, blue, is_open, found);
}

/* ---- Both ----------------------------------------------------------------------------------- */

/* Returns the color as in errdiff_wide_palette.packed; of light, not in entries. */
INLINE v32 find_packed(const struct errdiff_wide_palette *palette,
                       const struct errdiff_search *search, const v32 u[3])
{
    if (palette->uses_entries)
        return palette->has_bytes ? nearest_in_entries(search, u[0], u[1], u[2])
                                  : nearest_in_entries_of_bytes(palette, search, u[0], u[1], u[2]);
    return palette->has_bytes ? nearest_in_integers(palette, u[0], u[1], u[2])
                              : nearest_in_doubles(palette, u[0], u[1], u[2]);
}

/* Returns the color that the rule chooses for u. */
INLINE struct color find_color(const struct errdiff_wide_palette *palette,
                               const struct errdiff_search *search, const v32 u[3])
{
    if (palette->is_oklab && palette->uses_entries)
        return nearest_in_oklab_entries(palette, search, u[0], u[1], u[2]);
    if (palette->is_oklab)
        return nearest_in_oklab(palette, search, u[0], u[1], u[2]);
    if (palette->uses_entries && palette->is_light)
        return nearest_in_light_entries(palette, search, u[0], u[1], u[2]);
    struct color found = {.color = find_packed(palette, search, u)};
    if (palette->is_light)
        found.red_green = look_up(palette, palette->reds_and_greens, number_of(found));
    return found;
}

/* Sets 16 · p of each channel of a color. */
INLINE void unpack_color(const struct errdiff_wide_palette *palette, struct color found,
                         v32 output[3])
{
    if (palette->is_light) {
        output[0] = (found.red_green & UINT16_MAX) << ERRDIFF_FRACTION_BITS;
        output[1] = (v32)((v32u)found.red_green >> 16) << ERRDIFF_FRACTION_BITS;
        output[2] = (found.color & UINT16_MAX) << ERRDIFF_FRACTION_BITS;
        return;
    }
    for (int c = 0; c < 3; c++) {
        v32 p = found.color >> 8 * c & UINT8_MAX;
        if (!palette->has_bytes)
            p |= p << 8;
        output[c] = p << ERRDIFF_FRACTION_BITS;
    }
}

/* Sets what is written for a color in each channel. */
INLINE void look_up_stored(const struct errdiff_wide_palette *palette, struct color found,
                           v32 sample[3])
{
    v32 stored = found.color;
    if (palette->has_other_stored)
        stored = look_up(palette, palette->stored, number_of(found));
    for (int c = 0; c < 3; c++) {
        sample[c] = stored >> 8 * c & UINT8_MAX;
        if (palette->stores_words)
            sample[c] |= sample[c] << 8;
    }
}

#endif

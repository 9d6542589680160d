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

/* The entries of light in which the lanes find their colors. */
struct light_entries {
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
INLINE struct nearest_light light_at(const struct light_entries *entries, int i, const v32f u[3])
{
    v32 color = entries->colors[i], red_green = entries->reds_and_greens[i];
    v32f red = u[0] - v32_to_floats(red_green & UINT16_MAX);
    v32f green = u[1] - v32_to_floats((v32)((v32u)red_green >> 16));
    v32f blue = u[2] - v32_to_floats(color & (ERRDIFF_ENTRY_KIND | UINT16_MAX));
    v32f sum = v32f_multiply_add(red, red, v32f_multiply_add(green, green, blue * blue));
    return (struct nearest_light){.at = {color, red_green}, .distance = (v32)sum};
}

INLINE struct nearest_light nearest_of_entries(const struct light_entries *entries, const v32f u[3])
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

INLINE struct light_entries load_light_entries(const struct errdiff_search *search, v32 number)
{
    const int32_t *from = (const int32_t *)search->entries;
    struct light_entries entries;
    v32_load_eights(from, 2 * number, entries.colors);
    v32_load_eights(from, 2 * number + 1, entries.reds_and_greens);
    return entries;
}

/* Among the colors of all entries of the lanes' cells. */
INLINE struct nearest_light nearest_in_cells(const struct errdiff_search *search,
                                             const v32 sought[3], const v32f u[3])
{
    enum { LAST = ERRDIFF_ENTRY_COLORS - 1 };
    struct light_entries entries = load_light_entries(search, number_of_cells(search, sought));
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
        entries = load_light_entries(search, v32_where(is_left, next));
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

/* ---- With OKLab ----------------------------------------------------------------------------- */

/* The squared distances to the nearest two colors: the bits of floats, with the number of the color
 * in the last eight. */
struct nearest_looks {
    v32 first, second;
};

INLINE void compare_look(const float place[3], int number, const v32f at[3],
                         struct nearest_looks *nearest)
{
    v32f x = at[0] - v32f_all(place[0]), y = at[1] - v32f_all(place[1]),
         z = at[2] - v32f_all(place[2]);
    v32f sum = v32f_multiply_add(x, x, v32f_multiply_add(y, y, z * z));
    v32 distance = ((v32)sum & ~UINT8_MAX) | v32_all(number);
    nearest->second = v32_min(nearest->second, v32_max(nearest->first, distance));
    nearest->first = v32_min(nearest->first, distance);
}

/* Compares the colors that can be nearest in the cell of any lane. Lanes are close to each other,
 * so these are not many. */
INLINE struct nearest_looks nearest_looks_of(const struct errdiff_wide_oklab *oklab,
                                             const struct errdiff_search *search, const v32f at[3])
{
    const v32 cell[3] = {__builtin_convertvector(at[0], v32) >> 1,
                         __builtin_convertvector(at[1], v32), __builtin_convertvector(at[2], v32)};
    /* Volatile, since compilers would take the numbers from the vector one by one. */
    const volatile union {
        v32 vector;
        uint32_t numbers[LANES_32];
    } cells = {.vector =
                   (cell[0] * ERRDIFF_CELLS_PER_SIDE + cell[1]) * ERRDIFF_CELLS_PER_SIDE + cell[2]};
    enum { FAR = 0x60000000 }; /* as a float more than 10^19 */
    struct nearest_looks nearest = {v32_all(FAR), v32_all(FAR)};
    size_t words = (size_t)search->set_words;
    for (size_t word = 0; word < words; word++) {
        uint64_t set = 0;
#pragma GCC unroll UNROLL_16
        for (int lane = 0; lane < LANES_32; lane++)
            set |= search->sets[cells.numbers[lane] * words + word];
        for (; set != 0; set &= set - 1) {
            int number = (int)(64 * word) + __builtin_ctzll(set);
            compare_look(oklab->places[number], number, at, &nearest);
        }
    }
    return nearest;
}

/*
 * In which lanes the nearest color is certain. Distances A and B are off by at most E each, so
 * their order is right if B − A > 2 · E, which is so if B² − A² > 2 · E · (2 · A + 2 · E). Numbers
 * in their last bits change the squares by less than 2^-15 of them.
 */
INLINE mask32 are_certain_looks(const struct nearest_looks *nearest)
{
    const float twice = 2 * ERRDIFF_WIDE_PLACE_ERROR;
    v32f first = (v32f)nearest->first, second = (v32f)nearest->second;
    v32f gap = second * (1 - 0x1p-14f) - first - twice * twice;
    gap = (v32f)v32_max((v32)gap, v32_all(0));
    return v32f_above(gap * gap, first * (4 * twice * twice));
}

/* Looks the colors up. Where the nearest color is not certain, the rule decides. */
INLINE struct color finish_looks(const struct errdiff_wide_palette *palette,
                                 const struct errdiff_search *search, const v32 sought[3],
                                 v32 number, mask32 are_certain)
{
    struct color found = {.color = look_up(palette, palette->packed, number)};
    if (palette->has_words)
        found.red_green = look_up(palette, palette->reds_and_greens, number);
    v32 is_open = v32_all(1) - v32_where(are_certain, v32_all(1));
    if (!mask32_is_any(v32_above(is_open, v32_all(0))))
        return found;
    return decide_by_rule(palette, search, sought[0], sought[1], sought[2], is_open, found);
}

/* The nearest colors in OKLab, of few. */
SEPARATE static struct color nearest_of_looks(const struct errdiff_wide_palette *palette,
                                              const struct errdiff_search *search, v32 red,
                                              v32 green, v32 blue)
{
    enum { FAR = 0x60000000, LAST = ERRDIFF_WIDE_COLORS - 1 };
    const struct errdiff_wide_oklab *oklab = &palette->oklab;
    const v32 sought[3] = {red, green, blue};
    v32f roots[3];
    roots_of(palette, sought, roots);
    v32 first = v32_all(FAR), second = v32_all(FAR);
    for (int i = 0; i < palette->count; i++) {
        const struct errdiff_wide_look *look = &oklab->looks[i];
        v32f sum = v32f_all(look->constant);
#pragma GCC unroll UNROLL_4
        for (int k = 0; k < 3; k++)
            sum = v32f_multiply_add(roots[k], v32f_all(look->weights[k]), sum);
        v32 one = ((v32)sum & ~LAST) | v32_all(i);
        second = v32_min(second, v32_max(first, one));
        first = v32_min(first, one);
    }
    return finish_looks(palette, search, sought, first & LAST,
                        v32f_above((v32f)second - (v32f)first, v32f_all(oklab->margin)));
}

/* The nearest colors in OKLab, of many. */
SEPARATE static struct color nearest_in_oklab(const struct errdiff_wide_palette *palette,
                                              const struct errdiff_search *search, v32 red,
                                              v32 green, v32 blue)
{
    const v32 sought[3] = {red, green, blue};
    v32f roots[3], at[3];
    roots_of(palette, sought, roots);
    places_of(roots, at);
    struct nearest_looks nearest = nearest_looks_of(&palette->oklab, search, at);
    return finish_looks(palette, search, sought, nearest.first & UINT8_MAX,
                        are_certain_looks(&nearest));
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
    if (palette->is_oklab && palette->oklab.compares_all)
        return nearest_of_looks(palette, search, u[0], u[1], u[2]);
    if (palette->is_oklab)
        return nearest_in_oklab(palette, search, u[0], u[1], u[2]);
    if (palette->uses_entries && palette->has_words)
        return nearest_in_light_entries(palette, search, u[0], u[1], u[2]);
    struct color found = {.color = find_packed(palette, search, u)};
    if (palette->has_words)
        found.red_green = look_up(palette, palette->reds_and_greens, number_of(found));
    return found;
}

/* Sets 16 · p of each channel of a color. */
INLINE void unpack_color(const struct errdiff_wide_palette *palette, struct color found,
                         v32 output[3])
{
    if (palette->has_words) {
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

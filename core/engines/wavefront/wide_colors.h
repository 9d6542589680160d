/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds colors of any palette in 32-bit lanes: among all colors, or in the cells of the rule's
 * search, whichever is faster. struct errdiff_wide_palette says how. */
#ifndef ERRDIFF_WIDE_COLORS_H
#define ERRDIFF_WIDE_COLORS_H

#include "vector.h"
#include "wide_plan.h"

/* ---- Among all colors ----------------------------------------------------------------------- */

INLINE v32 nearest_in_integers(const struct errdiff_wide_palette *palette, const v32 sought[3])
{
    const struct errdiff_wide_factors *factors = &palette->factors;
    v16 red_green = (v16)((sought[0] << 1 & UINT16_MAX) | sought[1] << 17);
    v16 blue = (v16)(sought[2] << 1 & UINT16_MAX);
    v32 nearest = v32_all(INT32_MAX);
    for (int i = 0; i < palette->count; i++)
        nearest =
            v32_min(nearest, v16_sum_of_products(red_green, (v16)v32_all(factors->red_green[i])) +
                                 v16_sum_of_products(blue, (v16)v32_all(factors->blue[i])) +
                                 v32_all(factors->constant[i]));
    return v32_gather(palette->packed, nearest & UINT8_MAX);
}

INLINE v32 nearest_in_doubles(const struct errdiff_wide_palette *palette, const v32 sought[3])
{
    const struct errdiff_wide_double_factors *factors = &palette->double_factors;
    struct v32_doubles red = v32_to_doubles(sought[0]), green = v32_to_doubles(sought[1]),
                       blue = v32_to_doubles(sought[2]), nearest;
    nearest.half[0] = nearest.half[1] = (v64f){0} + 0x1p51;
    for (int i = 0; i < palette->count; i++)
        for (int h = 0; h < 2; h++) {
            v64f sum = (v64f){0} + factors->constant[i];
            sum = v64f_multiply_add(red.half[h], factors->color[i][0], sum);
            sum = v64f_multiply_add(green.half[h], factors->color[i][1], sum);
            sum = v64f_multiply_add(blue.half[h], factors->color[i][2], sum);
            nearest.half[h] = v64f_min(nearest.half[h], sum);
        }
    return v32_from_doubles(nearest) << 24;
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

/* With OKLab cells have the same width in display values. In light they are looked up. */
INLINE v32 number_of_oklab_cells(const struct errdiff_wide_palette *palette,
                                 const struct errdiff_search *search, const v32 sought[3])
{
    v32 number = {0}, last = v32_all(search->white - 1);
    for (int c = 0; c < 3; c++) {
        v32 unit = v32_clamp(sought[c], v32_all(0), last) >> search->unit_shift, cell;
        if (palette->cells_per_unit != 0)
            cell = (unit * palette->cells_per_unit + palette->cells_per_unit / 2) >>
                   ERRDIFF_WIDE_CELL_BITS;
        else
            cell = v32_gather_bytes(search->cell_of + ERRDIFF_VALUE_UNITS, unit);
        number = number * ERRDIFF_CELLS_PER_SIDE + cell;
    }
    return number;
}

/* The nearest colors that are found so far. */
struct nearest {
    v32 color, distance;
};

/* Compares with the colors in `entries`, of which the first one of each lane comes first. `sought`
 * are 8-bit values of u, red and blue in the halves of a lane and green in another one. */
INLINE void compare_entries(const v32 colors[ERRDIFF_ENTRY_COLORS], v16 red_blue, v16 green,
                            struct nearest *nearest)
{
#pragma GCC unroll 8
    for (int i = 0; i < ERRDIFF_ENTRY_COLORS; i++) {
        v32 reds_and_blues = (colors[i] & 0xFF00FF) << ERRDIFF_FRACTION_BITS;
        v32 greens =
            colors[i] >> (8 - ERRDIFF_FRACTION_BITS) & UINT8_MAX << ERRDIFF_FRACTION_BITS;
        v16 one = red_blue - (v16)reds_and_blues, other = green - (v16)greens;
        v32 distance = v16_sum_of_products(one, one) + v16_sum_of_products(other, other);
        mask32 is_nearer = v32_above(nearest->distance, distance);
        nearest->color = v32_choose(is_nearer, nearest->color, colors[i]);
        nearest->distance = v32_min(nearest->distance, distance);
    }
}

/* The nearest color of each lane, as in an entry. */
INLINE v32 nearest_in_entries(const struct errdiff_search *search, const v32 sought[3])
{
    const int32_t *entries = (const int32_t *)search->entries;
    v32 number = number_of_cells(search, sought), further = {0}, colors[ERRDIFF_ENTRY_COLORS];
    v32_load_eights(entries, number, colors);
    for (int32_t shift = search->cell_shift;;) {
        v32 next = colors[ERRDIFF_ENTRY_COLORS - 1];
        mask32 is_elsewhere = v32u_above((v32u)colors[0], (v32u)next);
        if (!mask32_is_any(is_elsewhere))
            break;
        shift -= ERRDIFF_PART_BITS;
        next += number_of_parts(shift, sought) & (colors[1] == 0);
        further = v32_choose(is_elsewhere, further, colors[1]);
        number = v32_choose(is_elsewhere, number, next);
        v32_load_eights(entries, number, colors);
    }

    v16 red_blue = (v16)((sought[0] & UINT16_MAX) | sought[2] << 16);
    v16 green = (v16)(sought[1] & UINT16_MAX);
    struct nearest nearest = {.distance = v32_all(INT32_MAX)};
    compare_entries(colors, red_blue, green, &nearest);
    for (mask32 is_left; mask32_is_any(is_left = v32_above(further, v32_all(1)));) {
        number = v32_add_where(is_left, number, v32_all(1));
        further = v32_sub_where(is_left, further, v32_all(1));
        v32_load_eights(entries, number, colors);
        compare_entries(colors, red_blue, green, &nearest);
    }
    return nearest.color;
}

/* The cells of the lanes, each of which has a list of colors. */
struct cells {
    v32 first, count;
};

INLINE struct cells read_cells(const struct errdiff_search *search, v32 number)
{
    const int32_t *cells = (const int32_t *)search->cells;
    return (struct cells){v32_gather(cells, number << 1), v32_gather(cells + 1, number << 1)};
}

INLINE struct cells find_cells(const struct errdiff_search *search, const v32 sought[3])
{
    v32 number = number_of_cells(search, sought);
    struct cells cells = read_cells(search, number);
    int32_t shift = search->cell_shift;
    for (mask32 has_parts; mask32_is_any(has_parts = v32_above(v32_all(1), cells.count));) {
        shift -= ERRDIFF_PART_BITS;
        number = v32_choose(has_parts, number, cells.first + number_of_parts(shift, sought));
        cells = read_cells(search, number);
    }
    return cells;
}

/* The nearest colors in lists, for u of 16-bit values. What it compares is Σ p · (8·p − u) in
 * doubles, and has the number of the color in its last bits. */
INLINE v32 nearest_in_lists(const struct errdiff_wide_palette *palette,
                            const struct errdiff_search *search, const v32 sought[3])
{
    struct cells cells = find_cells(search, sought);
    int longest = v32_greatest(cells.count);
    struct v32_doubles nearest;
    nearest.half[0] = nearest.half[1] = (v64f){0} + 0x1p51;
    for (int i = 0; i < longest; i++) {
        v32 place = cells.first + v32_min(v32_all(i), cells.count - 1);
        v32 color = v32_gather_bytes(search->candidates, place);
        struct v32_doubles sum = {0}, number = v32_to_doubles(color);
        for (int c = 0; c < 3; c++) {
            v32 p = v32_gather((const int32_t *)palette->colors[c], color) & UINT16_MAX;
            struct v32_doubles one = v32_to_doubles(p), other = v32_to_doubles(8 * p - sought[c]);
            for (int h = 0; h < 2; h++)
                sum.half[h] += one.half[h] * other.half[h];
        }
        for (int h = 0; h < 2; h++)
            nearest.half[h] =
                v64f_min(nearest.half[h], v64f_multiply_add(sum.half[h], 256, number.half[h]));
    }
    return v32_from_doubles(nearest) << 24;
}

INLINE v32 find_in_cells(const struct errdiff_wide_palette *palette,
                         const struct errdiff_search *search, const v32 sought[3])
{
    if (!palette->has_one_in_cell)
        return palette->has_bytes ? nearest_in_entries(search, sought)
                                  : nearest_in_lists(palette, search, sought);
    v32 number = number_of_oklab_cells(palette, search, sought);
    return palette->has_bytes ? v32_gather((const int32_t *)search->only_colors, number)
                              : v32_gather_bytes(search->candidates, number) << 24;
}

/* ---- Both ----------------------------------------------------------------------------------- */

/* Returns the number << 24 of the color that the rule chooses for u = (red, green, blue) and, if it
 * has 8 bits, p as in errdiff_wide_palette.packed. */
SEPARATE static v32 find_color(const struct errdiff_wide_palette *palette,
                               const struct errdiff_search *search, v32 red, v32 green, v32 blue)
{
    const v32 sought[3] = {red, green, blue};
    if (palette->uses_cells)
        return find_in_cells(palette, search, sought);
    return palette->has_bytes ? nearest_in_integers(palette, sought)
                              : nearest_in_doubles(palette, sought);
}

/* Sets 16 · p and what is written for it, for each channel of a color from find_color. */
INLINE void look_up_color(const struct errdiff_wide_palette *palette, v32 color, v32 output[3],
                          v32 sample[3])
{
    v32 number = (v32)((v32u)color >> 24), stored = color;
    if (palette->has_bytes && palette->has_other_stored)
        stored = v32_gather(palette->stored, number);
    for (int c = 0; c < 3; c++) {
        v32 p = color >> 8 * c & UINT8_MAX;
        sample[c] = stored >> 8 * c & UINT8_MAX;
        if (!palette->has_bytes) {
            v32 entry = v32_gather((const int32_t *)palette->colors[c], number);
            p = entry & UINT16_MAX;
            sample[c] = (v32)((v32u)entry >> 16);
        }
        output[c] = p << ERRDIFF_FRACTION_BITS;
    }
}

#endif

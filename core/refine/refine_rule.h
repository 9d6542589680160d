/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rule of the search after the dithering, shared by C and CUDA C: what a change of a pixel does
 * to the error that the eye sees, in integers. docs/rule.md has it in formulas.
 *
 * A color has three parts: its luminance, 0..16384 of light, and red against green and blue against
 * yellow, up to 13300 to both sides; a gray has luminance alone. D is the difference of a
 * pixel's parts from the original's. A plane of seen errors has Σ weight · D of the pixels around
 * each, for each part, with 16 fractional bits, and is kept up to date. Weights are more exact than
 * parts: their rounding is noise, which would let fine dots be seen that the blur takes away.
 *
 * A lone light dot in the dark costs more than the light that it brings back if only what is near
 * it counts. So the sum of D of luminance in each block of 16 × 16 pixels counts, too, with
 * the weight of a pixel itself in black and white, and less if dots in the dark have less contrast:
 * the darkest and lightest tones keep their dots.
 */
#ifndef ERRDIFF_REFINE_RULE_H
#define ERRDIFF_REFINE_RULE_H

#include "base/host_device.h"
#include "eye.h"
#include "rule/rule.h"

#include <stdint.h>

enum {
    ERRDIFF_REFINE_TILE = 32,   /* side of a tile, in pixels: twice the reach of a change */
    ERRDIFF_REFINE_MARGIN = 16, /* as far as a change in a tile may reach, in pixels */
    ERRDIFF_REFINE_PHASES = 4,  /* tiles of one phase do not reach each other */
    ERRDIFF_REFINE_HALVES = 2,  /* of the pixels of a tile, like the colors of a chessboard */
    ERRDIFF_REFINE_BLOCK = 16,  /* side of a block, in pixels; a tile has whole ones */
    ERRDIFF_REFINE_SWAPS = 8,   /* the neighbors of a pixel */
    ERRDIFF_REFINE_COLORS = 256,
    ERRDIFF_REFINE_TRIED = 32, /* colors that are tried for a pixel, at most */
    ERRDIFF_REFINE_MAX_SEEN = 1 << 29,
    ERRDIFF_REFINE_LIGHT = 1 << 14 /* the luminance of white */
};

/* The parts of a color. */
struct errdiff_refine_color {
    int32_t part[ERRDIFF_EYE_CHANNELS];
};

/* What a search knows of its job, for the processor and the GPU. */
struct errdiff_refine_tables {
    struct errdiff_eye eye;
    int32_t channels;     /* that are dithered and may differ: 1 or 3; as many parts count */
    int32_t value_scale;  /* of the values of the rule, so that they are 0..65535 */
    int32_t maps_values;  /* they are mapped as rule/lightness.h says */
    int32_t block_weight; /* of the sum of a block, as weights of pixels */

    /* Colors have numbers: those of the palette, or those of the combinations of levels, of which
     * the last channel's level changes first. If there are at most 256 they are listed. */
    int32_t color_count; /* 0: there are more combinations of levels */
    struct errdiff_refine_color colors[ERRDIFF_REFINE_COLORS];
    /* The colors that are tried for a pixel of each color: all, or the nearest. */
    int32_t tried_count;
    uint8_t tried[ERRDIFF_REFINE_COLORS][ERRDIFF_REFINE_TRIED];
    /* By how much the squared error grows by such a change alone, where none is seen. */
    int32_t own_growth[ERRDIFF_REFINE_COLORS][ERRDIFF_REFINE_TRIED];

    /* Without a list: a level's share of each part, not rounded, for each channel. */
    int32_t level_count[3];
    int32_t level_part[3][ERRDIFF_MAX_LEVELS][ERRDIFF_EYE_CHANNELS];
};

/* A channel's share of a part, in 4096ths. */
HOST_DEVICE_INLINE int32_t errdiff_refine_share(int channels, int maps_values, int part,
                                                int channel)
{
    const int32_t shares[2][ERRDIFF_EYE_CHANNELS][3] = {
        {{871, 2929, 296}, {1450, -2221, 771}, {559, 1736, -2295}},
        {{1328, 2486, 282}, {2449, -3317, 868}, {1058, 1821, -2879}}};
    return channels == 1 ? 4096 : shares[maps_values][part][channel];
}

/* Arithmetic of numbers and of vectors of them. */
#define ERRDIFF_REFINE_ROUNDED_PART(sum) (((sum) + 8192) >> 14)
#define ERRDIFF_REFINE_ROUGH(part) (((part) + 2) >> 2)
#define ERRDIFF_REFINE_SEEN(error) (((error) + 16384) >> 15)
#define ERRDIFF_REFINE_GROWTH(d, weight, slope) ((d) * ((((d) * (weight) + 4096) >> 13) + (slope)))

/* The parts of a pixel's values, 0..65535, as many as there are channels. */
HOST_DEVICE_INLINE struct errdiff_refine_color
errdiff_refine_parts(const struct errdiff_refine_tables *tables, const uint16_t *value)
{
    struct errdiff_refine_color color = {{0}};
    for (int part = 0; part < tables->channels; part++) {
        int32_t sum = 0;
        for (int c = 0; c < tables->channels; c++)
            sum += errdiff_refine_share(tables->channels, tables->maps_values, part, c) * value[c];
        color.part[part] = ERRDIFF_REFINE_ROUNDED_PART(sum);
    }
    return color;
}

/* The levels of a combination. */
HOST_DEVICE_INLINE void errdiff_refine_split(const int32_t *level_count, int channels,
                                             int32_t number, int32_t *level)
{
    for (int c = channels - 1; c >= 0; c--) {
        level[c] = number % level_count[c];
        number /= level_count[c];
    }
}

/* The parts of a color by its number. */
HOST_DEVICE_INLINE struct errdiff_refine_color
errdiff_refine_color_of(const struct errdiff_refine_tables *tables, int32_t number)
{
    if (tables->color_count > 0)
        return tables->colors[number];
    struct errdiff_refine_color color = {{0}};
    int32_t level[3];
    errdiff_refine_split(tables->level_count, tables->channels, number, level);
    for (int part = 0; part < tables->channels; part++) {
        int32_t sum = 0;
        for (int c = 0; c < tables->channels; c++)
            sum += tables->level_part[c][level[c]][part];
        color.part[part] = ERRDIFF_REFINE_ROUNDED_PART(sum);
    }
    return color;
}

/* How many colors are tried for each pixel. Only colors of three channels can be without a list. */
HOST_DEVICE_INLINE int errdiff_refine_tried_count(const struct errdiff_refine_tables *tables)
{
    return tables->color_count > 0 ? tables->tried_count : 27;
}

/* Where the i-th neighbor of a pixel is, row by row. */
HOST_DEVICE_INLINE void errdiff_refine_neighbor(int i, int *dx, int *dy)
{
    int place = i < ERRDIFF_REFINE_SWAPS / 2 ? i : i + 1; /* the fifth one is the pixel itself */
    *dx = place % 3 - 1;
    *dy = place / 3 - 1;
}

/* A part, as changes are compared: in quarters. */
HOST_DEVICE_INLINE int32_t errdiff_refine_rough(int32_t part)
{
    return ERRDIFF_REFINE_ROUGH(part);
}

/* What the sum of a block adds to the seen errors of its pixels. */
HOST_DEVICE_INLINE int32_t errdiff_refine_of_block(const struct errdiff_refine_tables *tables,
                                                   int32_t sum)
{
    int64_t product = (int64_t)tables->block_weight * sum, most = ERRDIFF_REFINE_MAX_SEEN;
    return (int32_t)(product > most ? most : product < -most ? -most : product);
}

/* A seen error, as changes are compared with it. */
HOST_DEVICE_INLINE int32_t errdiff_refine_seen(int32_t error)
{
    return ERRDIFF_REFINE_SEEN(error);
}

/* How much a part's squared error grows if a pixel's part becomes larger by d: `slope` is twice the
 * seen error. For a swap with a neighbor, half of the growth: `slope` is the seen error less that
 * of the neighbor. `weight` is that of errdiff_refine_weight. */
HOST_DEVICE_INLINE int32_t errdiff_refine_growth(int32_t d, int32_t weight, int32_t slope)
{
    return ERRDIFF_REFINE_GROWTH(d, weight, slope);
}

/* The weight of a pixel's own change, or half of that of a swap with the neighbor at (dx, dy). */
HOST_DEVICE_INLINE int32_t errdiff_refine_weight(const struct errdiff_refine_tables *tables,
                                                 int part, int dx, int dy, int is_other_block)
{
    const int32_t(*weight)[ERRDIFF_EYE_ROW] = tables->eye.weight[part];
    int32_t own = weight[0][ERRDIFF_EYE_CENTER];
    if (dx != 0 || dy != 0)
        own -= weight[dy != 0][ERRDIFF_EYE_CENTER + (dx != 0)];
    return own + (part == 0 && is_other_block ? tables->block_weight : 0);
}

#endif

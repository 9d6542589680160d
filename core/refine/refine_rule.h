/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rule of the search after the dithering, shared by C and CUDA C: what a change of a pixel does
 * to the error that the eye sees, in integers. docs/rule.md has it in formulas.
 *
 * A color has three parts: its luminance, red against green, and blue against yellow, 0..65535 of
 * light or half of that to both sides. D is the difference of a pixel's parts from the original's.
 * The plane of seen errors has Σ weight · D of the pixels around each, for each part, with 13
 * fractional bits, and is kept up to date.
 *
 * A lone light dot in the dark costs more than the light that it brings back if only what is near
 * it counts. So the sum of D of luminance in each block of 16 × 16 pixels counts, too, with
 * the weight of a pixel itself: the darkest and lightest tones keep their dots.
 */
#ifndef ERRDIFF_REFINE_RULE_H
#define ERRDIFF_REFINE_RULE_H

#include "base/host_device.h"
#include "eye.h"
#include "rule/rule.h"

#include <stdint.h>

enum {
    ERRDIFF_REFINE_TILE = 32,  /* side of a tile, in pixels: twice the reach */
    ERRDIFF_REFINE_PHASES = 4, /* tiles of one phase do not reach each other */
    ERRDIFF_REFINE_BLOCK = 16, /* side of a block, in pixels; a tile has whole ones */
    ERRDIFF_REFINE_MAX_SUM = 1 << 20,
    ERRDIFF_REFINE_COLORS = 256
};

/* The parts of a color: as they count in the plane, and in sixteenths of that, as changes are
 * compared. */
struct errdiff_refine_color {
    int32_t exact[ERRDIFF_EYE_CHANNELS], rough[ERRDIFF_EYE_CHANNELS];
};

/* The parts of the values of a pixel, 0..65535: `mapped` if they are mapped as rule/lightness.h
 * says. */
HOST_DEVICE_INLINE void errdiff_refine_parts(const int32_t value[3], int channels, int mapped,
                                             int32_t part[ERRDIFF_EYE_CHANNELS])
{
    static const int32_t shares[2][ERRDIFF_EYE_CHANNELS][3] = {
        {{871, 2929, 296}, {1450, -2221, 771}, {559, 1736, -2295}},
        {{1328, 2486, 282}, {2449, -3317, 868}, {1058, 1821, -2879}}};
    for (int i = 0; i < ERRDIFF_EYE_CHANNELS; i++) {
        const int32_t *share = shares[mapped][i];
        if (channels == 1)
            part[i] = i == 0 ? value[0] : 0;
        else
            part[i] =
                (share[0] * value[0] + share[1] * value[1] + share[2] * value[2] + 2048) >> 12;
    }
}

/* What the sum of a block adds to the seen errors of its pixels. `weight` is that of the block. */
HOST_DEVICE_INLINE int32_t errdiff_refine_of_block(int32_t sum, int32_t weight)
{
    return weight * errdiff_clamp(sum, -ERRDIFF_REFINE_MAX_SUM, ERRDIFF_REFINE_MAX_SUM);
}

/* A seen error, as changes are compared with it. */
HOST_DEVICE_INLINE int32_t errdiff_refine_seen(int32_t error)
{
    return (error + (1 << ERRDIFF_EYE_BITS)) >> (ERRDIFF_EYE_BITS + 1);
}

/* How much the squared error grows if a pixel gets another color. `weight` is the eye's for the
 * pixel itself; for a swap with a neighbor, less than that by the weight of the neighbor, and
 * `seen` is the difference of both pixels. */
HOST_DEVICE_INLINE int32_t errdiff_refine_change(const struct errdiff_refine_color *from,
                                                 const struct errdiff_refine_color *to,
                                                 const int32_t seen[ERRDIFF_EYE_CHANNELS],
                                                 const int32_t weight[ERRDIFF_EYE_CHANNELS])
{
    int32_t change = 0;
    for (int c = 0; c < ERRDIFF_EYE_CHANNELS; c++) {
        int32_t d = to->rough[c] - from->rough[c];
        change += (((d * d) >> 6) * weight[c] >> 4) + 2 * d * seen[c];
    }
    return change;
}

#endif

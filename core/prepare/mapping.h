/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Gamut mapping: colors that no mixture of the palette can show are replaced by colors that one
 * can, before they are dithered. Otherwise their errors would be clamped away, and lightness with
 * them.
 *
 * The mixtures are the convex hull of the palette in the space in which errors are added: values v
 * of 0..W. The cube of all values is divided into 32³ cells, which have equal widths in display
 * values. The color that replaces one of its 33³ nodes is found in OKLab (nearest.h). Between the
 * nodes it is interpolated in integers, in the tetrahedron of the cell in which v lies: the nodes
 * lie in the hull, which is convex, so the result does, too, except for the rounding, which is less
 * than 1 in each channel. A color inside the hull is not changed; this is decided exactly for each
 * pixel.
 *
 * A node is computed when a color next to it is mapped for the first time. Its color depends on
 * nothing else, so neither the number of threads nor the order makes a difference; two threads may
 * compute the same node at the same time, and store the same.
 */
#ifndef ERRDIFF_MAPPING_H
#define ERRDIFF_MAPPING_H

#include "errdiff.h"
#include "hull.h"
#include "nearest.h"
#include "rule/rule.h"

#include <stdatomic.h>

enum {
    ERRDIFF_MAPPING_CELLS = 32, /* along each channel */
    ERRDIFF_MAPPING_NODES = ERRDIFF_MAPPING_CELLS + 1,
    ERRDIFF_MAPPING_RED = ERRDIFF_MAPPING_NODES * ERRDIFF_MAPPING_NODES, /* to the next node */
    ERRDIFF_MAPPING_GREEN = ERRDIFF_MAPPING_NODES,
    ERRDIFF_MAPPING_PLACE_BITS = 14, /* so that signed numbers of 16 bits hold all weights */
    ERRDIFF_MAPPING_BIAS = 1 << 15,  /* is subtracted, so that 16 bits hold the values of nodes */
    ERRDIFF_MAPPING_GROUP = 4        /* sides that are looked at without a branch */
};

/* A cell is wholly inside the hull, wholly outside, or crossed by sides of it. Of a crossed cell
 * the number is 2^8 · the number of the first group of these sides, from 1 on, + the count of
 * groups. */
enum { ERRDIFF_CELL_INSIDE, ERRDIFF_CELL_OUTSIDE, ERRDIFF_CELL_CROSSED };

/*
 * Sides as numbers that vectors compare fast. The absolute values of a side's normals add up to 1,
 * and the color v is normals · v − offset outside of it; rounding changes this by less than
 * 7 · 65535 / 2^24, which is less than ERRDIFF_SIDE_DOUBT. The last side of a list fills up its
 * last group.
 */
static const float ERRDIFF_SIDE_DOUBT = 1.0F / 16;

struct errdiff_side_group {
    float normals[3][ERRDIFF_MAPPING_GROUP], offsets[ERRDIFF_MAPPING_GROUP];
    uint16_t sides[ERRDIFF_MAPPING_GROUP]; /* their numbers */
    uint32_t next;                         /* the cell of another list with the same first side */
};

struct errdiff_mapping {
    int32_t max_value;          /* W */
    bool keeps_inside;          /* colors inside the hull are not changed */
    bool is_relative;           /* before that, colors become relative to those of the palette */
    int32_t black[3], white[3]; /* the values of the palette's darkest and lightest colors */

    struct errdiff_hull hull;
    struct errdiff_corners corners; /* of the hull, divided by W; knows whether values are light */
    double compression;             /* share, 0..1 */
    double least_lightness, most_lightness;

    int32_t node_values[ERRDIFF_MAPPING_NODES]; /* along each channel, rising from 0 to W */
    /* The colors of the nodes, at (red · 33 + green) · 33 + blue; 0: not computed yet. From the
     * low bits on, 16 bits each: red, green and blue minus the bias, with 8 fractional bits if W is
     * 255, and 1. */
    _Atomic uint64_t *nodes;
    uint32_t *cells; /* NULL, or of each node, the cell of which it is the lowest corner */
    struct errdiff_side_group *groups; /* of the sides that cross cells; the first is not used */
    uint32_t group_count, group_capacity;
};

/*
 * Makes the mapping for a palette.
 *
 * search       of the palette, with its colors as values
 * how          ERRDIFF_GAMUT_CLIP, ERRDIFF_GAMUT_COMPRESS or ERRDIFF_GAMUT_RELATIVE
 * compression  percent, 0..100, for ERRDIFF_GAMUT_COMPRESS
 * is_light     whether values are light
 *
 * A mapping that changes no color (errdiff_mapping_is_identity) has no tables and must not be used.
 * Returns false if there is not enough memory. In either case the caller releases *mapping with
 * errdiff_mapping_release.
 */
bool errdiff_mapping_make(struct errdiff_mapping *mapping, const struct errdiff_search *search,
                          errdiff_gamut how, int compression, bool is_light);

/* Makes the cells and the groups of sides, which are not needed where it is known otherwise which
 * colors are inside. Returns false if there is not enough memory. */
bool errdiff_mapping_make_cells(struct errdiff_mapping *mapping);

void errdiff_mapping_release(struct errdiff_mapping *mapping);

/* Whether the mapping changes no color at all. */
bool errdiff_mapping_is_identity(const struct errdiff_mapping *mapping);

/*
 * If is_relative, the value v of channel c becomes black + v · (white − black), in light, with the
 * palette's darkest and lightest colors by luminance: media-relative colorimetry with black point
 * compensation (ISO 15076-1 and ISO 18619). Values that are not light are converted to light and
 * back.
 */
int32_t errdiff_mapping_adapt(const struct errdiff_mapping *mapping, int c, int32_t value);

/* Sets *cell to the cell in which a value lies along its channel, 0..31, and *place to 2^14 · where
 * it lies in that. */
void errdiff_mapping_find_place(const struct errdiff_mapping *mapping, int32_t value, uint8_t *cell,
                                uint16_t *place);

/* Fractional bits of the values of nodes. */
static inline int errdiff_mapping_fraction_bits(const struct errdiff_mapping *mapping)
{
    return mapping->max_value == UINT8_MAX ? 8 : 0;
}

/* Computes node `number`, stores it, and returns what it stores. */
uint64_t errdiff_mapping_compute_node(const struct errdiff_mapping *mapping, uint32_t number);

#endif

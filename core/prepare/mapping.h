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

#if defined(__SSE2__) && defined(__x86_64__)
#include <emmintrin.h>
#endif

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
 * the number says where in side_lists the list of these sides begins, with the count of groups. */
enum { ERRDIFF_CELL_INSIDE, ERRDIFF_CELL_OUTSIDE, ERRDIFF_CELL_FIRST_LIST };

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
    uint32_t *cells;      /* of each node, the cell of which it is the lowest corner */
    uint16_t *side_lists; /* of cells that the surface of the hull crosses */
    size_t list_length, list_capacity;
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

/* Where a value lies along its channel: 2^16 · its place in its cell, 0..2^14, + the cell. */
uint32_t errdiff_mapping_place(const struct errdiff_mapping *mapping, int32_t value);

/* Fractional bits of the values of nodes. */
static inline int errdiff_mapping_fraction_bits(const struct errdiff_mapping *mapping)
{
    return mapping->max_value == UINT8_MAX ? 8 : 0;
}

/* Computes node `number`, stores it, and returns what it stores. */
uint64_t errdiff_mapping_compute_node(const struct errdiff_mapping *mapping, uint32_t number);

/* The cell of a color: one of the enumeration. */
static inline uint32_t errdiff_mapping_cell(const struct errdiff_mapping *mapping,
                                            const uint32_t places[3])
{
    return mapping->cells[(places[0] & 0xFF) * ERRDIFF_MAPPING_RED +
                          (places[1] & 0xFF) * ERRDIFF_MAPPING_GREEN + (places[2] & 0xFF)];
}

/* Whether a color in a crossed cell is inside the hull, and so stays as it is. */
static inline bool errdiff_mapping_crossed_has(const struct errdiff_mapping *mapping, uint32_t cell,
                                               const int32_t values[3])
{
    const uint16_t *list = &mapping->side_lists[cell];
    bool is_inside = true;
    for (int group = 0; group < list[0]; group++)
        for (int i = 0; i < ERRDIFF_MAPPING_GROUP; i++) {
            uint16_t side = list[1 + group * ERRDIFF_MAPPING_GROUP + i];
            is_inside &= errdiff_half_space_has(&mapping->hull.sides[side], values);
        }
    return is_inside;
}

/* Where a color lies between the nodes: it is the sum of weights[i] · node numbers[i] / 2^14. */
struct errdiff_tetrahedron {
    uint32_t numbers[4], weights[4];
};

static inline struct errdiff_tetrahedron errdiff_tetrahedron_of(const uint32_t places[3])
{
    enum { STEP_MASK = 0xFFFF };
    /* The place of each channel, and in the low bits the way to the next node. */
    uint32_t red = (places[0] & ~(uint32_t)STEP_MASK) | ERRDIFF_MAPPING_RED;
    uint32_t green = (places[1] & ~(uint32_t)STEP_MASK) | ERRDIFF_MAPPING_GREEN;
    uint32_t blue = (places[2] & ~(uint32_t)STEP_MASK) | 1;
    /* From the lowest corner of the cell to the highest, along the largest place first. */
    uint32_t larger = red > green ? red : green, smaller = red > green ? green : red;
    uint32_t first = larger > blue ? larger : blue, rest = larger > blue ? blue : larger;
    uint32_t second = rest > smaller ? rest : smaller, third = rest > smaller ? smaller : rest;
    struct errdiff_tetrahedron in;
    in.numbers[0] = (places[0] & STEP_MASK) * ERRDIFF_MAPPING_RED +
                    (places[1] & STEP_MASK) * ERRDIFF_MAPPING_GREEN + (places[2] & STEP_MASK);
    in.numbers[1] = in.numbers[0] + (first & STEP_MASK);
    in.numbers[2] = in.numbers[1] + (second & STEP_MASK);
    in.numbers[3] = in.numbers[2] + (third & STEP_MASK);
    in.weights[0] = (1u << ERRDIFF_MAPPING_PLACE_BITS) - (first >> 16);
    in.weights[1] = (first >> 16) - (second >> 16);
    in.weights[2] = (second >> 16) - (third >> 16);
    in.weights[3] = third >> 16;
    return in;
}

static inline uint64_t errdiff_mapping_node(const struct errdiff_mapping *mapping, uint32_t number)
{
    uint64_t node = atomic_load_explicit(&mapping->nodes[number], memory_order_relaxed);
    return node != 0 ? node : errdiff_mapping_compute_node(mapping, number);
}

/* Sets sums[0..2] to the weighted sums of the nodes' values; sums[3] has no meaning. */
static inline void errdiff_mapping_sum(const struct errdiff_mapping *mapping,
                                       const struct errdiff_tetrahedron *in, int32_t sums[4])
{
    uint64_t nodes[4];
    for (int i = 0; i < 4; i++)
        nodes[i] = errdiff_mapping_node(mapping, in->numbers[i]);
#if defined(__SSE2__) && defined(__x86_64__)
    __m128i vectors[4];
    for (int i = 0; i < 4; i++)
        vectors[i] = _mm_cvtsi64_si128((int64_t)nodes[i]);
    __m128i first = _mm_set1_epi32((int32_t)(in->weights[0] | in->weights[1] << 16));
    __m128i second = _mm_set1_epi32((int32_t)(in->weights[2] | in->weights[3] << 16));
    __m128i sum = _mm_add_epi32(_mm_madd_epi16(_mm_unpacklo_epi16(vectors[0], vectors[1]), first),
                                _mm_madd_epi16(_mm_unpacklo_epi16(vectors[2], vectors[3]), second));
    _mm_storeu_si128((__m128i *)sums, sum);
#else
    for (int c = 0; c < 3; c++) {
        sums[c] = 0;
        for (int i = 0; i < 4; i++)
            sums[c] += (int32_t)in->weights[i] * (int16_t)(nodes[i] >> 16 * c & 0xFFFF);
    }
#endif
}

/* Replaces the values of a color that does not stay as it is. */
static inline void errdiff_mapping_replace(const struct errdiff_mapping *mapping,
                                           const uint32_t places[3], int32_t values[3])
{
    struct errdiff_tetrahedron in = errdiff_tetrahedron_of(places);
    int shift = ERRDIFF_MAPPING_PLACE_BITS + errdiff_mapping_fraction_bits(mapping);
    int32_t bias = ERRDIFF_MAPPING_BIAS << ERRDIFF_MAPPING_PLACE_BITS;
    int32_t sums[4];
    errdiff_mapping_sum(mapping, &in, sums);
    for (int c = 0; c < 3; c++)
        values[c] = (sums[c] + bias + (1 << (shift - 1))) >> shift;
}

#endif

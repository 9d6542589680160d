/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Gamut mapping: colours that no mixture of the palette can show are replaced by colours that one
 * can, before they are dithered. Otherwise their errors would be clamped away, and lightness with
 * them.
 *
 * The mixtures are the convex hull of the palette in the space in which errors are added: values v
 * of 0..W. The cube of all values is divided into 32³ cells, which have equal widths in display
 * values. The colour that replaces one of its 33³ nodes is found in OKLab (nearest.h). Between the
 * nodes it is interpolated in integers, in the tetrahedron of the cell in which v lies: the nodes
 * lie in the hull, which is convex, so the result does, too, except for the rounding, which is less
 * than 1 in each channel. A colour inside the hull is not changed; this is decided exactly for each
 * pixel.
 *
 * The nodes are computed when a picture needs them, each for itself; so neither the number of
 * threads nor the order makes a difference.
 */
#ifndef ERRDIFF_MAPPING_H
#define ERRDIFF_MAPPING_H

#include "base/progress.h"
#include "base/team.h"
#include "errdiff.h"
#include "hull.h"
#include "nearest.h"
#include "rule/rule.h"

enum {
    ERRDIFF_MAPPING_CELLS = 32, /* along each channel */
    ERRDIFF_MAPPING_NODES = ERRDIFF_MAPPING_CELLS + 1
};

struct errdiff_mapping_node;

struct errdiff_mapping {
    int32_t max_value;     /* W */
    const uint16_t *light; /* the light of each sample of the picture; NULL: samples are the v */
    bool keeps_inside;     /* colours inside the hull are not changed */

    struct errdiff_hull hull;
    struct errdiff_corners corners; /* of the hull, divided by W */
    double compression;             /* share, 0..1 */
    double least_lightness, most_lightness;

    int32_t node_values[ERRDIFF_MAPPING_NODES]; /* along each channel, rising from 0 to W */
    uint32_t *places;                   /* of each sample: 2^16 · its cell + place in the cell */
    struct errdiff_mapping_node *nodes; /* at (red · 33 + green) · 33 + blue */
    uint32_t *cells;      /* what is in each cell, at (red · 32 + green) · 32 + blue */
    uint16_t *side_lists; /* of cells that the surface of the hull crosses */
    size_t list_length, list_capacity;
};

/*
 * Makes the mapping for a palette, without its nodes.
 *
 * search       of the palette, with its colours as values
 * how          ERRDIFF_GAMUT_CLIP or ERRDIFF_GAMUT_COMPRESS
 * compression  percent, 0..100, for ERRDIFF_GAMUT_COMPRESS
 * bits         of the samples of the picture, 8 or 16
 * light        the value of each sample; NULL: samples are values. Must stay as long as *mapping
 *
 * Returns false if there is not enough memory. In either case the caller releases *mapping with
 * errdiff_mapping_release.
 */
bool errdiff_mapping_make(struct errdiff_mapping *mapping, const struct errdiff_search *search,
                          errdiff_gamut how, int compression, int bits, const uint16_t *light);

void errdiff_mapping_release(struct errdiff_mapping *mapping);

/* Whether the mapping changes no colour at all. */
bool errdiff_mapping_is_identity(const struct errdiff_mapping *mapping);

/*
 * Writes the mapped values v of `in` to `mapped`: as large as `in`, with 3 channels, and 8 bits if
 * W is 255, else 16. What an engine writes for a pixel whose mask is 0 follows from `mapped` as
 * well: it has the value v there, unchanged, or, if `keeps_samples`, the sample, with 16 bits.
 *
 * Uses up to `threads.count` threads, or fewer if the system refuses them. Returns ERRDIFF_OK,
 * ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED.
 */
errdiff_status errdiff_mapping_run(struct errdiff_mapping *mapping, const errdiff_image *in,
                                   const errdiff_image *mapped, bool keeps_samples,
                                   struct errdiff_threads threads,
                                   struct errdiff_progress_state *progress);

#endif

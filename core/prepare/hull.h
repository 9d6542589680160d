/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The convex hull of a palette's colors: all colors that dithering can mix from them. It may be a
 * point, a segment, a flat polygon or a solid. All arithmetic is exact, in 64-bit integers. */
#ifndef ERRDIFF_HULL_H
#define ERRDIFF_HULL_H

#include <stdbool.h>
#include <stdint.h>

/* A solid with n vertices has at most 2·n − 4 triangular faces. */
enum { ERRDIFF_HULL_MAX_VERTICES = 256, ERRDIFF_HULL_MAX_SIDES = 512 };

/* The points x with normal · x ≤ offset. With coordinates of 0..65535, |normal| is below 2^35 in
 * each coordinate, and the product is below 2^53. */
struct errdiff_half_space {
    int64_t normal[3], offset;
};

struct errdiff_hull {
    /* 1..256; the points on the surface of the hull (of a flat one, on its outline), each once, in
     * their order: all corners, and perhaps others. */
    int vertex_count;
    int32_t vertices[ERRDIFF_HULL_MAX_VERTICES][3];
    int side_count; /* the hull is the intersection of these half-spaces, all of them different */
    struct errdiff_half_space sides[ERRDIFF_HULL_MAX_SIDES];
};

/* Makes the hull of `count` points, 1..256, which need not be different, with coordinates of
 * 0..65535. Returns false if there is not enough memory. */
bool errdiff_hull_make(struct errdiff_hull *hull, const int32_t points[][3], int count);

static inline bool errdiff_half_space_has(const struct errdiff_half_space *side,
                                          const int32_t point[3])
{
    return side->normal[0] * point[0] + side->normal[1] * point[1] + side->normal[2] * point[2] <=
           side->offset;
}

/* Whether the hull contains a point, whose coordinates are 0..65535; points on its surface count as
 * inside. */
bool errdiff_hull_has(const struct errdiff_hull *hull, const int32_t point[3]);

#endif

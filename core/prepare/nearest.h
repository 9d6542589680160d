/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The color of a convex hull that looks most like a color outside. */
#ifndef ERRDIFF_NEAREST_H
#define ERRDIFF_NEAREST_H

#include "rule/oklab.h"

#include <stdbool.h>

/* The corners of a hull as numbers of 0..1, of light or of display values. */
struct errdiff_corners {
    int count; /* 1..256 */
    double points[256][3];
    struct errdiff_oklab looks[256]; /* of the points */
    bool is_light;
};

/* What a color, with values of 0..1 or outside, looks like. */
struct errdiff_oklab errdiff_look_of(const double color[3], bool is_light);

/*
 * Sets nearest[] to the point of the hull with the least (2·ΔL)² + Δa² + Δb² from `wanted` in
 * OKLab. `start` is a color near to it, in the hull or not.
 *
 * It is found by the method of Gauss and Newton with linear constraints: OKLab is replaced by its
 * tangent at the point so far, and then the problem is to find the point of a convex hull that is
 * nearest to the origin, which P. Wolfe's algorithm does (Finding the nearest point in a polytope,
 * 1976). A step that does not help is shortened.
 */
void errdiff_nearest_look(const struct errdiff_corners *corners, const double start[3],
                          struct errdiff_oklab wanted, double nearest[3]);

/* Sets *least and *most to the range of lightness in the hull. The greatest is found by the method
 * of Frank and Wolfe, since a mixture may be lighter than all that is mixed. */
void errdiff_lightness_range(const struct errdiff_corners *corners, double *least, double *most);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans which part of an image becomes a result of a certain size, and with how many pixels. */
#ifndef RESIZE_PLAN_H
#define RESIZE_PLAN_H

#include "size_text.h"

/* What a size, its fit and dots make of an image. */
struct resize_plan {
    int out_width, out_height; /* of the result, in pixels */
    int width, height;         /* of the image that is dithered: a pixel for each dot */

    /* The part of the original that becomes this image, in its pixels. It may reach beyond the
     * right and lower edge, by less than a dot. */
    double left, top, part_width, part_height;
};

/* Plans the sizes for an image of width × height pixels, a size in pixels, and dots of `dot` pixels
 * in each direction. A side that is too long is ERRDIFF_MAX_SIDE + 1. */
struct resize_plan resize_plan_make(const struct named_size *size, enum size_fit fit, int dot,
                                    int width, int height);

#endif

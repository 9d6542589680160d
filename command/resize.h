/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resizes pictures. */
#ifndef CLI_RESIZE_H
#define CLI_RESIZE_H

#include "picture.h"

/* What --resize, --fit and --dot make of a picture. */
struct resize_plan {
    int out_width, out_height; /* of the result, in pixels */
    int width, height;         /* of the picture that is dithered: a pixel for each dot */

    /* The part of the original that becomes this picture, in its pixels. It may reach beyond the
     * right and lower edge, by less than a dot. */
    double left, top, part_width, part_height;
};

/* Resizes a picture that was read, with its alpha and mask, to plan->width × plan->height pixels:
 * in linear light, with colors multiplied by alpha, by zimg's bicubic filter (Catmull and Rom).
 * Returns 0, or an exit status after an error message. */
int picture_resize(struct picture *picture, const struct resize_plan *plan);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_RESIZE_PLAN_H
#define CLI_RESIZE_PLAN_H

#include "dither_arguments.h"

/* What --resize, --fit and --dot make of a picture. */
struct resize_plan {
    int out_width, out_height; /* of the result, in pixels */
    int width, height;         /* of the picture that is dithered: a pixel for each dot */

    /* The part of the original that becomes this picture, in its pixels. It may reach beyond the
     * right and lower edge, by less than a dot. */
    double left, top, part_width, part_height;
};

/* Whether the arguments ask for anything but the size that pictures have. */
bool resize_plan_is_needed(const struct arguments *arguments);

/* Plans the sizes for a picture of width × height pixels. */
struct resize_plan resize_plan_make(const struct arguments *arguments, int width, int height);

#endif

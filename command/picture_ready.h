/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PICTURE_READY_H
#define CLI_PICTURE_READY_H

#include "dither_arguments.h"
#include "picture.h"
#include "picture_dots.h"

/* Turns a picture that was read into the one that is dithered: converts it to sRGB for a palette,
 * gives it its size, or a pixel for each dot, and makes partly transparent pixels opaque or
 * transparent. Sets *dots, whose alpha the caller frees in either case. Returns 0, or an exit
 * status after an error message. */
int picture_make_ready(struct picture *picture, const struct arguments *arguments,
                       struct dots *dots);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_RESIZE_H
#define CLI_RESIZE_H

#include "picture.h"
#include "resize_plan.h"

/* Resizes a picture that was read, with its alpha and mask, to plan->width × plan->height pixels:
 * in linear light, with colors multiplied by alpha, by zimg's bicubic filter (Catmull and Rom).
 * Returns 0, or an exit status after an error message. */
int picture_resize(struct picture *picture, const struct resize_plan *plan);

#endif

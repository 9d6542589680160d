/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Images in knight's move storage, for walks of the schedules that have them there. */
#ifndef KNIGHT_IMAGE_H
#define KNIGHT_IMAGE_H

#include "cuda/papers/knight_order.h"

/* Stores the image of a job, tile by tile, as the kernel does. Exits if there is not enough
 * memory. */
struct errdiff_knight knight_image_begin(const struct errdiff_device_job *job);

/* Puts the result into raster order in the same way, and frees the memory. */
void knight_image_finish(const struct errdiff_knight *knight, const struct errdiff_device_job *job);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures in knight's move storage, for walks of the schedules that have them there. */
#ifndef KNIGHT_PICTURE_H
#define KNIGHT_PICTURE_H

#include "cuda/papers/knight_order.h"

/* Stores the picture of a job, tile by tile, as the kernel does. Exits if there is not enough
 * memory. */
struct errdiff_knight knight_picture_begin(const struct errdiff_device_job *job);

/* Puts the result into raster order in the same way, and frees the memory. */
void knight_picture_finish(const struct errdiff_knight *knight,
                           const struct errdiff_device_job *job);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The image of a job in knight's move storage (knight_order.h), in device memory. Both
 * reorderings go through tiles in shared memory, so that they are coalesced, too. Their time is
 * added to report->reorder_ms.
 */
#ifndef ERRDIFF_KNIGHT_STORAGE_H
#define ERRDIFF_KNIGHT_STORAGE_H

#include "cuda/session.h"
#include "knight_order.h"

/* Fills in *knight, for the job's uploaded image, and allocates its memory until the end of the
 * session. `is_shared`: the CPU dithers some of the pixels, which are 0 in the GPU's result. */
errdiff_status errdiff_knight_make(struct errdiff_session *session, struct errdiff_knight *knight,
                                   bool is_shared);

/* Reorders the image and its mask; to be called before the iterations. */
errdiff_status errdiff_knight_store(struct errdiff_session *session,
                                    const struct errdiff_knight *knight);

/* Puts the result into raster order, after the iterations. */
errdiff_status errdiff_knight_restore(struct errdiff_session *session,
                                      const struct errdiff_knight *knight);

#endif

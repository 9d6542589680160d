/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A ring of rows of numbers: the current row and those that the taps of a kernel reach from it, a
 * number for each channel of a pixel, with room at both ends for taps that reach over the border.
 */
#ifndef ERRDIFF_RING_H
#define ERRDIFF_RING_H

#include "errdiff.h"

#include <stdbool.h>

struct errdiff_ring {
    int32_t *numbers;
    int row_count;
    int margin; /* pixels at each end */
    int channels;
    ptrdiff_t row_length; /* numbers */
};

/* Makes a ring of zeros for rows of `width` pixels. FALSE: memory is short. To be freed with
 * errdiff_ring_release in either case. */
bool errdiff_ring_make(struct errdiff_ring *ring, const errdiff_kernel *kernel, int width,
                       int channels);

void errdiff_ring_release(struct errdiff_ring *ring);

/* How many numbers it has in all. */
size_t errdiff_ring_length(const struct errdiff_ring *ring);

/* Sets row y to zeros, its ends, too. */
void errdiff_ring_clear_row(const struct errdiff_ring *ring, int y);

/* The channels of pixel x, −margin..width − 1 + margin, of row y, which is 0 or more. */
static inline int32_t *errdiff_ring_at(const struct errdiff_ring *ring, int x, int y)
{
    return ring->numbers + (y % ring->row_count) * ring->row_length +
           ((ptrdiff_t)x + ring->margin) * ring->channels;
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A ring buffer of rows of numbers: the current row and those that the taps of a kernel reach from
 * it, with one number for each channel of a pixel. A margin at both ends is for taps that reach
 * over the image's edges.
 */
#ifndef ERRDIFF_RING_H
#define ERRDIFF_RING_H

#include "rule/kernel_shape.h"

#include <stdbool.h>

struct errdiff_ring {
    int32_t *numbers;
    int row_count;
    int margin; /* at each end, in pixels */
    int channels;
    ptrdiff_t row_length; /* in numbers */
};

/* Makes a ring of zeros for rows of `width` pixels. Returns false if there is not enough memory. In
 * either case the caller releases it with errdiff_ring_release. */
bool errdiff_ring_make(struct errdiff_ring *ring, const struct errdiff_kernel_shape *kernel,
                       int width, int channels);

void errdiff_ring_release(struct errdiff_ring *ring);

/* The total count of numbers. */
size_t errdiff_ring_length(const struct errdiff_ring *ring);

/* Sets row y to zeros, with its margins. */
void errdiff_ring_clear_row(const struct errdiff_ring *ring, int y);

/* The numbers of the channels of pixel x, −margin..width − 1 + margin, in row y ≥ 0. */
static inline int32_t *errdiff_ring_at(const struct errdiff_ring *ring, int x, int y)
{
    return ring->numbers + (y % ring->row_count) * ring->row_length +
           ((ptrdiff_t)x + ring->margin) * ring->channels;
}

#endif

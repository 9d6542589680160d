/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A ring buffer of rows: the current one and those that the taps of a kernel reach from it. */
#include "ring.h"

#include <stdlib.h>
#include <string.h>

bool errdiff_ring_make(struct errdiff_ring *ring, const struct errdiff_kernel_shape *kernel,
                       int width, int channels)
{
    *ring = (struct errdiff_ring){
        .row_count = kernel->reach_up + 1, .margin = kernel->reach_across, .channels = channels};
    ring->row_length = ((ptrdiff_t)width + 2 * ring->margin) * channels;
    ring->numbers =
        calloc((size_t)ring->row_count, (size_t)ring->row_length * sizeof *ring->numbers);
    return ring->numbers != NULL;
}

void errdiff_ring_release(struct errdiff_ring *ring)
{
    free(ring->numbers);
}

size_t errdiff_ring_length(const struct errdiff_ring *ring)
{
    return (size_t)ring->row_count * (size_t)ring->row_length;
}

void errdiff_ring_clear_row(const struct errdiff_ring *ring, int y)
{
    memset(errdiff_ring_at(ring, -ring->margin, y), 0,
           (size_t)ring->row_length * sizeof *ring->numbers);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which iterations the CPU takes alone in handover and hybrid, and its side of it: Deshpande, Misra
 * and Narayanan 2011, section 4.1, for any kernel. */
#ifndef ERRDIFF_SMALL_ITERATIONS_H
#define ERRDIFF_SMALL_ITERATIONS_H

#include "iteration_ring.h"
#include "processor.h"

/*
 * The GPU takes all iterations from the first to the last one that have at least `min_pixels`
 * pixels: *first..*end − 1. The CPU takes the smaller ones before and after. If there is no such
 * iteration, both are set to the number of iterations.
 */
static inline void errdiff_handover_range(const struct errdiff_iterations *iterations,
                                          int min_pixels, int64_t *first, int64_t *end)
{
    int width = (int)iterations->width, first_row;
    int64_t t = 0;
    *end = errdiff_iterations_count(iterations);
    for (; t < *end; t++)
        if (errdiff_iteration_rows(iterations, t, 0, width, &first_row) - first_row >= min_pixels)
            break;
    *first = t;
    for (; *end > t; --*end)
        if (errdiff_iteration_rows(iterations, *end - 1, 0, width, &first_row) - first_row >=
            min_pixels)
            break;
}

/* Copies the traces of row y in iterations begin..end − 1, up to column `columns`, from the CPU to
 * a ring. */
static inline void errdiff_row_to_ring(const struct errdiff_processor *processor,
                                       const struct errdiff_iteration_ring *ring, int64_t begin,
                                       int64_t end, int y, int columns)
{
    int first, last = errdiff_iterations_columns(&ring->iterations, begin, end, y, &first);
    for (int x = first; x < last && x < columns; x++)
        errdiff_processor_get(processor, x, y,
                              ring->traces +
                                  errdiff_iteration_place(ring, x + ring->iterations.slope * y, y));
}

/* Copies what errdiff_row_to_ring copies, from a ring to the CPU. */
static inline void errdiff_row_from_ring(const struct errdiff_processor *processor,
                                         const struct errdiff_iteration_ring *ring, int64_t begin,
                                         int64_t end, int y, int columns)
{
    int first, last = errdiff_iterations_columns(&ring->iterations, begin, end, y, &first);
    for (int x = first; x < last && x < columns; x++)
        errdiff_processor_put(processor, x, y,
                              ring->traces +
                                  errdiff_iteration_place(ring, x + ring->iterations.slope * y, y));
}

/* Dithers the CPU's part of row y in iterations begin..end − 1. It takes the traces of the
 * iterations before from `ring`, and stores those of its last iterations there. */
static inline void errdiff_handover_row(struct errdiff_processor *processor,
                                        const struct errdiff_iteration_ring *ring, int64_t begin,
                                        int64_t end, int y)
{
    int64_t reach = ring->length - 1;
    int width = (int)ring->iterations.width;
    int first, last = errdiff_iterations_columns(&ring->iterations, begin, end, y, &first);
    errdiff_row_from_ring(processor, ring, begin - reach, begin, y, width);
    errdiff_processor_dither(processor, y, first, last, true);
    errdiff_row_to_ring(processor, ring, end - reach > begin ? end - reach : begin, end, y, width);
}

#endif
